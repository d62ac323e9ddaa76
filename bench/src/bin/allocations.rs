//! Counts the heap allocations of one call.

use std::alloc::System;

use bench::own::{self, TEN, TWO, add, order};
use bench::{by_hand, peers};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static GLOBAL: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn count(kind: &str, who: &str, mut once: impl FnMut()) {
    const GOES: usize = 1000;
    once();
    let region = Region::new(GLOBAL);
    for _ in 0..GOES {
        once();
    }
    println!("  {kind}, {who}: {}", region.change().allocations / GOES);
}

fn main() {
    let hand = by_hand::Tools::new();
    let run = own::run(tooldef::tools! { add, order }.expect("a sound record"));
    let llm = peers::llm::Registry::new();
    let set = peers::rig::set();
    let mut context = rig_agent::tool::ToolContext::default();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let _entered = runtime.enter();
    let host = peers::router::Host::new();
    for (kind, name, arguments) in [("two integers", "add", TWO), ("ten fields", "order", TEN)] {
        count(kind, "by hand", || hand.succeed(name, arguments));
        count(kind, "tooldef", || own::call(&run, name, arguments));
        count(kind, "rig", || {
            peers::rig::call(&set, &mut context, name, arguments);
        });
        count(kind, "rmcp", || host.prebuilt(name, arguments));
    }
    count("two integers", "llm-tool", || assert!(llm.call("add", TWO)));
}
