//! Lists of task tools: the four shapes, and one line for each mistake.

use serde_json::{Value, json};
use tooldef::task::{Catalogue, TaskToolConfig, TaskTools};
use tooldef::{Methods, Tool, ToolSet};

use super::support::counted;

fn read(list: Value) -> String {
    TaskTools::from_value(list)
        .expect_err("a mistake")
        .to_string()
}

fn catalogue() -> Catalogue {
    let search = Tool::builder("search", "Searches the web; takes a query.").raw_handler(
        json!({"properties": {"query": {"type": "string"}, "limit": {"type": "integer"}}}),
        |_, _| async { "" },
    );
    let actions = ToolSet::builder().add(search).build().expect("sound");
    let methods = Methods::new([counted("update_vendor").0]);
    Catalogue::new(actions).methods(methods)
}

fn resolve(list: impl IntoIterator<Item = TaskToolConfig>) -> String {
    catalogue()
        .resolve(list)
        .expect_err("a mistake")
        .to_string()
}

#[test]
fn the_four_shapes_stand_in_one_list_in_its_order() {
    let set = catalogue()
        .resolve([
            "search".into(),
            TaskToolConfig::app_method("update_vendor").description("Updates one vendor."),
            TaskToolConfig::inline(counted("blocked").0),
        ])
        .expect("a sound list");
    let names: Vec<&str> = set.iter().map(Tool::name).collect();
    assert_eq!(names, ["search", "update_vendor", "blocked"]);
}

#[test]
fn the_shapes_read_from_json_are_those_built_in_rust() {
    let list = TaskTools::from_json(
        r#"["search", {"method": "m", "defaults": {"a": 1}}, {"appMethod": "update_vendor", "description": "d", "defaults": {}}]"#,
    )
    .expect("a sound list");
    let built = [
        TaskToolConfig::action("search"),
        TaskToolConfig::action("m").defaults(json!({"a": 1})),
        TaskToolConfig::app_method("update_vendor")
            .description("d")
            .defaults(json!({})),
    ];
    assert_eq!(format!("{:?}", list.0), format!("{built:?}"));
}

#[test]
fn each_mistake_in_json_is_one_line_with_its_place_and_the_four_shapes() {
    let shapes = "a tool has one of four shapes: \"action\"; {\"method\"";
    for (entry, start, names_shapes) in [
        (
            json!(5),
            "tools[1]: expected a text or an object, got a number; ",
            true,
        ),
        (
            json!(null),
            "tools[1]: expected a text or an object, got null; ",
            true,
        ),
        (
            json!({}),
            "tools[1]: neither `method` nor `appMethod` is there; ",
            true,
        ),
        (
            json!({"method": "a", "appMethod": "b"}),
            "tools[1]: `method` and `appMethod` are two shapes; ",
            true,
        ),
        (
            json!({"method": "a", "description": "d"}),
            "tools[1]: `description` belongs to `appMethod`, another shape; ",
            true,
        ),
        (
            json!({"method": "a", "execute": "x"}),
            "tools[1]: `execute` belongs to an inline tool, another shape; ",
            true,
        ),
        (
            json!({"name": "a", "description": "d", "inputSchema": {}}),
            "tools[1]: an inline tool cannot be read from JSON: give it from Rust; ",
            true,
        ),
        (
            json!({"method": "a", "roles": []}),
            "tools[1].roles: unknown key; ",
            true,
        ),
        (
            json!({"appMethod": "a", "odd\nkey": 1}),
            "tools[1][\"odd\\nkey\"]: unknown key; ",
            true,
        ),
        (
            json!({"method": "a", "defaults": [1]}),
            "tools[1].defaults: expected an object of pinned arguments, got a list",
            false,
        ),
        (
            json!({"method": "a", "defaults": null}),
            "tools[1].defaults: expected an object of pinned arguments, got null",
            false,
        ),
        (
            json!({"method": 7}),
            "tools[1].method: expected a text, got a number",
            false,
        ),
        (
            json!({"appMethod": "a", "description": {}}),
            "tools[1].description: expected a text, got an object",
            false,
        ),
    ] {
        let error = read(json!(["search", entry]));
        assert!(error.starts_with(start), "{error}");
        assert_eq!(error.contains(shapes), names_shapes, "{error}");
        assert!(!error.contains('\n'), "{error}");
    }
}

#[test]
fn several_mistakes_are_told_at_once() {
    let error = TaskTools::from_value(json!([true, "search", {"method": 1, "defaults": 2}]))
        .expect_err("mistakes");
    let places: Vec<&str> = error.faults().iter().map(|fault| &*fault.place).collect();
    assert_eq!(places, ["tools[0]", "tools[2].method", "tools[2].defaults"]);
}

