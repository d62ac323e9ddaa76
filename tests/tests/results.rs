//! What a model reads: results of every kind of return type, errors, and the
//! limit.

use std::borrow::Cow;
use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use anyhow::Context as _;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use tooldef::{
    Audio, Call, Caller, Content, Dispatcher, ErrorKind, Image, Payload, ResourceLink, Tool,
    ToolResult, ToolSet, tool,
};

fn call(tool: Tool) -> ToolResult {
    call_with_limit(tool, 50_000)
}

fn call_with_limit(tool: Tool, limit: usize) -> ToolResult {
    let set = ToolSet::builder()
        .named("probe", tool)
        .build()
        .expect("one sound tool");
    let dispatcher = Dispatcher::builder(set)
        .result_limit(limit)
        .build()
        .expect("no state");
    pollster::block_on(dispatcher.call(&Caller::new("ada"), Call::new("c1", "probe", "{}")))
}

/// Makes a tool of each function and gives its result's text.
macro_rules! texts {
    ($($name:ident() -> $kind:ty { $body:expr } => $text:expr;)*) => {$({
        #[tool(description = "Gives one value of a kind for this test.", effect = "read")]
        async fn $name() -> $kind {
            $body
        }
        let result = call(Tool::of::<$name>());
        assert!(!result.is_error(), "{}: {result:?}", stringify!($name));
        assert_eq!(result.text(), $text, stringify!($name));
    })*};
}

#[test]
fn text_of_any_string_type_arrives_as_it_is() {
    const SAID: &str = "say \"hi\"\nx";
    texts! {
        string() -> String { SAID.to_owned() } => SAID;
        borrowed() -> &'static str { SAID } => SAID;
        cow() -> Cow<'static, str> { SAID.into() } => SAID;
        boxed() -> Box<str> { SAID.into() } => SAID;
        shared() -> Arc<str> { SAID.into() } => SAID;
        shared_owned() -> Rc<String> { Rc::new(SAID.to_owned()) } => SAID;
        shared_cow() -> Arc<Cow<'static, str>> { Arc::new(SAID.into()) } => SAID;
        twice_borrowed() -> &'static &'static str { &SAID } => SAID;
        leaked() -> &'static mut str { SAID.to_owned().leak() } => SAID;
        ok() -> Result<String, fmt::Error> { Ok(SAID.to_owned()) } => SAID;
        some() -> Option<String> { Some(SAID.to_owned()) } => SAID;
        empty() -> String { String::new() } => "";
    }
}

#[test]
fn text_that_looks_like_json_stays_text_and_a_value_stays_a_value() {
    texts! {
        number_text() -> String { "123".to_owned() } => "123";
        null_text() -> String { "null".to_owned() } => "null";
        object_text() -> String { "{\"a\":1}".to_owned() } => "{\"a\":1}";
        value_text() -> Value { json!("123") } => "\"123\"";
        value_null() -> Value { Value::Null } => "null";
        reference() -> Value { json!({"$ref": "#/$defs/X"}) } => "{\"$ref\":\"#/$defs/X\"}";
    }
}

#[test]
fn unit_is_empty_none_is_null_and_all_else_is_compact_json() {
    #[derive(Serialize)]
    struct Note {
        id: u32,
        labels: Vec<&'static str>,
    }
    #[derive(Serialize)]
    enum Colour {
        Red,
    }
    texts! {
        unit() -> () { () } => "";
        unit_ok() -> Result<(), fmt::Error> { Ok(()) } => "";
        none() -> Option<u8> { None } => "null";
        no_text() -> Option<String> { None } => "null";
        structure() -> Note { Note { id: 1, labels: vec!["a"] } } => "{\"id\":1,\"labels\":[\"a\"]}";
        variant() -> Colour { Colour::Red } => "\"Red\"";
        list() -> Vec<u8> { vec![1, 2] } => "[1,2]";
        truth() -> bool { true } => "true";
        pair() -> (u8, String) { (1, "x".to_owned()) } => "[1,\"x\"]";
        bool_keys() -> HashMap<bool, u8> { HashMap::from([(true, 1)]) } => "{\"true\":1}";
    }
}

#[test]
fn wide_integers_keep_every_digit() {
    texts! {
        unsigned() -> u64 { u64::MAX } => "18446744073709551615";
        signed() -> i64 { i64::MIN } => "-9223372036854775808";
        wide() -> u128 { u128::MAX } => "340282366920938463463374607431768211455";
        precise() -> Vec<u64> { vec![9_007_199_254_740_993] } => "[9007199254740993]";
    }
}

#[test]
fn numbers_that_json_does_not_have_become_null() {
    #[derive(Serialize)]
    struct Reading {
        high: f64,
    }
    texts! {
        not_a_number() -> f64 { f64::NAN } => "null";
        infinite() -> Reading { Reading { high: f64::INFINITY } } => "{\"high\":null}";
    }
}

#[derive(Debug)]
struct Outer(Inner);
#[derive(Debug)]
struct Inner;

