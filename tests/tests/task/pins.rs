//! Pinned arguments of task tools: what the model sees, and what runs.

use std::sync::{Arc, Mutex};

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tooldef::approval::{Decision, approver_fn};
use tooldef::task::{Catalogue, ModelReply, Scripted, Task, TaskToolConfig};
use tooldef::{Dispatcher, Effect, ErrorKind, Json, Tool, ToolSet};

use super::support::{call, dispatcher, run, shown, user};

fn schema() -> Value {
    json!({
        "properties": {
            "query": {"type": "string"},
            "limit": {"type": "integer"},
            "dry": {"type": "boolean"},
            "cursor": {"type": ["string", "null"]},
            "scopes": {"type": "array", "items": {"type": "string"}},
            "filter": {
                "type": "object",
                "properties": {
                    "region": {"type": "string"},
                    "verified": {"type": "boolean"},
                    "range": {
                        "type": "object",
                        "properties": {"from": {"type": "integer"}, "to": {"type": "integer"}},
                    },
                },
                "required": ["region"],
            },
            "any": true,
        },
        "required": ["query", "filter"],
    })
}

/// A catalogue of one action that gives back its arguments.
fn catalogue() -> Catalogue {
    let search = Tool::builder("search", "Gives back what it is called with.")
        .effect(Effect::Read)
        .raw_handler(schema(), |arguments: Map<String, Value>, _| async move {
            Value::Object(arguments)
        });
    Catalogue::new(ToolSet::builder().add(search).build().expect("sound"))
}

fn pinned(defaults: Value) -> Tool {
    let set = catalogue()
        .resolve([TaskToolConfig::action("search").defaults(defaults)])
        .expect("pins that fit");
    set.get("search").expect("listed").clone()
}

fn offered(defaults: Value) -> Value {
    Value::clone(&pinned(defaults).definition().input_schema)
}

fn fault(defaults: Value) -> String {
    catalogue()
        .resolve([TaskToolConfig::action("search").defaults(defaults)])
        .expect_err("a pin that cannot fit")
        .to_string()
}

/// What a task's model is told when it calls the pinned action with these
/// arguments.
fn answer(defaults: &Value, sent: &Value) -> String {
    let sent = sent.clone();
    let model = Scripted::new(move |turn| {
        let shown = shown(turn);
        Ok(if shown.is_empty() {
            ModelReply::calls([call("1", "search", &sent)])
        } else {
            ModelReply::text(shown.join("\n"))
        })
    });
    let task = Task::builder(model)
        .prompt("Search.")
        .catalogue(&catalogue())
        .tools([TaskToolConfig::action("search").defaults(defaults.clone())])
        .build()
        .expect("sound");
    run(task.run(&dispatcher(), &user()))
        .expect("ends well")
        .output
}

/// The arguments that ran.
fn ran(defaults: Value, sent: Value) -> Value {
    let answer = answer(&defaults, &sent);
    serde_json::from_str(&answer).unwrap_or_else(|_| panic!("{answer}"))
}

#[test]
fn pinned_objects_merge_with_the_models_key_by_key_at_every_level() {
    assert_eq!(
        ran(
            json!({"filter": {"region": "eu", "range": {"from": 1}}}),
            json!({"query": "q", "filter": {"verified": true, "range": {"to": 9}}}),
        ),
        json!({"query": "q", "filter": {"region": "eu", "verified": true, "range": {"from": 1, "to": 9}}})
    );
}

#[test]
fn pinned_scalars_win_also_those_that_look_like_nothing() {
    assert_eq!(
        ran(
            json!({"limit": 0, "dry": false, "query": ""}),
            json!({"limit": 9, "dry": true, "query": "q", "filter": {"region": "us"}}),
        ),
        json!({"limit": 0, "dry": false, "query": "", "filter": {"region": "us"}})
    );
}

#[test]
fn pinned_arrays_replace_the_models_whole() {
    assert_eq!(
        ran(
            json!({"scopes": ["read"]}),
            json!({"query": "q", "filter": {"region": "eu"}, "scopes": ["admin", "x", "y"]}),
        )["scopes"],
        json!(["read"])
    );
    assert_eq!(
        ran(
            json!({"scopes": []}),
            json!({"query": "q", "filter": {"region": "eu"}, "scopes": ["admin"]}),
        )["scopes"],
        json!([])
    );
}

#[test]
fn a_pinned_null_is_a_null() {
    assert_eq!(
        ran(
            json!({"cursor": null}),
            json!({"query": "q", "filter": {"region": "eu"}, "cursor": "next"}),
        )["cursor"],
        Value::Null
    );
}

#[test]
fn a_pinned_empty_object_pins_and_hides_nothing() {
    let sent = json!({"query": "q", "filter": {"region": "us"}});
    assert_eq!(ran(json!({"filter": {}}), sent.clone()), sent);
    assert_eq!(offered(json!({"filter": {}})), offered(json!({})));
}

