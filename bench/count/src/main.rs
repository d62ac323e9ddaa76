//! Makes one kind of call as often as its argument says, for counts of
//! instructions. Two runs under callgrind, one longer than the other, give the
//! count of one call as their difference.

mod by_hand;

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use tooldef::{Call, Caller, Dispatcher, tool, tools};

const ARGUMENTS: &str = r#"{"a": 17, "b": 25}"#;

#[tool(description = "Add two numbers. Returns their sum.", effect = "read")]
fn add(
    /// The first number.
    a: i64,
    /// The second number.
    b: i64,
) -> i64 {
    a + b
}

/// Polls a future that is ready at once.
fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => unreachable!("nothing here waits"),
    }
}

fn tooldef(times: usize) {
    let tools = tools! { add }.expect("a sound record");
    let dispatcher = Dispatcher::builder(tools)
        .build()
        .expect("nothing is missing");
    let run = dispatcher.run(&Caller::system());
    for _ in 0..times {
        let result = now(run.call(Call::new("call-1", "add", ARGUMENTS)));
        assert_eq!(result.text(), "42");
    }
}

fn by_hand(times: usize) {
    let tools = by_hand::tools();
    for _ in 0..times {
        let result = now(by_hand::call(&tools, "add", ARGUMENTS)).expect("a sound call");
        assert_eq!(result, "42");
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let whose = arguments.next();
    let times = arguments.next().and_then(|times| times.parse().ok());
    match (whose.as_deref(), times) {
        (Some("tooldef"), Some(times)) => tooldef(times),
        (Some("by-hand"), Some(times)) => by_hand(times),
        _ => panic!("call it as `bench-count tooldef|by-hand TIMES`"),
    }
}
