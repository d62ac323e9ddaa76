//! `cargo bench -p bench`: the tables that need no compiler.

fn main() {
    let mut report = bench::report::Report::default();
    bench::calls::run(&mut report);
    bench::listings::run(&mut report);
    report.close();
}
