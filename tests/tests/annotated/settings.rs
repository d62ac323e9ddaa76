//! What the settings of an attribute make of the definition.

use serde_json::json;
use tooldef::{Effect, Origin, tool, tools};

use crate::call::{text, tool as find};

#[tool(
    description = "Delete a note by its id.",
    name = "delete-note",
    title = "Delete a note",
    effect = "destructive",
    destructive = true,
    read_only = false,
    idempotent,
    open_world = false,
    requires_user_context,
    roles("editor", "admin"),
    timeout = 0.25
)]
async fn everything(id: u64) -> u64 {
    id
}

#[test]
fn every_annotation_reaches_the_definition() {
    let set = tools! { everything }.unwrap();
    let definition = find(&set, "delete-note").definition();
    let annotations = &definition.annotations;
    assert_eq!(definition.description, "Delete a note by its id.");
    assert_eq!(annotations.title.as_deref(), Some("Delete a note"));
    assert_eq!(annotations.effect, Some(Effect::Destructive));
    assert_eq!(annotations.destructive, Some(true));
    assert_eq!(annotations.read_only, Some(false));
    assert_eq!(annotations.idempotent, Some(true));
    assert_eq!(annotations.open_world, Some(false));
    assert_eq!(annotations.requires_user_context, Some(true));
    assert_eq!(&*definition.roles, ["editor", "admin"]);
    let Origin::Function { module, file, line } = &definition.origin else {
        panic!("an annotated fn has a place: {:?}", definition.origin);
    };
    assert_eq!(*module, module_path!());
    assert_eq!(*file, file!());
    assert!(*line > 0);
}

#[tool(description = "Say nothing more.")]
fn silent() {}

#[test]
fn what_the_author_did_not_say_stays_unsaid() {
    let set = tools! { silent }.unwrap();
    let definition = find(&set, "silent").definition();
    assert_eq!(definition.annotations, tooldef::Annotations::new());
    assert!(definition.roles.is_empty());
}

#[tool(description = "Wait for an hour.", timeout = 0.01)]
async fn slow() {
    std::future::pending::<()>().await;
}

#[test]
fn a_timeout_is_the_tools_own() {
    let set = tools! { slow }.unwrap();
    assert!(crate::call::result(&set, "slow", &json!({})).is_error());
}

const TEXT: &str = "Told by a constant.";

#[tool(description = TEXT)]
fn by_constant() {}

#[tool(description = concat!("Told by ", "a macro."))]
fn by_macro() {}

#[tool(description = include_str!("said.txt"))]
fn by_file() {}

/// Told by the doc comment.
///
/// In two paragraphs.
#[tool(description = doc)]
fn by_comment() {}

/** Told by a block comment.
 *
 *  - with stars
 */
#[tool(description = doc)]
fn by_block_comment() {}

#[doc = include_str!("said.txt")]
#[tool(description = doc)]
fn by_commented_file() {}

/// Told to people only.
#[tool(description = "Told to the model.")]
fn by_attribute() {}

#[test]
fn a_description_is_any_constant_text_and_a_comment_only_by_name() {
    let set =
        tools! { by_constant, by_macro, by_file, by_comment, by_block_comment, by_commented_file, by_attribute }
            .unwrap();
    let told: Vec<&str> = set
        .iter()
        .map(|tool| &*tool.definition().description)
        .collect();
    assert_eq!(
        told,
        [
            "Told by a constant.",
            "Told by a macro.",
            "First line.\n",
            "Told by the doc comment.\n\nIn two paragraphs.",
            "Told by a block comment.\n\n - with stars",
            "First line.\n",
            "Told to the model.",
        ]
    );
}

#[tool(description = "Add one to a number.", crate = ::tooldef)]
fn by_path(n: u8) -> u8 {
    n + 1
}

#[test]
fn the_path_of_the_crate_can_be_given() {
    let set = tools! { crate = ::tooldef; by_path }.unwrap();
    assert_eq!(text(&set, "by_path", &json!({"n": 1})), "2");
}
