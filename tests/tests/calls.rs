//! One call after another: what comes in as arguments, and that exactly one
//! result comes out whatever the body does.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context as TaskContext, Poll, Waker};
use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use tooldef::{
    Call, CallId, Caller, Context, Dispatcher, ErrorKind, Limits, State, Tool, ToolResult, ToolSet,
    tool, tools,
};
use tooldef_tests::ManualClock;

fn ask(tool: Tool, arguments: &str) -> ToolResult {
    let set = ToolSet::builder()
        .named("probe", tool)
        .build()
        .expect("one sound tool");
    let dispatcher = Dispatcher::builder(set).build().expect("no state");
    pollster::block_on(dispatcher.call(&Caller::new("ada"), Call::new("c1", "probe", arguments)))
}

fn error_text(tool: Tool, arguments: &str) -> String {
    let result = ask(tool, arguments);
    assert_eq!(
        result.error,
        Some(ErrorKind::InvalidArguments),
        "{arguments}: {result:?}"
    );
    result.text().into_owned()
}

#[tool(
    description = "Does nothing at all, to see that it is there.",
    effect = "read"
)]
async fn ping() -> &'static str {
    "pong"
}

#[tool(
    description = "Searches by words; gives back what it was asked.",
    effect = "read"
)]
async fn search(
    query: String,
    limit: Option<u32>,
    #[arg(default)] tags: Vec<String>,
    #[arg(default = 7)] page: u8,
) -> String {
    format!("{query}|{limit:?}|{tags:?}|{page}")
}

#[test]
fn blank_absent_and_null_arguments_mean_an_empty_object() {
    for nothing in ["", "  \n", "null", "{}", " { } "] {
        assert_eq!(
            ask(Tool::of::<ping>(), nothing).text(),
            "pong",
            "{nothing:?}"
        );
    }
    assert_eq!(
        error_text(Tool::of::<search>(), ""),
        "Invalid arguments for probe: query: required, but missing"
    );
}

#[test]
fn anything_but_one_object_is_an_error_and_never_an_empty_object() {
    for wrong in [
        "5",
        "true",
        "[1]",
        "[]",
        "\"hello\"",
        "{",
        "{\"query\":\"a\"",
        "{} {}",
        "{\"query\":\"a\"} x",
        "{'query':1}",
        "{\"query\":\"line1  ",
        "\"\\\"{}\\\"\"",
        "{\"query\":\"\\ud83d\"}",
        "nul",
    ] {
        for tool in [Tool::of::<ping>(), Tool::of::<search>()] {
            let text = error_text(tool, wrong);
            assert!(
                text.starts_with("Invalid arguments for probe: "),
                "{wrong}: {text}"
            );
            assert!(!text.contains('\n'), "{wrong}: {text}");
        }
    }
    assert!(error_text(Tool::of::<search>(), "{\"query\":\"line1  ").contains("cut off"));
}

