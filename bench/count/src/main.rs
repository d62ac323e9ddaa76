//! Makes one kind of call as often as its last argument says, for counts of
//! instructions. Two runs under callgrind, one longer than the other, give the
//! count of one call as their difference.

use bench_count::own::{self, TEN, TWO, add, book, order};
use bench_count::{by_hand, now};
use tooldef::{Call, Tool, tools};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [subject, times] = arguments.as_slice() else {
        panic!("call it as `bench-count SUBJECT TIMES`");
    };
    let times: u64 = times.parse().expect("the last argument is a number");
    let hand = by_hand::Tools::new();
    let pinned = Tool::of::<add>().pin(serde_json::json!({ "b": 25 }));
    let record = tools! { add, book, order, pinned: (pinned) };
    let run = own::run(record.expect("a sound record"));
    let once: &dyn Fn(u64) = match subject.as_str() {
        "tooldef-two" => &|_| own::call(&run, "add", TWO),
        "by-hand-two" => &|_| hand.succeed("add", TWO),
        "tooldef-ten" => &|_| own::call(&run, "order", TEN),
        "by-hand-ten" => &|_| hand.succeed("order", TEN),
        "tooldef-pin" => &|_| own::call(&run, "pinned", r#"{"a": 17}"#),
        "tooldef-gate" => &|id| {
            // A gated call runs once for an id.
            let call = Call::new(id.to_string(), "book", TWO);
            assert!(!now(run.call(call)).is_error());
        },
        other => panic!("there is no subject `{other}`"),
    };
    (0..times).for_each(once);
}
