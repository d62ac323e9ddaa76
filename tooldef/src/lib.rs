#![doc = include_str!("../docs/crate.md")]

// The macros name this crate by its absolute path, also in here.
extern crate self as tooldef;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod absent;
#[cfg(any(feature = "async-openai", feature = "genai", feature = "rig"))]
pub mod adapters;
pub mod approval;
mod arguments;
#[doc(hidden)]
pub mod autoref;
mod budget;
mod by_name;
mod call;
mod caller;
mod cancel;
mod clock;
mod closure;
#[cfg(feature = "console")]
pub mod console;
mod content;
mod context;
mod definition;
mod description;
mod dispatcher;
mod effect;
mod error;
mod events;
#[doc(hidden)]
pub mod filling;
mod guard;
mod join;
mod macros;
#[cfg(feature = "mcp")]
pub mod mcp;
mod methods;
mod name;
mod near;
mod output;
mod pinned;
mod pipeline;
mod progress;
pub mod provider;
mod reader;
mod result;
mod run;
mod same;
mod schema;
#[doc(hidden)]
pub mod scope;
mod spec;
mod strict;
pub mod task;
mod text;
mod tool;
mod tool_name;
mod toolkit;
mod toolset;

pub use arguments::{Limits, ParseFault, Problem};
pub use call::{Call, CallId};
pub use caller::Caller;
pub use cancel::{Cancellation, Cancelled};
pub use clock::{Clock, SystemClock};
pub use closure::ToolBuilder;
pub use content::{Audio, Content, Image, ResourceLink};
pub use context::{Context, FromContext, State, StateType};
pub use definition::{Definition, Origin};
pub use dispatcher::{Dispatcher, DispatcherBuilder};
pub use effect::{Annotations, Effect, UnknownEffect};
pub use error::{
    ContextError, DispatcherError, DispatcherFault, ToolFault, ToolSetError, ToolSetFault,
};
pub use events::{EVENT_BUFFER, Event, EventStream};
pub use methods::Methods;
pub use name::{NAME_LIMIT, NameFault, check_name};
pub use output::{Failure, IntoFailure, IntoOutput, Json, Output, Payload};
pub use pinned::PinError;
pub use progress::{Progress, ProgressUpdate};
pub use result::{ErrorKind, RESULT_LIMIT, ToolResult};
pub use run::{Run, RunBuilder};
pub use spec::{DefaultArgument, ToolArgument};
pub use tool::{BoxFuture, Declared, Tool};
pub use tool_name::ToolName;
pub use toolkit::Toolkit;
pub use toolset::{ToolSet, ToolSetBuilder};

pub use macros::{method, tool, toolkit, tools};
