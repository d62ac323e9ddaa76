//! The same tools with each peer, called the quickest way its documentation
//! shows: JSON text in, text out.

pub mod llm;
pub mod rig;
pub mod router;
