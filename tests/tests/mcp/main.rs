//! Tools over the Model Context Protocol, in both directions.

mod wire;

mod approval;
mod calling;
mod http;
mod importing;
mod listing;
mod stream;
