//! Building sets, and rendering their definitions.

use std::hint::black_box;
use std::time::Instant;

use tooldef::provider::Dialect;

use crate::measure::{Subject, ratios, spread};
use crate::own;
use crate::peers::router;
use crate::report::Report;

/// Prints the tables about sets and listings.
pub fn run(report: &mut Report) {
    for count in [100, 10_000] {
        report.title(&format!(
            "Building a set of {count} tools, ms (median, min, max)"
        ));
        let [ours, theirs] = [
            times(|| drop(black_box(own::many(count)))),
            times(|| drop(black_box(router::many(count)))),
        ];
        line("tooldef", ours);
        line("rmcp, router", theirs);
        report.title(&format!(
            "The first listing of {count} tools, ms (median, min, max)"
        ));
        for dialect in Dialect::ALL {
            line(&format!("tooldef, {dialect:?}"), first(count, dialect));
        }
        let built = router::many(count);
        line(
            "rmcp, prebuilt router",
            times(|| drop(black_box(router::listing(&built)))),
        );
    }
    let (set, built) = (own::many(100), router::many(100));
    let mut subjects = vec![Subject::new("rmcp, prebuilt router", || {
        black_box(router::listing(&built));
    })];
    for dialect in Dialect::ALL {
        let set = &set;
        let name: &'static str = format!("tooldef, {dialect:?}").leak();
        subjects.push(Subject::new(name, move || {
            black_box(set.render_json(dialect).is_ok());
        }));
    }
    let found = report.compare("A listing of 100 tools after the first", subjects);
    let slowest = found[1..]
        .iter()
        .map(|own| ratios(&found[0], own)[0])
        .fold(f64::INFINITY, f64::min);
    report.at_least(
        "listing after the first, rmcp : tooldef, least of all dialects",
        slowest,
        20.0,
    );
}

fn times(mut once: impl FnMut()) -> [f64; 3] {
    let found: Vec<f64> = (0..5)
        .map(|_| {
            let start = Instant::now();
            once();
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    spread(&found)
}

/// The first listing is made once for a set, so each go has a set of its own.
fn first(count: usize, dialect: Dialect) -> [f64; 3] {
    let mut sets: Vec<_> = (0..5).map(|_| own::many(count)).collect();
    times(|| {
        if let Some(set) = sets.pop() {
            black_box(set.render_json(dialect).is_ok());
        }
    })
}

fn line(what: &str, [median, least, most]: [f64; 3]) {
    println!("  {what:<34} {median:>10.2} {least:>10.2} {most:>10.2}");
}