#[test]
fn an_object_sent_as_a_text_is_unwrapped_once() {
    let result = ask(Tool::of::<search>(), r#""{\"query\":\"a\"}""#);
    assert_eq!(result.text(), "a|None|[]|7");
}

#[test]
fn all_problems_are_named_at_once_with_their_paths() {
    let text = error_text(
        Tool::of::<search>(),
        r#"{"query":5,"limit":"x","tags":["a",1],"zzz":1}"#,
    );
    for path in ["query: ", "limit: ", "tags.1: ", "zzz: unknown argument"] {
        assert!(text.contains(path), "{path} in {text}");
    }
    assert!(
        text.starts_with("Invalid arguments for probe: ") && !text.contains('\n'),
        "{text}"
    );
}

#[test]
fn a_key_that_stands_twice_is_refused_at_any_depth() {
    #[tool(
        description = "Takes data of any kind and gives it back.",
        effect = "read"
    )]
    async fn take(data: Value, map: Option<HashMap<String, u8>>) -> String {
        format!("{data} {map:?}")
    }
    for (twice, path) in [
        (r#"{"data":1,"data":2}"#, "data"),
        (r#"{"data":{"a":{"b":1,"b":2}}}"#, "data.a.b"),
        (r#"{"data":[{"b":1,"b":2}]}"#, "data.0.b"),
        (r#"{"data":1,"map":{"x":1,"x":1}}"#, "map.x"),
        (r#"{"data":1,"\u0064ata":2}"#, "data"),
    ] {
        let text = error_text(Tool::of::<take>(), twice);
        assert!(text.contains(path), "{twice}: {text}");
    }
}

#[test]
fn depth_and_size_have_limits_that_can_be_set() {
    #[tool(
        description = "Takes data of any kind and gives back its length.",
        effect = "read"
    )]
    async fn take(data: Value) -> usize {
        data.to_string().len()
    }
    let nested = |depth: usize| format!("{{\"data\":{}{}}}", "[".repeat(depth), "]".repeat(depth));
    assert!(!ask(Tool::of::<take>(), &nested(40)).is_error());
    for depth in [200, 100_000] {
        assert!(error_text(Tool::of::<take>(), &nested(depth)).contains("deep"));
    }
    let set = ToolSet::builder()
        .add(Tool::of::<take>())
        .build()
        .expect("one sound tool");
    let dispatcher = Dispatcher::builder(set)
        .argument_limits(Limits {
            bytes: 20,
            depth: 3,
        })
        .build()
        .expect("no state");
    let caller = Caller::new("ada");
    let call = |arguments: String| {
        pollster::block_on(dispatcher.call(&caller, Call::new("1", "take", arguments)))
    };
    assert!(!call(nested(2)).is_error());
    assert!(call(nested(3)).is_error());
    assert!(call(format!("{{\"data\":\"{}\"}}", "x".repeat(20))).is_error());
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Place {
    x: u8,
    #[serde(default)]
    y: u8,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "read through Debug")]
enum Shape {
    Dot,
    Circle { radius: u8 },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "read through Debug")]
enum Loose {
    Number { x: u8 },
    Word { y: String },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
#[allow(dead_code, reason = "read through Debug")]
enum Tagged {
    Here(Place),
}

#[tool(
    description = "Takes shapes of several kinds and gives them back.",
    effect = "read"
)]
async fn draw(
    place: Option<Place>,
    shape: Option<Shape>,
    loose: Option<Loose>,
    tagged: Option<Tagged>,
) -> String {
    format!("{place:?} {shape:?} {loose:?} {tagged:?}")
}

#[test]
fn what_serde_alone_would_take_is_refused_where_the_schema_says_otherwise() {
    for wrong in [
        r#"{"place":[1,2]}"#,
        r#"{"shape":{"Dot":null}}"#,
        r#"{"shape":{"Circle":[1]}}"#,
        r#"{"shape":{"Circle":{"radius":1},"Dot":null}}"#,
        r#"{"loose":[1]}"#,
        r#"{"tagged":["Here",1]}"#,
        r#"{"tagged":{"kind":"Here","x":1,"x":2}}"#,
    ] {
        error_text(Tool::of::<draw>(), wrong);
    }
    let right = ask(
        Tool::of::<draw>(),
        r#"{"place":{"x":1},"shape":{"Circle":{"radius":2}},"loose":{"x":3},"tagged":{"kind":"Here","x":4}}"#,
    );
    assert!(!right.is_error(), "{right:?}");
}

