//! Many calls over many tasks: throughput, and whether memory grows.

use std::time::Instant;

use tooldef::{Call, tools};

use crate::own::{self, TWO, add};
use crate::report::Report;

const CALLS: usize = 100_000;
const TASKS: usize = 64;

/// Prints the table about load.
///
/// # Panics
/// If a call fails.
pub fn run(report: &mut Report) {
    report.title("100,000 calls over 64 tasks on two threads");
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .build()
        .expect("a runtime");
    let run = own::run(tools! { add }.expect("a sound record"));
    let round = || {
        let start = Instant::now();
        runtime.block_on(async {
            let tasks: Vec<_> = (0..TASKS)
                .map(|_| {
                    let run = run.clone();
                    tokio::spawn(async move {
                        for _ in 0..CALLS / TASKS {
                            let result = run.call(Call::new("1", "add", TWO)).await;
                            assert_eq!(result.text(), "42");
                            tokio::task::consume_budget().await;
                        }
                    })
                })
                .collect();
            for task in tasks {
                task.await.expect("no call fails");
            }
        });
        start.elapsed().as_secs_f64()
    };
    round();
    let before = memory("VmRSS");
    let seconds: Vec<f64> = (0..10).map(|_| round()).collect();
    let after = memory("VmRSS");
    let [median, least, most] = crate::measure::spread(&seconds);
    #[expect(clippy::cast_precision_loss, reason = "a count of calls")]
    let rate = |seconds: f64| CALLS as f64 / seconds / 1e6;
    println!(
        "  million calls a second (median, min, max): {:.2} {:.2} {:.2}",
        rate(median),
        rate(most),
        rate(least)
    );
    println!("  peak memory: {} KiB", memory("VmHWM"));
    println!("  memory after warm-up: {before} KiB, a million calls later: {after} KiB");
    let grown = after.saturating_sub(before);
    #[expect(clippy::cast_precision_loss, reason = "a count of KiB")]
    report.at_most("growth in KiB over a million calls", grown as f64, 256.0);
}

/// A figure of this process's in KiB; 0 where the system does not tell.
fn memory(key: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status
        .lines()
        .find_map(|line| {
            line.strip_prefix(key)?
                .trim_start_matches(':')
                .split_whitespace()
                .next()
        })
        .and_then(|kib| kib.parse().ok())
        .unwrap_or(0)
}
