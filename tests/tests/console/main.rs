//! The console, through a program that has one.

mod app;

mod call;
mod gate;
mod list;
mod replay;
mod streams;
