//! Provider dialects, through the public API.

mod absent_nulls;
mod calls;
mod detection;
mod gemini;
mod limits;
mod malformed_calls;
mod mcp_hints;
mod meaning;
mod oracles;
mod references;
mod rendering;
mod results;
mod schemas;
mod strict;
mod strict_meaning;
mod support;
mod table;