#[test]
fn a_problem_within_a_union_has_its_full_path_and_no_rust_type_names() {
    let text = error_text(Tool::of::<draw>(), r#"{"loose":{"x":300}}"#);
    assert!(text.contains("loose.x: "), "{text}");
    assert!(!text.contains("Loose") && !text.contains("u8"), "{text}");
}

#[test]
fn a_safety_field_of_the_wrong_type_is_an_error_and_not_absent() {
    #[tool(description = "Pretends to delete, if confirmed.", effect = "read")]
    async fn erase(id: String, confirm: Option<String>) -> String {
        format!("{id} {confirm:?}")
    }
    let text = error_text(Tool::of::<erase>(), r#"{"id":"1","confirm":123}"#);
    assert!(text.contains("confirm: "), "{text}");
}

#[test]
fn repair_follows_the_schema_and_never_touches_texts() {
    #[tool(
        description = "Takes some fields and gives them back.",
        effect = "read"
    )]
    async fn take(
        n: Option<u32>,
        s: Option<String>,
        tags: Option<Vec<String>>,
        #[arg(default = 9)] page: u8,
    ) -> String {
        format!("{n:?} {s:?} {tags:?} {page}")
    }
    for (sent, read) in [
        (r#"{"n":"5","s":"5"}"#, r#"Some(5) Some("5") None 9"#),
        (r#"{"n":5.0}"#, "Some(5) None None 9"),
        (
            r#"{"tags":"[\"a\"]","s":"[1]"}"#,
            r#"None Some("[1]") Some(["a"]) 9"#,
        ),
        (r#"{"page":null}"#, "None None None 9"),
        (r#"{"s":"null"}"#, r#"None Some("null") None 9"#),
    ] {
        assert_eq!(ask(Tool::of::<take>(), sent).text(), read, "{sent}");
    }
    for wrong in ["0x10", " 5 ", "1,000", "1e3", "null", "None", "five", "-1"] {
        error_text(Tool::of::<take>(), &format!("{{\"n\":\"{wrong}\"}}"));
    }
    let set = ToolSet::builder()
        .add(Tool::of::<take>())
        .build()
        .expect("one sound tool");
    let strict = Dispatcher::builder(set).strict().build().expect("no state");
    let call = Call::new("1", "take", r#"{"n":"5"}"#);
    let result = pollster::block_on(strict.call(&Caller::new("ada"), call));
    assert_eq!(
        result.error,
        Some(ErrorKind::InvalidArguments),
        "strict turns repair off"
    );
}

type Maybe<T> = Option<T>;

#[test]
fn optional_is_what_the_type_says_and_not_how_it_is_spelled() {
    mod own {
        #[derive(serde::Deserialize, schemars::JsonSchema)]
        pub(super) struct Option(pub u8);
    }
    #[tool(
        description = "Takes what may be left out and gives it back.",
        effect = "read"
    )]
    async fn take(
        a: core::option::Option<u8>,
        b: Maybe<u8>,
        c: std::option::Option<String>,
    ) -> String {
        format!("{a:?}{b:?}{c:?}")
    }
    #[tool(
        description = "Takes a type that is only called like an option.",
        effect = "read"
    )]
    async fn must(a: own::Option) -> u8 {
        a.0
    }
    assert_eq!(ask(Tool::of::<take>(), "{}").text(), "NoneNoneNone");
    assert!(
        Tool::of::<take>()
            .definition()
            .input_schema
            .get("required")
            .is_none()
    );
    error_text(Tool::of::<must>(), "{}");
    assert_eq!(
        Tool::of::<must>().definition().input_schema["required"][0],
        "a"
    );
}

#[test]
fn null_and_absence_stay_distinct_in_an_option_of_an_option() {
    #[tool(
        description = "Takes a field with three states and names it.",
        effect = "read"
    )]
    #[allow(clippy::option_option, reason = "that is what this is about")]
    async fn patch(x: Option<Option<u8>>, one: Option<u8>) -> String {
        format!("{x:?} {one:?}")
    }
    for (sent, read) in [
        ("{}", "None None"),
        (r#"{"x":null,"one":null}"#, "Some(None) None"),
        (r#"{"x":1}"#, "Some(Some(1)) None"),
    ] {
        assert_eq!(ask(Tool::of::<patch>(), sent).text(), read, "{sent}");
    }
}

#[test]
fn borrowed_parameters_are_lent_also_when_the_text_has_escapes() {
    #[tool(
        description = "Takes borrowed things and gives them back.",
        effect = "read"
    )]
    async fn take(s: &str, o: Option<&str>, c: Cow<'_, str>, list: &[u8], place: &Place) -> String {
        format!("{s}|{o:?}|{c}|{list:?}|{}{}", place.x, place.y)
    }
    let result = ask(
        Tool::of::<take>(),
        r#"{"s":"a\"\u00e9\n","o":"b","c":"c\t","list":[1,2],"place":{"x":1,"y":2}}"#,
    );
    assert_eq!(result.text(), "a\"é\n|Some(\"b\")|c\t|[1, 2]|12");
}

