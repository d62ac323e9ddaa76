//! What keys do, without a terminal.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use serde_json::{Map, Value, json};

use super::super::line::columns;
use super::{Dialogue, Step};
use crate::approval::{ApprovalId, ApprovalRequest, Decision, Digest, Fate, Ties};
use crate::cancel::Cancellation;
use crate::clock::SystemClock;
use crate::{Annotations, Definition, Effect, Problem};

fn arguments(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(arguments) => arguments,
        _ => Map::new(),
    }
}

/// An open request; an edit fits when it has an `id`.
fn request() -> ApprovalRequest {
    let definition = Definition::new("move_note", "Moves a note elsewhere.", json!({}));
    let given = arguments(json!({"id": 1, "to": "a\u{202e}b"}));
    let timeout = Duration::from_secs(60);
    let clock = Arc::new(SystemClock::default());
    let fate = Arc::new(Fate::open(clock, timeout, Cancellation::new()));
    let look = |edited: &Map<String, Value>| match edited.get("id") {
        Some(_) => Vec::new(),
        None => vec![Problem::new("id", "is missing")],
    };
    ApprovalRequest {
        id: ApprovalId::from("approval-1"),
        call_id: "call-1".into(),
        tool: "move_note".into(),
        description: "Moves a note elsewhere.".into(),
        digest: Digest::of(&definition, &given),
        arguments: given,
        pinned: Vec::new(),
        defaults: Map::new(),
        annotations: Annotations::with_effect(Effect::Update),
        caller: "ada".into(),
        system: false,
        timeout,
        requested_at: SystemTime::now(),
        ties: Ties::new(fate, look),
    }
}

fn press(dialogue: &mut Dialogue, code: KeyCode) -> Step {
    dialogue.event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))
}

fn write(dialogue: &mut Dialogue, text: &str) {
    for character in text.chars() {
        press(dialogue, KeyCode::Char(character));
    }
}

#[test]
fn y_and_r_answer_and_other_keys_do_not() {
    let mut dialogue = Dialogue::new();
    for code in [
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Char(' '),
        KeyCode::Char('a'),
        KeyCode::Backspace,
        KeyCode::Tab,
    ] {
        assert_eq!(press(&mut dialogue, code), Step::Stay, "{code:?}");
    }
    for code in ['y', 'Y'].map(KeyCode::Char) {
        assert_eq!(
            press(&mut Dialogue::new(), code),
            Step::Done(Decision::Approve)
        );
    }
    assert_eq!(
        press(&mut dialogue, KeyCode::Char('r')),
        Step::Done(Decision::ApproveForRun)
    );
}

#[test]
fn neither_a_paste_nor_a_release_nor_a_chord_answers() {
    let mut dialogue = Dialogue::new();
    assert_eq!(dialogue.event(&Event::Paste("y\r".into())), Step::Stay);
    let mut release = KeyEvent::new(KeyCode::Char('y'), KeyModifiers::NONE);
    release.kind = KeyEventKind::Release;
    assert_eq!(dialogue.event(&Event::Key(release)), Step::Stay);
    for modifiers in [KeyModifiers::CONTROL, KeyModifiers::ALT] {
        let chord = KeyEvent::new(KeyCode::Char('y'), modifiers);
        assert_eq!(dialogue.event(&Event::Key(chord)), Step::Stay);
    }
}

#[test]
fn an_interrupt_means_no_also_while_a_reason_is_written() {
    for before in ["", "n", "nwhy"] {
        for key in ['c', 'd'] {
            let mut dialogue = Dialogue::new();
            write(&mut dialogue, before);
            let key = KeyEvent::new(KeyCode::Char(key), KeyModifiers::CONTROL);
            assert!(matches!(
                dialogue.event(&Event::Key(key)),
                Step::Done(Decision::Deny { .. })
            ));
        }
    }
}

#[test]
fn n_asks_for_a_reason_that_can_be_mended_pasted_and_left() {
    let mut dialogue = Dialogue::new();
    write(&mut dialogue, "nyes");
    press(&mut dialogue, KeyCode::Backspace);
    dialogue.event(&Event::Paste("\n später\u{1b}".into()));
    assert_eq!(
        press(&mut dialogue, KeyCode::Enter),
        Step::Done(Decision::deny("ye  später"))
    );
    let mut dialogue = Dialogue::new();
    write(&mut dialogue, "nnever");
    press(&mut dialogue, KeyCode::Esc);
    assert_eq!(
        press(&mut dialogue, KeyCode::Char('y')),
        Step::Done(Decision::Approve)
    );
}

#[test]
fn an_edit_that_fits_is_approved_as_edited_and_not_for_the_run() {
    let request = request();
    let mut dialogue = Dialogue::new();
    assert_eq!(press(&mut dialogue, KeyCode::Char('e')), Step::Edit);
    let text = dialogue.draft(&request);
    assert!(text.contains(r"\u202e"), "{text}");
    dialogue
        .take(&request, text.replace(": 1", ": 2"))
        .expect("it fits");
    assert_eq!(press(&mut dialogue, KeyCode::Char('r')), Step::Stay);
    let edited = arguments(json!({"id": 2, "to": "a\u{202e}b"}));
    assert_eq!(dialogue.edited(), Some(&edited));
    assert_eq!(
        press(&mut dialogue, KeyCode::Char('y')),
        Step::Done(Decision::ApproveEdited { arguments: edited })
    );
}

#[test]
fn an_edit_that_changes_nothing_is_no_edit() {
    let request = request();
    let mut dialogue = Dialogue::new();
    let text = dialogue.draft(&request);
    dialogue.take(&request, text).expect("it fits");
    assert_eq!(
        press(&mut dialogue, KeyCode::Char('y')),
        Step::Done(Decision::Approve)
    );
}

#[test]
fn what_does_not_fit_is_told_and_edited_again_from_where_it_was_left() {
    let request = request();
    let mut dialogue = Dialogue::new();
    for (text, told) in [
        (r#"{"id": 1,"#, "[e] edits it again"),
        (r#"{"id": 1, "id": 2}"#, "id"),
        ("[1]", "object"),
        (r#"{"to": "x"}"#, "id: is missing"),
    ] {
        let fault = dialogue
            .take(&request, text.into())
            .expect_err("it does not fit");
        assert!(fault.contains(told), "{fault}");
        assert_eq!(dialogue.edited(), None);
        assert_eq!(dialogue.draft(&request), text);
    }
    // A text that was emptied is given up rather than taken as no arguments.
    dialogue.take(&request, "\n".into()).expect_err("empty");
    assert_eq!(dialogue.edited(), None);
    assert_eq!(dialogue.draft(&request), Dialogue::new().draft(&request));
}

#[test]
fn the_prompt_fits_every_width_and_counts_down() {
    let request = request();
    let mut dialogue = Dialogue::new();
    for width in 1..200 {
        assert!(
            columns(&dialogue.prompt(&request, width)) <= width,
            "{width}"
        );
    }
    let prompt = dialogue.prompt(&request, 100);
    assert!(
        prompt.contains("60 s left") && prompt.contains("move_note?"),
        "{prompt}"
    );
    write(&mut dialogue, "nlong \u{4e2d}\u{6587} \u{202e}");
    write(&mut dialogue, &"x".repeat(300));
    for width in 12..200 {
        let prompt = dialogue.prompt(&request, width);
        assert!(columns(&prompt) <= width, "{width}: {prompt}");
        assert!(!prompt.contains('\u{202e}'));
    }
}
