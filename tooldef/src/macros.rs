//! The macros, documented where their examples can use the crate.

#[doc = include_str!("../docs/tool.md")]
#[doc(inline)]
pub use tooldef_macros::tool;

#[doc = include_str!("../docs/toolkit.md")]
#[doc(inline)]
pub use tooldef_macros::toolkit;

#[doc = include_str!("../docs/method.md")]
#[doc(inline)]
pub use tooldef_macros::method;

#[doc = include_str!("../docs/tools.md")]
#[doc(inline)]
pub use tooldef_macros::tools;
