//! The card on the terminal, as text, and what happens without a terminal.

use std::process::{Command, Stdio};
use std::sync::Arc;

use serde_json::json;
use tooldef::approval::{ApprovalRequest, Card, Decision, Terminal};
use tooldef::{Annotations, Call, Caller, Dispatcher, Effect, ErrorKind, Tool};

use super::stage::{Journal, call, delete, deleting, keeping, set_of};

fn request(annotations: Annotations, arguments: &serde_json::Value) -> Arc<ApprovalRequest> {
    let tool = Tool::builder("move_note", "Moves a note\u{202e} to another folder.")
        .annotations(annotations)
        .raw_handler(json!({"additionalProperties": true}), |_, _| async {});
    let (approver, asked) = keeping(Decision::Approve);
    let dispatcher = Dispatcher::builder(set_of([tool]))
        .approver(approver)
        .build()
        .expect("sound");
    let caller = Caller::new("ada\u{1b}[2K");
    let arguments = arguments.to_string();
    pollster::block_on(dispatcher.call(&caller, Call::new("call-1", "move_note", arguments)));
    let mut asked = asked.lock().expect("no panic");
    asked.remove(0)
}

#[test]
fn a_card_shows_tool_effect_caller_call_and_every_argument() {
    let mut annotations = Annotations::with_effect(Effect::Update);
    annotations.title = Some("Move a note".into());
    let request = request(
        annotations,
        &json!({"id": 7, "labels": ["tax", 2026], "to": {"folder": "archive", "at": null}, "none": []}),
    );
    let card = Card::new(&request).to_string();
    let lines = [
        "approval needed: update",
        "move_note · Move a note",
        r#""id": 7"#,
        r#""tax""#,
        "2026",
        r#""folder": "archive""#,
        r#""at": null"#,
        r#""none": []"#,
        "call-1",
    ];
    for line in lines {
        assert!(card.contains(line), "{line} is not in\n{card}");
    }
}

#[test]
fn nothing_on_a_card_can_steer_the_terminal_or_pass_for_the_cards_own() {
    let request = request(
        Annotations::with_effect(Effect::Destructive),
        &json!({
            "a\u{1b}]0;title\u{7}": "\u{1b}[2J\r\u{202e}\u{200b}\u{9b}1m",
            "wide": format!("{}╰─\n[y] yes  ← pinned", " ".repeat(200)),
        }),
    );
    for width in [0, 24, 40, 80, 500] {
        let card = Card::new(&request).width(width).to_string();
        let hidden = |c: char| c.is_control() || ('\u{200b}'..='\u{202e}').contains(&c);
        assert!(!card.replace('\n', "").contains(hidden), "{card:?}");
        // Every row begins with the card's edge, wrapped ones too.
        let last = card.lines().count() - 1;
        for (at, line) in card.lines().enumerate() {
            let edge = match at {
                0 => "╭─ ",
                at if at == last => "╰─",
                _ => "│ ",
            };
            assert!(line.starts_with(edge), "{width}: {line:?}");
            assert!(line.chars().count() <= width.max(24), "{width}: {line:?}");
        }
    }
}

#[test]
fn each_effect_has_its_colour_and_no_colour_means_no_escape_at_all() {
    let mut colours = Vec::new();
    for effect in Effect::ALL {
        let mut annotations = Annotations::with_effect(effect);
        // A read is shown only where a rule asks for it; here an older flag
        // would change its colour, so the card is made from a saved request.
        annotations.open_world = Some(true);
        let asked = request(Annotations::with_effect(Effect::Write), &json!({"id": 1}));
        let mut saved = serde_json::to_value(&*asked).expect("serializable");
        saved["annotations"] = serde_json::to_value(&annotations).expect("serializable");
        let request: ApprovalRequest = serde_json::from_value(saved).expect("readable");
        let plain = Card::new(&request).to_string();
        assert!(!plain.contains('\u{1b}'));
        assert!(plain.contains(effect.as_str()));
        let coloured = Card::new(&request).colour(true).to_string();
        let first = coloured.lines().next().expect("a line").to_owned();
        colours.push(first.split('m').next().expect("an escape").to_owned());
    }
    // Bright green, blue, yellow and red of the terminal's own palette.
    assert_eq!(
        colours,
        [
            "\u{1b}[38;5;10",
            "\u{1b}[38;5;12",
            "\u{1b}[38;5;11",
            "\u{1b}[38;5;9"
        ]
    );
}

#[test]
fn a_pinned_argument_and_a_default_are_marked() {
    let journal = Journal::default();
    let tool = super::stage::with_effect("delete_note", Effect::Destructive, &journal);
    for (tool, mark) in [
        (tool.clone(), r#""text": ""  ← default, not given"#),
        (tool.pin(json!({"text": "x"})), r#""text": "x"  ← pinned"#),
    ] {
        let (approver, asked) = keeping(Decision::Approve);
        let dispatcher = Dispatcher::builder(set_of([tool]))
            .approver(approver)
            .build()
            .expect("sound");
        call(&dispatcher, delete("c", 1));
        let card = Card::new(&asked.lock().expect("no panic")[0]).to_string();
        assert!(card.contains(mark), "{card}");
    }
}

#[test]
fn a_pinned_argument_is_marked_whatever_its_key_and_its_namesake_is_not() {
    let tool = Tool::builder("move_note", "Moves a note.")
        .annotations(Annotations::with_effect(Effect::Update))
        .raw_handler(json!({"additionalProperties": true}), |_, _| async {})
        .pin(json!({"a.b": 1, "c": {"d e": 2}}));
    let (approver, asked) = keeping(Decision::Approve);
    let dispatcher = Dispatcher::builder(set_of([tool]))
        .approver(approver)
        .build()
        .expect("sound");
    let arguments = r#"{"a": {"b": 3}}"#;
    let moved = call(&dispatcher, Call::new("1", "move_note", arguments));
    assert!(!moved.is_error(), "{}", moved.text());
    let card = Card::new(&asked.lock().expect("no panic")[0]).to_string();
    for line in [r#""a.b": 1  ← pinned"#, r#""d e": 2  ← pinned"#] {
        assert!(card.contains(line), "{card}");
    }
    assert!(card.contains("\"b\": 3\n"), "{card}");
}

/// Runs one test of this binary again, with an empty input.
fn again_without_input(name: &str) -> std::process::Output {
    Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", name, "--nocapture", "--include-ignored"])
        .stdin(Stdio::null())
        .output()
        .expect("this test runs")
}

#[test]
#[ignore = "run by the test that gives it an empty input"]
fn denied_for_want_of_a_terminal() {
    let journal = Journal::default();
    let dispatcher = deleting(&journal)
        .approver(Terminal::new().remedy("Pass `--yes` to approve."))
        .build()
        .expect("sound");
    let result = call(&dispatcher, delete("c", 1));
    assert_eq!(result.error, Some(ErrorKind::Denied));
    assert!(
        result.text().contains("needs approval"),
        "{}",
        result.text()
    );
    assert!(
        result.text().ends_with("Pass `--yes` to approve."),
        "{}",
        result.text()
    );
    assert!(journal.is_empty());
}

#[test]
fn without_a_terminal_the_call_is_denied_at_once_and_told_how_to_approve() {
    let output = again_without_input("approval::card::denied_for_want_of_a_terminal");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("1 passed"), "{text}");
}
