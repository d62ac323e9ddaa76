//! Holds the compile-fail suite, in a package of its own: each case is built
//! with what this package depends on, and that is little.