#[test]
fn a_pinned_field_that_the_model_sends_all_the_same_is_overridden() {
    assert_eq!(
        ran(
            json!({"query": "pinned", "filter": {"region": "eu"}}),
            json!({"query": "mine", "filter": {"region": "us"}}),
        ),
        json!({"query": "pinned", "filter": {"region": "eu"}})
    );
}

#[test]
fn a_pinned_object_replaces_a_models_scalar_and_a_pinned_scalar_a_models_object() {
    assert_eq!(
        ran(
            json!({"filter": {"region": "eu"}}),
            json!({"query": "q", "filter": "everything"}),
        )["filter"],
        json!({"region": "eu"})
    );
    assert_eq!(
        ran(
            json!({"any": 5}),
            json!({"query": "q", "filter": {"region": "eu"}, "any": {"a": 1}}),
        )["any"],
        json!(5)
    );
}

#[test]
fn keys_that_other_languages_treat_specially_are_plain_data() {
    let defaults = json!({"any": {"__proto__": {"admin": false}, "constructor": 1}});
    let sent = json!({"query": "q", "filter": {"region": "eu"}, "any": {"__proto__": {"admin": true, "x": 2}}});
    assert_eq!(
        ran(defaults, sent)["any"],
        json!({"__proto__": {"admin": false, "x": 2}, "constructor": 1})
    );
}

#[test]
fn the_merge_is_what_is_validated_and_only_once_merged() {
    // `filter.region` is required, and only the pin has it.
    assert_eq!(
        ran(json!({"filter": {"region": "eu"}}), json!({"query": "q"})),
        json!({"query": "q", "filter": {"region": "eu"}})
    );
}

#[test]
fn pinned_leaves_are_gone_from_the_schema_and_from_required() {
    let schema = offered(json!({"query": "q", "limit": 3, "filter": {"region": "eu"}}));
    assert_eq!(schema["properties"].get("query"), None);
    assert_eq!(schema["properties"].get("limit"), None);
    let filter = &schema["properties"]["filter"];
    assert_eq!(filter["properties"].get("region"), None);
    assert!(filter["properties"].get("verified").is_some());
    let requires = |schema: &Value, name: &str| {
        let required = schema["required"].as_array();
        required.is_some_and(|names| names.iter().any(|one| one == name))
    };
    assert!(!requires(&schema, "query"));
    assert!(!requires(filter, "region"));
}

#[test]
fn an_object_whose_fields_are_all_pinned_is_gone_as_well() {
    let all = json!({"filter": {"region": "eu", "verified": true, "range": {"from": 1, "to": 2}}});
    let schema = offered(all);
    assert_eq!(schema["properties"].get("filter"), None);
    assert_eq!(schema["required"], json!(["query"]));
}

#[test]
fn a_pin_that_can_never_fit_is_refused_when_the_task_is_built() {
    for (defaults, word) in [
        (json!({"limit": "ten"}), "limit"),
        (json!({"filter": {"verified": 1}}), "filter.verified"),
        (json!({"scopes": "read"}), "scopes"),
        (json!({"filter": "eu"}), "filter"),
    ] {
        let error = fault(defaults);
        assert!(error.starts_with("tools[0].defaults: "), "{error}");
        assert!(error.contains(word), "{error}");
        assert!(!error.contains('\n'), "{error}");
    }
}

#[test]
fn a_pin_of_an_argument_that_is_not_there_is_refused_with_near_names() {
    let error = fault(json!({"filter": {"regoin": "eu"}}));
    assert!(error.starts_with("tools[0].defaults: "), "{error}");
    assert!(error.contains("region"), "{error}");
}

#[test]
fn the_model_never_reads_a_pinned_value_in_an_error() {
    let defaults = json!({"cursor": "s3cr3t"});
    let told = answer(&defaults, &json!({"query": 5, "filter": {"region": "eu"}}));
    assert!(
        told.starts_with("Invalid arguments for search: query: "),
        "{told}"
    );
    assert!(
        !told.contains("s3cr3t") && !told.contains("cursor"),
        "{told}"
    );
}

