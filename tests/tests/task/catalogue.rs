//! What a list's entries become: descriptions and pinned arguments.

use serde_json::json;
use tooldef::task::{Catalogue, TaskToolConfig};
use tooldef::{Methods, Tool, ToolSet};

use super::support::counted;

fn described(config: TaskToolConfig) -> String {
    let catalogue = Catalogue::new(ToolSet::default()).methods(Methods::new([counted("m").0]));
    let set = catalogue.resolve([config]).expect("sound");
    set.get("m")
        .expect("listed")
        .definition()
        .description
        .clone()
        .into_owned()
}

#[test]
fn the_tasks_description_of_a_method_wins() {
    let config = TaskToolConfig::app_method("m").description("As this task uses it.");
    assert_eq!(described(config), "As this task uses it.");
}

#[test]
fn the_methods_own_description_is_the_fallback() {
    assert_eq!(
        described(TaskToolConfig::app_method("m")),
        "Counts how often it runs; returns the count."
    );
}

#[test]
fn the_catalogue_itself_is_not_changed_by_a_list() {
    let catalogue = Catalogue::new(ToolSet::default()).methods(Methods::new([counted("m").0]));
    let one = TaskToolConfig::app_method("m").description("As this task uses it.");
    catalogue.resolve([one]).expect("sound");
    let set = catalogue
        .resolve([TaskToolConfig::app_method("m")])
        .expect("sound");
    assert!(
        set.get("m")
            .is_some_and(|tool| tool.definition().description.starts_with("Counts"))
    );
}

#[test]
fn everything_of_a_catalogue_makes_one_set_for_a_dispatcher() {
    let actions = ToolSet::builder()
        .add(counted("a").0)
        .build()
        .expect("sound");
    let catalogue = Catalogue::new(actions).methods(Methods::new([counted("m").0]));
    let everything = catalogue.everything().expect("no name stands twice");
    let names: Vec<&str> = everything.iter().map(Tool::name).collect();
    assert_eq!(names, ["a", "m"]);
}

#[test]
fn an_empty_object_of_defaults_pins_nothing() {
    let search = Tool::builder("search", "Searches; takes a query.").raw_handler(
        json!({"properties": {"query": {"type": "string"}}}),
        |_, _| async { "" },
    );
    let actions = ToolSet::builder().add(search).build().expect("sound");
    let catalogue = Catalogue::new(actions.clone());
    let set = catalogue
        .resolve([TaskToolConfig::action("search").defaults(json!({}))])
        .expect("sound");
    assert_eq!(
        set.get("search")
            .map(|tool| &tool.definition().input_schema),
        actions
            .get("search")
            .map(|tool| &tool.definition().input_schema)
    );
}
