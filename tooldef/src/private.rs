//! What expanded macros use. Not part of the public interface: anything here
//! may change in any release.

pub use std::option::Option;
pub use std::result::Result;
pub use std::string::String;
pub use std::sync::Arc;
pub use std::vec::Vec;

pub use crate::autoref;
pub use crate::autoref::Pick;
pub use crate::effect::Effect;
pub use crate::filling::{FillArgument, FillNothing, FillReady, InjectNothing, InjectValue};
pub use crate::output::Output;
pub use crate::reader::{Reader, Refused, Slot};
pub use crate::scope::Scope;
pub use crate::spec::{Annotations, Parameter, Requirement, Spec, check_description, default_json};
pub use crate::text::Text;
pub use crate::tool::{BoxFuture, Declared, Started};
pub use crate::{__tooldef_conclude as conclude, __tooldef_output_schema as output_schema};

use crate::ToolName;
use crate::tool::{Body, Start, Tool};
use crate::toolkit::Toolkit;
use crate::toolset::ToolSetBuilder;

/// Boxes a body; it runs when it is polled.
///
/// # Errors
/// None.
pub fn ready<'call, F>(body: F) -> Started<'call>
where
    F: Future<Output = Output> + Send + 'call,
{
    Ok(Box::pin(body))
}

/// The default of a type.
#[must_use]
pub fn default<T: Default>() -> T {
    T::default()
}

/// The tool of an annotated function.
#[must_use]
pub fn declared<T: Declared>() -> Tool {
    Tool::of::<T>()
}

/// An empty record.
#[must_use]
pub fn record() -> ToolSetBuilder {
    ToolSetBuilder::default()
}

/// A record's key, which is written in the program.
#[must_use]
pub const fn key(key: &'static str) -> ToolName {
    ToolName::written(key)
}

/// Starts a call of a method on a shared value.
pub type StartMethod<T> =
    for<'call> fn(&'call Arc<T>, &mut Reader<'call>, &'call Scope<'call>) -> Started<'call>;

struct Bound<T> {
    this: Arc<T>,
    start: StartMethod<T>,
}

impl<T: Send + Sync> Start for Bound<T> {
    fn start<'call>(
        &'call self,
        reader: &mut Reader<'call>,
        context: &'call Scope<'call>,
    ) -> Started<'call> {
        (self.start)(&self.this, reader, context)
    }
}

/// The tool of an annotated method, bound to a value.
pub fn bound<T: Send + Sync + 'static>(
    this: Arc<T>,
    spec: &'static Spec,
    start: StartMethod<T>,
) -> Tool {
    Tool::from_spec(spec, Body::Dynamic(Arc::new(Bound { this, start })))
}

/// The toolkit of a value.
#[must_use]
pub fn toolkit<const N: usize>(tools: [Tool; N]) -> Toolkit {
    Toolkit::new(tools)
}

/// The application methods of a value.
#[must_use]
pub fn methods<const N: usize>(tools: [Tool; N]) -> crate::Methods {
    crate::Methods::new(tools)
}