#[test]
fn text_that_is_no_list_is_refused() {
    assert!(
        read(json!({"tools": []})).starts_with("tools: expected a list of tools, got an object")
    );
    for text in [
        "[\"search\"",
        "",
        "[] []",
        r#"[{"method": "a", "method": "b"}]"#,
    ] {
        let error = TaskTools::from_json(text).expect_err("not one list");
        assert!(
            error.to_string().starts_with("tools: cannot be read: "),
            "{error}"
        );
    }
}

#[test]
fn a_list_inside_a_configuration_of_the_applications_own_keeps_its_places() {
    #[derive(serde::Deserialize, Debug)]
    struct Config {
        #[allow(dead_code, reason = "only its error matters here")]
        tools: TaskTools,
    }
    let error = serde_json::from_value::<Config>(json!({"tools": ["a", {"methode": "b"}]}))
        .expect_err("a mistake");
    assert!(
        error.to_string().starts_with("tools[1]: neither"),
        "{error}"
    );
}

#[test]
fn names_that_nothing_has_are_refused_with_what_may_have_been_meant() {
    assert!(
        resolve(["nothing_like_it".into()])
            .starts_with("tools[0]: no action is called \"nothing_like_it\"")
    );
    assert_eq!(
        resolve(["search".into(), "update_vendor".into()]),
        "tools[1]: no action is called \"update_vendor\"; it is an application method, which is written {\"appMethod\": \"update_vendor\"}"
    );
    assert_eq!(
        resolve([TaskToolConfig::app_method("search")]),
        "tools[0]: no application method is called \"search\"; it is an action, which is written {\"method\": \"search\"}"
    );
}

#[test]
fn a_name_stands_once_in_a_list_whatever_its_shape() {
    assert_eq!(
        resolve([
            "search".into(),
            TaskToolConfig::app_method("update_vendor"),
            TaskToolConfig::inline(counted("search").0),
        ]),
        "tools[2]: \"search\" is offered already, by tools[0]; a name can stand once in a list"
    );
}

#[test]
fn an_action_and_a_method_of_one_name_are_refused_even_when_neither_is_listed() {
    let actions = ToolSet::builder()
        .add(counted("save").0)
        .build()
        .expect("sound");
    let catalogue = Catalogue::new(actions).methods(Methods::new([counted("save").0]));
    let error = catalogue
        .resolve(Vec::<TaskToolConfig>::new())
        .expect_err("a collision")
        .to_string();
    assert!(
        error.starts_with("catalogue: \"save\" stands for two of them, "),
        "{error}"
    );
}

#[test]
fn an_inline_tool_takes_no_defaults_and_no_second_description() {
    assert_eq!(
        resolve([TaskToolConfig::inline(counted("a").0).defaults(json!({}))]),
        "tools[0].defaults: an inline tool takes none: pin its arguments with `Tool::pin`"
    );
    assert_eq!(
        resolve([TaskToolConfig::inline(counted("a").0).description("d")]),
        "tools[0].description: an inline tool takes none: describe it where it is built"
    );
}

#[test]
fn a_described_action_is_a_mix_of_two_shapes() {
    let error = resolve([TaskToolConfig::action("search").description("d")]);
    assert!(
        error
            .starts_with("tools[0]: `description` belongs to an application method, another shape"),
        "{error}"
    );
}

#[test]
fn an_inline_tool_needs_a_description_that_says_something() {
    for blank in ["", "  \n", "blocked"] {
        let tool = Tool::builder("blocked", blank).bare_handler(|_| async { "" });
        let error = resolve([TaskToolConfig::inline(tool)]);
        assert!(error.starts_with("tools[0].description: "), "{error}");
    }
}

#[test]
fn a_blank_description_of_a_method_is_refused_and_does_not_fall_back() {
    let error = resolve([TaskToolConfig::app_method("update_vendor").description(" ")]);
    assert!(error.starts_with("tools[0].description: "), "{error}");
}

#[test]
fn the_published_schema_has_the_keys_that_are_read() {
    let schema = TaskTools::schema();
    let shapes = schema["items"]["oneOf"].as_array().expect("three shapes");
    assert_eq!(shapes.len(), 3);
    let keys = |shape: &Value| -> Vec<String> {
        shape["properties"]
            .as_object()
            .expect("an object")
            .keys()
            .cloned()
            .collect()
    };
    let mut method = keys(&shapes[1]);
    method.sort();
    assert_eq!(method, ["defaults", "method"]);
    let mut app = keys(&shapes[2]);
    app.sort();
    assert_eq!(app, ["appMethod", "defaults", "description"]);
    for shape in &shapes[1..] {
        assert_eq!(shape["additionalProperties"], json!(false));
    }
}
