//! The tools that the protocol's conformance suite expects of a server.

fn main() {}
