//! Tools over the Model Context Protocol, in both directions.

mod programs;
mod wire;

mod approval;
mod calling;
mod http;
mod importing;
mod listing;
mod stream;

mod clients;
mod conformance;
mod inspector;
