//! What the attributes make of ordinary fns and impls, seen through their
//! definitions and through calls.

#![allow(unreachable_pub, reason = "the tools stand under every visibility")]

mod attributes;
mod call;
mod hygiene;
mod parameters;
mod record;
mod results;
mod settings;
mod toolkit;