#[test]
fn wide_integers_and_integer_keys_arrive_with_every_digit() {
    #[tool(
        description = "Takes wide numbers and gives them back.",
        effect = "read"
    )]
    async fn take(wide: u128, negative: i128, keys: BTreeMap<u32, f64>) -> String {
        format!("{wide} {negative} {keys:?}")
    }
    let sent = format!(
        "{{\"wide\":{},\"negative\":{},\"keys\":{{\"7\":1.5}}}}",
        u128::MAX,
        i128::MIN
    );
    assert_eq!(
        ask(Tool::of::<take>(), &sent).text(),
        format!("{} {} {{7: 1.5}}", u128::MAX, i128::MIN)
    );
}

#[tool(description = "Panics in one of several ways.", effect = "read")]
async fn explode(after_await: bool, in_drop: bool) -> u8 {
    struct Mine(bool);
    impl Drop for Mine {
        fn drop(&mut self) {
            assert!(!self.0, "dropped with a secret");
        }
    }
    let _mine = Mine(in_drop);
    if after_await {
        std::future::ready(()).await;
        yield_once().await;
    }
    assert!(in_drop, "panicked with a secret");
    0
}

async fn yield_once() {
    let mut yielded = false;
    poll_fn(|cx| {
        if std::mem::replace(&mut yielded, true) {
            return Poll::Ready(());
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

#[test]
fn a_panic_is_one_error_result_and_the_next_call_works() {
    let set = tools! { explode, ping }.expect("sound tools");
    let dispatcher = Dispatcher::builder(set).build().expect("no state");
    let run = dispatcher.run(&Caller::new("ada"));
    for arguments in [
        r#"{"after_await":false,"in_drop":false}"#,
        r#"{"after_await":true,"in_drop":false}"#,
        r#"{"after_await":false,"in_drop":true}"#,
        r#"{"after_await":true,"in_drop":true}"#,
    ] {
        let calls = [
            Call::new("c1", "explode", arguments),
            Call::new("c2", "ping", ""),
        ];
        let results = pollster::block_on(run.call_all(calls));
        assert_eq!(results[0].error, Some(ErrorKind::Panicked), "{arguments}");
        assert_eq!(results[0].call_id.as_str(), "c1");
        assert!(
            !results[0].text().contains("secret"),
            "{}",
            results[0].text()
        );
        assert!(
            results[0]
                .detail
                .as_deref()
                .unwrap_or_default()
                .contains("secret")
        );
        assert_eq!(results[1].text(), "pong");
    }
}

#[test]
fn a_panic_while_the_arguments_are_read_is_one_error_result() {
    #[derive(JsonSchema)]
    struct Explosive;
    impl<'de> Deserialize<'de> for Explosive {
        fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
            panic!("while reading")
        }
    }
    #[tool(description = "Takes what cannot be read.", effect = "read")]
    async fn take(#[arg(rename = "it")] _it: Explosive) {}
    let found = std::panic::catch_unwind(|| ask(Tool::of::<take>(), r#"{"it":null}"#));
    let result = found.expect("the panic stays within the call");
    assert_eq!(result.error, Some(ErrorKind::Panicked));
}

#[test]
fn a_mutating_call_whose_arguments_panic_is_told_as_not_run() {
    #[derive(JsonSchema)]
    struct Explosive;
    impl<'de> Deserialize<'de> for Explosive {
        fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
            panic!("while reading")
        }
    }
    #[tool(description = "Writes what cannot be read.", effect = "write")]
    async fn write(#[arg(rename = "it")] _it: Explosive) {}
    let result = ask(Tool::of::<write>(), r#"{"it":null}"#);
    assert_eq!(result.error, Some(ErrorKind::Panicked));
    assert_eq!(
        result.text(),
        "The tool probe was not run: its arguments could not be read."
    );
}

#[test]
fn an_integer_too_wide_for_a_gated_tool_is_named_as_too_wide() {
    #[tool(description = "Writes a wide number.", effect = "write")]
    async fn write(_wide: u128) {}
    let sent = format!("{{\"_wide\":{}}}", u128::MAX);
    let result = ask(Tool::of::<write>(), &sent);
    assert_eq!(result.error, Some(ErrorKind::InvalidArguments));
    let text = result.text();
    assert!(
        text.contains("_wide: expected integer, got number 3.4") && text.contains("beyond 64 bits"),
        "{text}"
    );
}

#[test]
fn a_call_that_takes_too_long_ends_at_an_await_and_its_outcome_is_told_honestly() {
    #[tool(
        description = "Writes, and never comes back.",
        effect = "update",
        timeout = 5
    )]
    async fn update() {
        std::future::pending::<()>().await;
    }
    #[tool(description = "Reads, and never comes back.", effect = "read")]
    async fn look() {
        std::future::pending::<()>().await;
    }
    let set = tools! { update, look }.expect("sound tools");
    let clock = ManualClock::default();
    let dispatcher = Dispatcher::builder(set)
        .policy(tooldef::approval::Policy::new().ungated("update"))
        .call_timeout(Duration::from_secs(2))
        .clock(clock.clone())
        .build()
        .expect("no state");
    let caller = Caller::new("ada");
    let mut cx = TaskContext::from_waker(Waker::noop());
    for (name, seconds, says) in [
        ("look", 2, "may be called again"),
        ("update", 5, "is unknown"),
    ] {
        let mut call = pin!(dispatcher.call(&caller, Call::new("1", name, "")));
        assert!(call.as_mut().poll(&mut cx).is_pending());
        clock.advance(Duration::from_millis(seconds * 1000 - 1));
        assert!(
            call.as_mut().poll(&mut cx).is_pending(),
            "{name} has its time"
        );
        clock.advance(Duration::from_millis(1));
        let Poll::Ready(result) = call.as_mut().poll(&mut cx) else {
            panic!("{name} is over")
        };
        assert_eq!(result.error, Some(ErrorKind::TimedOut));
        assert!(result.text().contains(says), "{}", result.text());
    }
}

#[test]
fn dropping_a_call_drops_its_body_and_leaves_nothing_behind() {
    let held = Arc::new(());
    let inside = Arc::clone(&held);
    #[derive(Deserialize, JsonSchema)]
    struct Empty {}
    let tool = Tool::builder("hold", "Holds something and never comes back.").handler(
        move |_: Empty, context| {
            let held = Arc::clone(&inside);
            async move {
                let _context: Context = context;
                std::future::pending::<()>().await;
                drop(held);
            }
        },
    );
    let set = ToolSet::builder()
        .add(tool)
        .build()
        .expect("one sound tool");
    let dispatcher = Dispatcher::builder(set).build().expect("no state");
    let run = dispatcher.run(&Caller::new("ada"));
    let mut cx = TaskContext::from_waker(Waker::noop());
    for _ in 0..100 {
        let mut call = Box::pin(run.call(Call::new("1", "hold", "")));
        assert!(call.as_mut().poll(&mut cx).is_pending());
        assert_eq!(Arc::strong_count(&held), 3);
        drop(call);
        assert_eq!(Arc::strong_count(&held), 2);
    }
}

#[test]
fn results_of_one_turn_come_back_in_call_order_and_one_failure_touches_no_sibling() {
    #[tool(
        description = "Waits some polls, then answers or fails.",
        effect = "read"
    )]
    async fn work(polls: u32, fail: bool) -> Result<u32, &'static str> {
        for _ in 0..polls {
            yield_once().await;
        }
        if fail { Err("no luck") } else { Ok(polls) }
    }
    let set = tools! { work }.expect("a sound tool");
    let dispatcher = Dispatcher::builder(set).build().expect("no state");
    let calls: Vec<_> = (0..200_u32)
        .map(|n| {
            let arguments = format!("{{\"polls\":{},\"fail\":{}}}", (n * 37) % 19, n % 3 == 1);
            Call::new(format!("c{n}"), "work", arguments)
        })
        .collect();
    let results = pollster::block_on(dispatcher.call_all(&Caller::new("ada"), calls));
    assert_eq!(results.len(), 200);
    for (n, result) in results.iter().enumerate() {
        assert_eq!(result.call_id, CallId::from(format!("c{n}")));
        assert_eq!(result.is_error(), n % 3 == 1);
    }
}

#[test]
fn context_parameters_are_invisible_to_the_model_and_filled_by_the_dispatcher() {
    struct Notes(AtomicUsize);
    #[tool(
        description = "Counts how often it was called, and by whom.",
        effect = "read"
    )]
    async fn count(
        #[context] notes: State<Notes>,
        #[context] caller: Caller,
        #[context] id: CallId,
        by: usize,
    ) -> String {
        let before = notes.0.fetch_add(by, Ordering::SeqCst);
        format!("{before} {} {id}", caller.id())
    }
    let set = tools! { count }.expect("a sound tool");
    let schema = &set
        .get("count")
        .expect("it is there")
        .definition()
        .input_schema;
    assert_eq!(
        schema["properties"].as_object().map(serde_json::Map::len),
        Some(1)
    );
    let missing = Dispatcher::builder(set.clone())
        .build()
        .expect_err("no state was given");
    assert!(
        missing
            .to_string()
            .contains("`count` asks for a state of type"),
        "{missing}"
    );
    assert!(missing.to_string().contains("Notes"), "{missing}");
    let dispatcher = Dispatcher::builder(set)
        .state(Notes(AtomicUsize::new(0)))
        .build()
        .expect("a state was given");
    let caller = Caller::new("ada");
    for expected in ["0 ada c1", "2 ada c1"] {
        let result =
            pollster::block_on(dispatcher.call(&caller, Call::new("c1", "count", r#"{"by":2}"#)));
        assert_eq!(result.text(), expected);
    }
}

#[test]
fn a_tool_still_is_an_ordinary_function() {
    assert_eq!(pollster::block_on(ping()), "pong");
    assert_eq!(
        pollster::block_on(search("a".into(), Some(1), vec!["b".into()], 2)),
        "a|Some(1)|[\"b\"]|2"
    );
}

#[test]
fn a_typed_closure_reads_defaults_options_and_refuses_unknown_keys() {
    let mut schema = serde_json::Value::Null;
    let mut make = || {
        let tool = Tool::builder("probe", "Gives back a place for this test.")
            .handler(|place: Place, _| async move { format!("{place:?}") });
        schema = Value::clone(&tool.definition().input_schema);
        tool
    };
    assert_eq!(ask(make(), r#"{"x":1}"#).text(), "Place { x: 1, y: 0 }");
    let text = error_text(make(), r#"{"x":1,"z":2}"#);
    assert!(text.contains("z: unknown argument"), "{text}");
    error_text(make(), "[1,2]");
    assert_eq!(schema["additionalProperties"], false);
}

struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("the payload falls apart");
    }
}

#[tool(
    description = "Panics with a payload that panics when dropped.",
    effect = "read"
)]
async fn burst() -> u8 {
    std::panic::panic_any(Bomb)
}

#[test]
fn a_panic_whose_payload_panics_when_dropped_is_one_error_result() {
    let result = ask(Tool::of::<burst>(), "{}");
    assert_eq!(result.error, Some(ErrorKind::Panicked));
}