impl fmt::Display for Outer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("saving note")
    }
}
impl fmt::Display for Inner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("disk full")
    }
}
impl Error for Inner {}
impl Error for Outer {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}

/// Makes a tool of each function and gives its error's text.
macro_rules! errors {
    ($($name:ident() -> $kind:ty { $body:expr } => $text:expr;)*) => {$({
        #[tool(description = "Fails in one way for this test.", effect = "read")]
        async fn $name() -> $kind {
            $body
        }
        let result = call(Tool::of::<$name>());
        assert_eq!(result.error, Some(ErrorKind::Failed), "{}", stringify!($name));
        assert_eq!(result.text(), $text, stringify!($name));
    })*};
}

#[test]
fn any_error_type_gives_its_message_and_its_sources_once_each() {
    errors! {
        own() -> Result<u8, Outer> { Err(Outer(Inner)) } => "saving note: disk full";
        any() -> anyhow::Result<u8> {
            Err(anyhow::anyhow!("disk full")).context("saving note")
        } => "saving note: disk full";
        repeated() -> anyhow::Result<u8> {
            Err(anyhow::anyhow!("disk full")).context("saving note: disk full")
        } => "saving note: disk full";
        boxed() -> Result<u8, Box<dyn Error + Send + Sync>> { Err(Outer(Inner).into()) } => "saving note: disk full";
        boxed_local() -> Result<u8, Box<dyn Error>> { Err(Outer(Inner).into()) } => "saving note: disk full";
        boxed_send() -> Result<u8, Box<dyn Error + Send>> { Err(Box::new(Outer(Inner))) } => "saving note: disk full";
        text() -> Result<u8, String> { Err("disk full".to_owned()) } => "disk full";
        literal() -> Result<u8, &'static str> { Err("disk full") } => "disk full";
    }
}

#[test]
fn an_error_within_a_success_is_an_error() {
    errors! {
        nested() -> Result<Result<u8, Inner>, fmt::Error> { Ok(Err(Inner)) } => "disk full";
        optional() -> Option<Result<u8, Inner>> { Some(Err(Inner)) } => "disk full";
        within_option() -> Result<Option<Result<u8, Inner>>, fmt::Error> { Ok(Some(Err(Inner))) } => "disk full";
    }
}

#[test]
fn a_result_that_cannot_be_encoded_says_that_the_tool_has_run() {
    #[tool(
        description = "Counts pairs; the keys are no JSON keys.",
        effect = "read"
    )]
    async fn stats() -> HashMap<(u8, u8), u32> {
        HashMap::from([((1, 2), 3)])
    }
    let result = call(Tool::of::<stats>());
    assert_eq!(result.error, Some(ErrorKind::Unencodable));
    assert!(
        result.text().contains("ran to its end"),
        "{}",
        result.text()
    );
    assert!(
        result.text().contains("key must be a string"),
        "{}",
        result.text()
    );
}

#[test]
fn a_panic_while_the_result_is_encoded_or_shown_is_one_error_result() {
    struct Explosive;
    impl Serialize for Explosive {
        fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            panic!("secret token")
        }
    }
    #[derive(Debug)]
    struct Shy;
    impl fmt::Display for Shy {
        fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
            panic!("secret token")
        }
    }
    #[tool(description = "Gives what cannot be encoded.", effect = "read")]
    async fn encodes() -> Explosive {
        Explosive
    }
    #[tool(description = "Fails with what cannot be shown.", effect = "read")]
    async fn shows() -> Result<u8, Shy> {
        Err(Shy)
    }
    for tool in [Tool::of::<encodes>(), Tool::of::<shows>()] {
        let result = call(tool);
        assert_eq!(result.error, Some(ErrorKind::Panicked));
        assert!(!result.text().contains("secret"), "{}", result.text());
        assert!(result.detail.unwrap_or_default().contains("secret token"));
    }
}

#[test]
fn a_content_block_that_may_be_absent_is_a_block_or_null() {
    fn picture(there: bool) -> Option<Image> {
        there.then(|| Image {
            data: "AA==".into(),
            mime_type: "image/png".into(),
        })
    }
    #[tool(description = "Draws a picture if it can.", effect = "read")]
    async fn some() -> Option<Image> {
        picture(true)
    }
    #[tool(description = "Draws a picture if it can.", effect = "read")]
    async fn none() -> Result<Option<Image>, fmt::Error> {
        Ok(picture(false))
    }
    let drawn = picture(true).expect("a picture");
    assert_eq!(
        call(Tool::of::<some>()).payload,
        Payload::Blocks(vec![drawn.into()])
    );
    assert_eq!(
        call(Tool::of::<none>()).payload,
        Payload::Text("null".into())
    );
}

