//! The tools of a set in the types of other crates. Those of rig are tested in
//! a package of their own, for rig asks for a newer Rust.

mod chat;
mod genai;
mod responses;
#[allow(
    dead_code,
    reason = "shared with the tests of tasks, which use all of it"
)]
#[path = "../task/server.rs"]
mod server;
mod stream;
mod support;
