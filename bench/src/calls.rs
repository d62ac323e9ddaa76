//! One call, JSON text in, text out.

use std::hint::black_box;

use rig_agent::tool::ToolContext;
use serde_json::json;
use tooldef::{Call, Tool, tools};

use crate::by_hand;
use crate::measure::{Subject, now, ratios};
use crate::own::{self, TEN, TWO, add, book, measure, order};
use crate::peers::{llm, rig, router};
use crate::report::Report;

/// Prints the tables about calls.
///
/// # Panics
/// If a call that must succeed does not.
pub fn run(report: &mut Report) {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let _entered = runtime.enter();
    two(report);
    ten(report);
    variants(report);
    sizes(report);
    failing(report);
    allocations(report);
}

fn record() -> tooldef::Run {
    own::run(tools! { add, order, measure }.expect("a sound record"))
}

fn two(report: &mut Report) {
    let (hand, own, llm, set, host) = (
        by_hand::Tools::new(),
        record(),
        llm::Registry::new(),
        rig::set(),
        router::Host::new(),
    );
    let mut context = ToolContext::default();
    let times = report.compare(
        "Two integers",
        vec![
            Subject::new("by hand", || hand.succeed("add", TWO)),
            Subject::new("tooldef", || own::call(&own, "add", TWO)),
            Subject::new("llm-tool, registry", || assert!(llm.call("add", TWO))),
            Subject::new("rig, tool set", || {
                rig::call(&set, &mut context, "add", TWO);
            }),
            Subject::new("rmcp, prebuilt router", || host.prebuilt("add", TWO)),
            Subject::new("rmcp, default handler", || host.handler("add", TWO)),
        ],
    );
    report.at_most(
        "two integers, tooldef : by hand",
        ratios(&times[1], &times[0])[0],
        1.3,
    );
    report.at_least(
        "two integers, llm-tool : tooldef",
        ratios(&times[2], &times[1])[0],
        1.5,
    );
    report.at_least(
        "two integers, rig : tooldef",
        ratios(&times[3], &times[1])[0],
        3.0,
    );
    report.at_least(
        "two integers, rmcp : tooldef",
        ratios(&times[4], &times[1])[0],
        2.0,
    );
}

fn ten(report: &mut Report) {
    let (hand, own, llm, set, host) = (
        by_hand::Tools::new(),
        record(),
        llm::Registry::new(),
        rig::set(),
        router::Host::new(),
    );
    let mut context = ToolContext::default();
    let wrapped = format!(r#"{{"order":{TEN}}}"#);
    let times = report.compare(
        "Ten fields with nesting",
        vec![
            Subject::new("by hand", || hand.succeed("order", TEN)),
            Subject::new("tooldef", || own::call(&own, "order", TEN)),
            Subject::new("llm-tool, registry", || {
                assert!(llm.call("price_order", &wrapped));
            }),
            Subject::new("rig, tool set", || {
                rig::call(&set, &mut context, "order", TEN);
            }),
            Subject::new("rmcp, prebuilt router", || host.prebuilt("order", TEN)),
        ],
    );
    report.at_most(
        "ten fields, tooldef : by hand",
        ratios(&times[1], &times[0])[0],
        1.15,
    );
}

fn variants(report: &Report) {
    let (hand, own) = (by_hand::Tools::new(), record());
    let long = format!(r#"{{"text":"{}"}}"#, "x".repeat(64 * 1024));
    report.compare(
        "64 KiB of text, borrowed",
        vec![
            Subject::new("by hand", || hand.succeed("measure", &long)),
            Subject::new("tooldef", || own::call(&own, "measure", &long)),
        ],
    );
    let pinned = Tool::of::<add>().named("pinned").pin(json!({ "b": 25 }));
    let more = own::run(tools! { add, book, pinned: (pinned) }.expect("a sound record"));
    let mut next = 0_u64;
    report.compare(
        "Two integers with more around them",
        vec![
            Subject::new("plain", || own::call(&more, "add", TWO)),
            Subject::new("with a pin", || own::call(&more, "pinned", r#"{"a": 17}"#)),
            Subject::new("with a gate that approves at once", || {
                next += 1;
                let call = Call::new(next.to_string(), "book", TWO);
                assert!(!now(more.call(call)).is_error());
            }),
        ],
    );
}

fn sizes(report: &mut Report) {
    let (few, some, lots) = (
        own::run(own::many(10)),
        own::run(own::many(100)),
        own::run(own::many(10_000)),
    );
    // Each go names another tool, as models do.
    let names: Vec<String> = (0..10_000).map(|at| format!("add_{at}")).collect();
    let mut at = [0; 3];
    let [first, second, third] = &mut at;
    let call = |run: &tooldef::Run, at: &mut usize, count: usize| {
        *at = (*at + 7) % count.min(10);
        own::call(run, &names[*at * (count / 10)], TWO);
    };
    let times = report.compare(
        "Two integers, by the number of tools in the set",
        vec![
            Subject::new("10 tools", || call(&few, first, 10)),
            Subject::new("100 tools", || call(&some, second, 100)),
            Subject::new("10,000 tools", || call(&lots, third, 10_000)),
        ],
    );
    report.at_most(
        "10,000 tools : 10 tools",
        ratios(&times[2], &times[0])[0],
        1.15,
    );
}

fn failing(report: &Report) {
    const WRONG: &str = r#"{"a": "x", "c": 1}"#;
    let (own, llm) = (record(), llm::Registry::new());
    report.compare(
        "A call with three problems, and its text",
        vec![
            Subject::new("tooldef", || {
                let result = now(own.call(Call::new("1", "add", WRONG)));
                black_box(result.text());
            }),
            Subject::new("llm-tool, registry (first problem)", || {
                assert!(!llm.call("add", WRONG));
            }),
        ],
    );
    println!("  {}", now(own.call(Call::new("1", "add", WRONG))).text());
}

/// Counted in a program of its own, so that counting slows nothing down here.
fn allocations(report: &mut Report) {
    report.title("Heap allocations a call");
    let output = std::process::Command::new(env!("CARGO"))
        .args([
            "run",
            "--release",
            "-q",
            "-p",
            "bench",
            "--bin",
            "allocations",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo can be run");
    let text = String::from_utf8_lossy(&output.stdout);
    print!("{text}");
    for kind in ["two integers", "ten fields"] {
        let count = |who: &str| -> Option<f64> {
            let line = text
                .lines()
                .find(|line| line.contains(kind) && line.contains(who))?;
            line.rsplit(' ').next()?.parse().ok()
        };
        let more = count("tooldef")
            .zip(count("by hand"))
            .map(|(own, hand)| own - hand);
        report.at_most(
            &format!("{kind}, allocations more than by hand"),
            more.unwrap_or(f64::INFINITY),
            2.0,
        );
    }
}