#[test]
fn pins_of_one_list_do_not_reach_another_list_of_the_same_catalogue() {
    let catalogue = catalogue();
    let pins = |region: &str| {
        let defaults = json!({"filter": {"region": region}});
        catalogue
            .resolve([TaskToolConfig::action("search").defaults(defaults)])
            .expect("sound")
    };
    let (eu, _us) = (pins("eu"), pins("us"));
    let tools = Dispatcher::builder(eu).build().expect("sound");
    let result = run(tools.call(&user(), call("1", "search", &json!({"query": "q"}))));
    assert_eq!(
        result.structured(),
        Some(json!({"query": "q", "filter": {"region": "eu"}}))
    );
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Pay {
    #[serde(alias = "sum")]
    amount: u32,
    to: To,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct To {
    #[serde(alias = "account")]
    iban: String,
    #[serde(default)]
    note: String,
}

#[test]
fn an_alias_of_a_pinned_field_never_carries_the_models_value() {
    let paid = Arc::new(Mutex::new(Vec::new()));
    let note = Arc::clone(&paid);
    let pay = Tool::builder("pay", "Pays an amount to an account.")
        .effect(Effect::Read)
        .handler(move |pay: Pay, _| {
            let line = (pay.amount, pay.to.iban, pay.to.note);
            note.lock().expect("not poisoned").push(line);
            async {}
        })
        .pin(json!({"amount": 5, "to": {"iban": "DE1"}}));
    let tools = Dispatcher::builder(ToolSet::builder().add(pay).build().expect("sound"))
        .build()
        .expect("sound");
    for (id, sent) in [
        json!({"sum": 9000, "to": {"note": "n"}}),
        json!({"to": {"account": "XX9", "note": "n"}}),
        json!({"sum": 9000, "amount": 9000, "to": {"account": "XX9", "iban": "XX9"}}),
    ]
    .into_iter()
    .enumerate()
    {
        run(tools.call(&user(), call(&id.to_string(), "pay", &sent)));
    }
    run(tools.call(&user(), call("last", "pay", &json!({"to": {"note": "n"}}))));
    let paid = paid.lock().expect("not poisoned");
    assert!(!paid.is_empty());
    for (amount, iban, _) in &*paid {
        assert_eq!((*amount, &**iban), (5, "DE1"));
    }
}

#[test]
fn whoever_approves_sees_the_pinned_arguments_and_that_they_are_pinned() {
    let cards = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&cards);
    let dispatcher = Dispatcher::builder(ToolSet::default())
        .approver(approver_fn(move |request| {
            let card = (request.arguments.clone(), request.pinned.clone());
            kept.lock().expect("not poisoned").push(card);
            async { Ok(Decision::Approve) }
        }))
        .build()
        .expect("sound");
    let write = Tool::builder("write", "Writes something somewhere.")
        .effect(Effect::Write)
        .raw_handler(schema(), |arguments, _| async move { Json(arguments) })
        .pin(json!({"filter": {"region": "eu"}, "limit": 3}));
    let model = Scripted::turns([
        ModelReply::calls([call("1", "write", &json!({"query": "q", "limit": 99}))]),
        ModelReply::text("done"),
    ]);
    let outcome =
        run(super::support::task(model, [write]).run(&dispatcher, &user())).expect("ends well");
    assert!(outcome.report.calls[0].success());
    let cards = cards.lock().expect("not poisoned");
    let (arguments, pinned) = &cards[0];
    assert_eq!(
        Value::Object(arguments.clone()),
        json!({"query": "q", "limit": 3, "filter": {"region": "eu"}})
    );
    assert_eq!(*pinned, ["filter.region", "limit"]);
}

#[test]
fn arguments_that_are_no_object_are_refused_and_not_merged_over() {
    for text in ["5", "[1]", "\"text\"", "true"] {
        let tools = ToolSet::builder()
            .add(pinned(json!({"query": "q", "filter": {"region": "eu"}})))
            .build()
            .expect("sound");
        let dispatcher = Dispatcher::builder(tools).build().expect("sound");
        let result = run(dispatcher.call(&user(), tooldef::Call::new("1", "search", text)));
        assert_eq!(result.error, Some(ErrorKind::InvalidArguments), "{text}");
    }
    for text in ["", "null", "{}"] {
        let tools = ToolSet::builder()
            .add(pinned(json!({"query": "q", "filter": {"region": "eu"}})))
            .build()
            .expect("sound");
        let dispatcher = Dispatcher::builder(tools).build().expect("sound");
        let result = run(dispatcher.call(&user(), tooldef::Call::new("1", "search", text)));
        assert_eq!(
            result.structured(),
            Some(json!({"query": "q", "filter": {"region": "eu"}})),
            "{text}"
        );
    }
}

#[test]
fn an_alias_that_the_tool_was_told_of_counts_as_its_pinned_field() {
    #[derive(serde::Deserialize, schemars::JsonSchema)]
    struct Payment {
        #[serde(alias = "sum")]
        amount: u8,
    }
    let tool = tooldef::Tool::builder("pay", "Pays an amount; returns it.")
        .effect(tooldef::Effect::Read)
        .handler(|payment: Payment, _| async move { payment.amount.to_string() })
        .with_alias("sum", "amount")
        .pin(serde_json::json!({"amount": 1}));
    let set = tooldef::ToolSet::builder()
        .add(tool)
        .build()
        .expect("a sound set");
    let dispatcher = tooldef::Dispatcher::builder(set).build().expect("no state");
    let call = tooldef::Call::new("c1", "pay", r#"{"sum":200}"#);
    let result = pollster::block_on(dispatcher.call(&tooldef::Caller::new("ada"), call));
    assert_eq!(result.text(), "1");
}
