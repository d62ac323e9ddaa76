//! Picks how a return type is read, on the concrete type that the macro sees.
//!
//! Method lookup tries a receiver by value before it borrows it, so a trait on
//! more references wins over one on fewer. `conclude!` calls these
//! on a fully known type, which is why aliases of `Result` are seen through and
//! `anyhow::Error`, which is no [`std::error::Error`], still gives its sources.
#![allow(missing_docs, reason = "reached by the macros only")]

use std::borrow::Cow;
use std::error::Error;
use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use crate::content::Content;
use crate::output::{self, Failure, Output, Payload};

/// Holds a value, or only its type, while a method is picked for it.
pub struct Pick<T>(PhantomData<fn() -> T>);

impl<T> Pick<T> {
    /// A pick for the type of a value.
    #[must_use]
    pub const fn of(_: &T) -> Self {
        Self(PhantomData)
    }

    /// A pick for a named type.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T> Default for Pick<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// The error of a return type that has none.
///
/// Inhabited on purpose: a match arm for an empty type would be linted as
/// unreachable in the user's crate.
pub struct NoError;

impl Display for NoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no error")
    }
}

// Success or error: a `Result`, an `Option` around one, or neither.

pub trait SplitResult<T, E> {
    fn __split(&self, value: Result<T, E>) -> Result<T, E> {
        value
    }
}
impl<T, E> SplitResult<T, E> for &&Pick<Result<T, E>> {}

pub trait SplitOption<T, E> {
    fn __split(&self, value: Option<Result<T, E>>) -> Result<Option<T>, E> {
        value.transpose()
    }
}
impl<T, E> SplitOption<T, E> for &&Pick<Option<Result<T, E>>> {}

pub trait SplitPlain<T> {
    fn __split(&self, value: T) -> Result<T, NoError> {
        Ok(value)
    }
}
impl<T> SplitPlain<T> for &Pick<T> {}

// Errors.

pub trait ErrorChain<E: Error + 'static> {
    fn __failure(&self, error: &E) -> Failure {
        output::failed(error)
    }
}
impl<E: Error + 'static> ErrorChain<E> for &&&&Pick<E> {}

pub trait ErrorObject<E: AsRef<dyn Error + Send + Sync>> {
    fn __failure(&self, error: &E) -> Failure {
        output::failed(error.as_ref())
    }
}
impl<E: AsRef<dyn Error + Send + Sync>> ErrorObject<E> for &&&Pick<E> {}

pub trait ErrorBox {
    #[allow(
        clippy::borrowed_box,
        reason = "called with a reference to the returned error"
    )]
    fn __failure(&self, error: &Box<dyn Error>) -> Failure {
        output::failed(&**error)
    }
}
impl ErrorBox for &&&&Pick<Box<dyn Error>> {}

pub trait ErrorBoxSend {
    #[allow(
        clippy::borrowed_box,
        reason = "called with a reference to the returned error"
    )]
    fn __failure(&self, error: &Box<dyn Error + Send>) -> Failure {
        output::failed(&**error)
    }
}
impl ErrorBoxSend for &&&&Pick<Box<dyn Error + Send>> {}

pub trait ErrorFailure {
    fn __failure(&self, error: &Failure) -> Failure {
        error.clone()
    }
}
impl ErrorFailure for &&&&Pick<Failure> {}

pub trait ErrorText<E: Display> {
    fn __failure(&self, error: &E) -> Failure {
        output::failed_with(error)
    }
}
impl<E: Display> ErrorText<E> for &&Pick<E> {}

/// An error type of a tool: anything with a `Display`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a tool's error",
    label = "the model would have nothing to read",
    note = "implement `std::fmt::Display` for `{Self}`, better `std::error::Error`; \
            `thiserror::Error` derives both"
)]
pub trait ToolError {}
#[diagnostic::do_not_recommend]
impl<E: Display> ToolError for E {}

pub trait ErrorOther<E> {
    fn __failure(&self, _: &E) -> Failure
    where
        E: ToolError,
    {
        Failure::new(crate::ErrorKind::Failed, "the tool failed")
    }
}
impl<E> ErrorOther<E> for &Pick<E> {}

// Values.

pub trait ValueUnit {
    fn __output(&self, (): ()) -> Output {
        Ok(Payload::Text(String::new()))
    }
}
impl ValueUnit for &&&&Pick<()> {}

/// The string types, which reach the model as they are.
pub trait StringLike {
    fn into_text(self) -> String;
}

macro_rules! string_like {
    ($($kind:ty => |$text:ident| $body:expr),* $(,)?) => {$(
        impl StringLike for $kind {
            fn into_text(self) -> String {
                let $text = self;
                $body
            }
        }
    )*};
}

string_like! {
    String => |text| text,
    &str => |text| text.to_owned(),
    &String => |text| text.clone(),
    Cow<'_, str> => |text| text.into_owned(),
    Box<str> => |text| text.into(),
    Arc<str> => |text| (*text).to_owned(),
    Rc<str> => |text| (*text).to_owned(),
    Arc<String> => |text| (*text).clone(),
    Box<String> => |text| *text,
    Rc<String> => |text| (*text).clone(),
    &&str => |text| (*text).to_owned(),
    &mut str => |text| text.to_owned(),
    &mut String => |text| text.clone(),
    &Cow<'_, str> => |text| text.clone().into_owned(),
    &Box<str> => |text| text.clone().into(),
    &Arc<str> => |text| (**text).to_owned(),
    &Rc<str> => |text| (**text).to_owned(),
    Arc<Cow<'_, str>> => |text| (*text).clone().into_owned(),
    Box<Cow<'_, str>> => |text| text.into_owned(),
}

