//! What MCP clients are told beyond the schema.

use serde_json::{Value, json};
use tooldef::provider::{Dialect, NoteKind, mcp};
use tooldef::{Annotations, Effect};

use crate::support::{render, with_root};

fn hints(annotations: Annotations) -> Value {
    let definition = with_root(json!({})).with_annotations(annotations);
    render(Dialect::Mcp, &definition).tools[0]["annotations"].clone()
}

fn annotated(change: impl FnOnce(&mut Annotations)) -> Annotations {
    let mut annotations = Annotations::new();
    change(&mut annotations);
    annotations
}

#[test]
fn effects_are_written_as_hints_from_one_table() {
    for (effect, read_only, destructive) in [
        (Effect::Read, true, false),
        (Effect::Write, false, false),
        (Effect::Update, false, true),
        (Effect::Destructive, false, true),
    ] {
        assert_eq!(
            hints(Annotations::with_effect(effect)),
            json!({ "readOnlyHint": read_only, "destructiveHint": destructive }),
            "{effect}"
        );
    }
}

#[test]
fn the_older_destructive_wins_over_a_read_effect() {
    let both = annotated(|all| {
        all.effect = Some(Effect::Read);
        all.destructive = Some(true);
    });
    assert_eq!(
        hints(both),
        json!({ "readOnlyHint": false, "destructiveHint": true })
    );
}

#[test]
fn nothing_is_guessed_where_nothing_was_said() {
    assert_eq!(hints(Annotations::new()), Value::Null);
    assert_eq!(
        hints(annotated(|all| all.idempotent = Some(true))),
        json!({ "idempotentHint": true })
    );
    assert_eq!(
        hints(annotated(|all| all.read_only = Some(true))),
        json!({ "readOnlyHint": true })
    );
    let contradiction = annotated(|all| {
        all.effect = Some(Effect::Read);
        all.read_only = Some(false);
    });
    assert_eq!(hints(contradiction), json!({ "readOnlyHint": false }));
}

#[test]
fn no_annotation_is_dropped() {
    let all = annotated(|all| {
        all.title = Some("A title".into());
        all.effect = Some(Effect::Update);
        all.idempotent = Some(true);
        all.open_world = Some(false);
        all.requires_user_context = Some(true);
        all.read_only = Some(false);
    });
    let definition = with_root(json!({})).with_annotations(all);
    let tool = render(Dialect::Mcp, &definition).tools[0].clone();
    assert_eq!(tool["title"], "A title");
    assert_eq!(tool["annotations"]["title"], "A title");
    assert_eq!(tool["annotations"]["idempotentHint"], true);
    assert_eq!(tool["annotations"]["openWorldHint"], false);
    assert_eq!(
        tool["_meta"][mcp::META_KEY],
        json!({ "effect": "update", "readOnly": false, "requiresUserContext": true })
    );
}

#[test]
fn output_schemas_are_shown_when_their_root_is_an_object() {
    let object = json!({ "type": "object", "properties": { "n": { "type": "integer", "format": "uint8" } } });
    let definition = with_root(json!({})).with_output_schema(object);
    let tool = render(Dialect::Mcp, &definition).tools[0].clone();
    assert_eq!(tool["outputSchema"]["properties"]["n"]["type"], "integer");
    let definition =
        with_root(json!({})).with_output_schema(json!({ "type": "array", "items": {} }));
    let rendering = render(Dialect::Mcp, &definition);
    assert!(rendering.tools[0].get("outputSchema").is_none());
    assert_eq!(rendering.notes[0].kind, NoteKind::OutputLeftOut);
}
