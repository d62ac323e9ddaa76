//! The attribute macros of tooldef.
