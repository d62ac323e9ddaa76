//! Provider dialects, through the public API.

mod absent_nulls;
mod calls;
mod detection;
mod limits;
mod mcp_hints;
mod meaning;
mod oracles;
mod rendering;
mod results;
mod schemas;
mod support;
mod table;