#[test]
fn content_blocks_of_every_kind_pass_through() {
    let image = Image {
        data: "AA==".into(),
        mime_type: "image/png".into(),
    };
    let audio = Audio {
        data: "AA==".into(),
        mime_type: "audio/wav".into(),
    };
    let link = ResourceLink {
        uri: "file:///a".into(),
        name: "a".into(),
        description: None,
        mime_type: None,
    };
    #[tool(description = "Draws a picture.", effect = "read")]
    async fn picture() -> Image {
        Image {
            data: "AA==".into(),
            mime_type: "image/png".into(),
        }
    }
    #[tool(description = "Gives one block of each kind.", effect = "read")]
    async fn all() -> Result<Vec<Content>, fmt::Error> {
        Ok(vec![
            Content::text("as it is"),
            Image {
                data: "AA==".into(),
                mime_type: "image/png".into(),
            }
            .into(),
            Audio {
                data: "AA==".into(),
                mime_type: "audio/wav".into(),
            }
            .into(),
            ResourceLink {
                uri: "file:///a".into(),
                name: "a".into(),
                description: None,
                mime_type: None,
            }
            .into(),
        ])
    }
    assert_eq!(
        call(Tool::of::<picture>()).payload,
        Payload::Blocks(vec![image.clone().into()])
    );
    let blocks = vec![
        Content::text("as it is"),
        image.into(),
        audio.into(),
        link.into(),
    ];
    let result = call(Tool::of::<all>());
    assert_eq!(result.blocks(), blocks);
    assert_eq!(
        serde_json::to_value(&result.blocks()[1]).expect("a block is JSON"),
        json!({"type": "image", "data": "AA==", "mimeType": "image/png"})
    );
}

#[test]
fn a_long_result_is_cut_on_a_character_and_says_so() {
    fn repeated(text: &'static str, times: usize) -> Tool {
        Tool::builder("probe", "Gives a text of a length for this test.")
            .handler(move |_: Empty, _| async move { text.repeat(times) })
    }
    let exactly = call_with_limit(repeated("é", 10), 10);
    assert_eq!(exactly.text(), "éééééééééé");
    let longer = call_with_limit(repeated("🙂", 11), 10);
    assert_eq!(
        longer.text(),
        format!(
            "{}\n\n[Result truncated: 11 chars exceeds 10 limit]",
            "🙂".repeat(10)
        )
    );
    assert_eq!(
        longer.detail.as_deref(),
        Some(&*"🙂".repeat(11)),
        "the operator sees all of it"
    );
    let nothing = call_with_limit(repeated("é", 3), 0);
    assert_eq!(
        nothing.text(),
        "\n\n[Result truncated: 3 chars exceeds 0 limit]"
    );
    let unset = call(repeated("a", 50_001));
    assert!(
        unset
            .text()
            .ends_with("[Result truncated: 50001 chars exceeds 50000 limit]")
    );
    assert_eq!(call(repeated("a", 50_000)).text().len(), 50_000);
}

#[derive(serde::Deserialize, JsonSchema)]
struct Empty {}

#[test]
fn a_structured_result_survives_the_cut_of_its_text() {
    let tool = Tool::builder("probe", "Gives a list of numbers for this test.")
        .handler(|_: Empty, _| async { tooldef::Json(vec![9_007_199_254_740_993_u64; 3]) });
    let result = call_with_limit(tool, 5);
    assert!(result.text().starts_with("[9007\n\n[Result truncated"));
    assert_eq!(
        result.structured(),
        Some(json!(vec![9_007_199_254_740_993_u64; 3]))
    );
}

#[test]
fn the_output_schema_is_that_of_the_value_and_absent_for_text() {
    #[derive(Serialize, JsonSchema)]
    struct Note {
        id: u32,
    }
    type Saved<T> = Result<T, Inner>;
    #[tool(description = "Gives a note.", effect = "read")]
    async fn note() -> Saved<Note> {
        Ok(Note { id: 1 })
    }
    #[tool(description = "Gives a text.", effect = "read")]
    async fn words() -> Saved<String> {
        Ok(String::new())
    }
    #[tool(description = "Gives nothing.", effect = "read")]
    async fn nothing() {}
    let note = Tool::of::<note>();
    let schema = note
        .definition()
        .output_schema
        .as_deref()
        .expect("a struct has a schema");
    assert_eq!(schema["type"], "object");
    assert_eq!(schema["required"], json!(["id"]));
    assert!(Tool::of::<words>().definition().output_schema.is_none());
    assert!(Tool::of::<nothing>().definition().output_schema.is_none());
}

#[test]
fn an_application_can_rewrite_error_texts_before_a_model_reads_them() {
    #[tool(description = "Fails with an address in its text.", effect = "read")]
    async fn connect() -> Result<u8, String> {
        Err("no answer from postgres://admin:hunter2@db".to_owned())
    }
    let set = ToolSet::builder()
        .add(Tool::of::<connect>())
        .build()
        .expect("one sound tool");
    let dispatcher = Dispatcher::builder(set)
        .error_text(|tool, failure| format!("{tool} failed ({})", failure.kind()))
        .build()
        .expect("no state");
    let result =
        pollster::block_on(dispatcher.call(&Caller::new("ada"), Call::new("c1", "connect", "")));
    assert_eq!(result.text(), "connect failed (failed)");
    assert!(
        result.detail.unwrap_or_default().contains("hunter2"),
        "the operator sees all of it"
    );
}
