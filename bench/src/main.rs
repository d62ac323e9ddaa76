//! Prints every table, then how many goals were reached. With the argument
//! `calls` it leaves out what compiles for minutes, with `builds` all else.

use bench::report::Report;
use bench::{calls, compile, listings, load};

fn main() {
    let only = std::env::args().nth(1);
    let mut report = Report::default();
    if only.as_deref() != Some("builds") {
        calls::run(&mut report);
        listings::run(&mut report);
        load::run(&mut report);
    }
    if only.as_deref() != Some("calls") {
        compile::run(&mut report);
    }
    report.close();
}
