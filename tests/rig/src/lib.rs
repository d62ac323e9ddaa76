//! Holds the tests of tools in agents of rig, in a package of its own: rig
//! asks for a newer Rust than the rest, and takes its time to build.
