//! What the attributes make of ordinary fns and impls, seen through their
//! definitions and through calls.

#![allow(unreachable_pub, reason = "the tools stand under every visibility")]
#![allow(
    clippy::double_must_use,
    clippy::many_single_char_names,
    clippy::needless_pass_by_value,
    clippy::too_many_arguments,
    clippy::unnecessary_wraps,
    clippy::unused_async,
    clippy::unused_self,
    reason = "the tools show forms that a fn can have, and do little"
)]

mod attributes;
mod call;
mod hygiene;
mod parameters;
mod record;
mod results;
mod settings;
mod toolkit;