pub trait ValueText<T: StringLike> {
    fn __output(&self, value: T) -> Output {
        Ok(Payload::Text(value.into_text()))
    }
}
impl<T: StringLike> ValueText<T> for &&&&Pick<T> {}

pub trait ValueTextOption<T: StringLike> {
    fn __output(&self, value: Option<T>) -> Output {
        Ok(Payload::Text(
            value.map_or_else(|| "null".to_owned(), StringLike::into_text),
        ))
    }
}
impl<T: StringLike> ValueTextOption<T> for &&&&Pick<Option<T>> {}

pub trait ValueBlock<T: Into<Content>> {
    fn __output(&self, value: T) -> Output {
        Ok(Payload::Blocks(vec![value.into()]))
    }
}
impl<T: Into<Content>> ValueBlock<T> for &&&Pick<T> {}

pub trait ValueBlockOption<T: Into<Content>> {
    fn __output(&self, value: Option<T>) -> Output {
        Ok(match value {
            Some(block) => Payload::Blocks(vec![block.into()]),
            None => Payload::Text("null".to_owned()),
        })
    }
}
impl<T: Into<Content>> ValueBlockOption<T> for &&&Pick<Option<T>> {}

pub trait ValueBlocks<T: Into<Content>> {
    fn __output(&self, value: Vec<T>) -> Output {
        Ok(Payload::Blocks(value.into_iter().map(Into::into).collect()))
    }
}
impl<T: Into<Content>> ValueBlocks<T> for &&&Pick<Vec<T>> {}

pub trait ValueOutput {
    fn __output(&self, value: Payload) -> Output {
        Ok(value)
    }
}
impl ValueOutput for &&&&Pick<Payload> {}

pub trait ValueSerialize<T: Serialize> {
    fn __output(&self, value: T) -> Output {
        output::encode(&value)
    }
}
impl<T: Serialize> ValueSerialize<T> for &&Pick<T> {}

/// A return type of a tool.
#[diagnostic::on_unimplemented(
    message = "a tool cannot return `{Self}`",
    label = "this result cannot be shown to a model",
    note = "derive `serde::Serialize` for `{Self}`, or return text, content blocks, \
            or a `Result` of any of these"
)]
pub trait ToolOutput {}
#[diagnostic::do_not_recommend]
impl<T: Serialize> ToolOutput for T {}

pub trait ValueOther<T> {
    fn __output(&self, _: T) -> Output
    where
        T: ToolOutput,
    {
        Ok(Payload::Text(String::new()))
    }
}
impl<T> ValueOther<T> for &Pick<T> {}

// Output schemas.

/// Makes the schema of a type.
pub type SchemaFn = fn(&mut SchemaGenerator) -> Schema;

fn schema_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

pub trait SchemaResult {
    fn __schema(&self) -> Option<SchemaFn>;
}
impl<T: JsonSchema, E> SchemaResult for &&&Pick<Result<T, E>> {
    fn __schema(&self) -> Option<SchemaFn> {
        Some(schema_of::<T>)
    }
}

pub trait SchemaOpaqueResult {
    fn __schema(&self) -> Option<SchemaFn> {
        None
    }
}
impl<T, E> SchemaOpaqueResult for &&Pick<Result<T, E>> {}

pub trait SchemaPlain {
    fn __schema(&self) -> Option<SchemaFn>;
}
impl<T: JsonSchema> SchemaPlain for &Pick<T> {
    fn __schema(&self) -> Option<SchemaFn> {
        Some(schema_of::<T>)
    }
}

pub trait SchemaNone {
    fn __schema(&self) -> Option<SchemaFn> {
        None
    }
}
impl<T> SchemaNone for Pick<T> {}

/// Turns a returned value into an [`Output`].
#[doc(hidden)]
#[macro_export]
macro_rules! __tooldef_conclude {
    ($value:expr) => {{
        // Under no name, so that no type or fn of the user's is hidden by one.
        #[allow(unused_imports)]
        use $crate::__private::autoref::{
            ErrorBox as _, ErrorBoxSend as _, ErrorChain as _, ErrorFailure as _, ErrorObject as _,
            ErrorOther as _, ErrorText as _, SplitOption as _, SplitPlain as _, SplitResult as _,
            ValueBlock as _, ValueBlockOption as _, ValueBlocks as _, ValueOther as _,
            ValueOutput as _, ValueSerialize as _, ValueText as _, ValueTextOption as _,
            ValueUnit as _,
        };
        let __value = $value;
        match (&&&$crate::__private::Pick::of(&__value)).__split(__value) {
            $crate::__private::Result::Err(__error) => $crate::__private::Result::Err(
                (&&&&&$crate::__private::Pick::of(&__error)).__failure(&__error),
            ),
            $crate::__private::Result::Ok(__value) => {
                match (&&&$crate::__private::Pick::of(&__value)).__split(__value) {
                    $crate::__private::Result::Err(__error) => $crate::__private::Result::Err(
                        (&&&&&$crate::__private::Pick::of(&__error)).__failure(&__error),
                    ),
                    $crate::__private::Result::Ok(__value) => {
                        (&&&&&$crate::__private::Pick::of(&__value)).__output(__value)
                    }
                }
            }
        }
    }};
}

/// The schema maker of a return type, where it has one.
#[doc(hidden)]
#[macro_export]
macro_rules! __tooldef_output_schema {
    ($kind:ty) => {{
        #[allow(unused_imports)]
        use $crate::__private::autoref::{
            SchemaNone as _, SchemaOpaqueResult as _, SchemaPlain as _, SchemaResult as _,
        };
        (&&&&$crate::__private::Pick::<$kind>::new()).__schema()
    }};
}
