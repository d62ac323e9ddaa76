//! A whole set of tools in rig's own agent loop, on a scripted model.

mod cancelling;
mod gate;
mod results;
mod support;
