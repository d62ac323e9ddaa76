//! What a request carries, and what its digest binds.

use std::time::{Duration, SystemTime};

use serde_json::json;
use tooldef::approval::{ApprovalChannel, ApprovalRequest, Decision, Digest};
use tooldef::{Annotations, Call, Caller, Dispatcher, Effect, ErrorKind, Tool};

use super::stage::{
    Journal, Stepped, ada, call, delete, deleting, keeping, noting, set_of, with_effect,
};

#[test]
fn a_request_carries_all_that_a_person_must_know() {
    let journal = Journal::default();
    let mut annotations = Annotations::with_effect(Effect::Update);
    annotations.title = Some("Edit a note".into());
    annotations.open_world = Some(true);
    let tool = noting("edit_note", annotations.clone(), &journal);
    let definition = tool.definition().clone();
    let (approver, asked) = keeping(Decision::Approve);
    let dispatcher = Dispatcher::builder(set_of([tool]))
        .approver(approver)
        .approval_timeout(Duration::from_secs(90))
        .build()
        .expect("sound");
    let arguments = r#"{"text": "new", "id": 18446744073709551615}"#;
    let before = SystemTime::now();
    call(&dispatcher, Call::new("call-9", "edit_note", arguments));
    let asked = asked.lock().expect("no panic");
    let request = &asked[0];
    assert_eq!(request.call_id.as_str(), "call-9");
    assert_eq!(&*request.tool, "edit_note");
    assert_eq!(request.description, definition.description);
    assert_eq!(
        serde_json::Value::from(request.arguments.clone()),
        json!({"id": u64::MAX, "text": "new"})
    );
    assert_eq!(request.annotations, annotations);
    assert_eq!(request.caller, "ada");
    assert!(!request.system);
    assert_eq!(request.timeout, Duration::from_secs(90));
    assert!(request.deadline() >= before + Duration::from_secs(90));
    assert_eq!(request.digest, Digest::of(&definition, &request.arguments));
    assert!(request.is_for(&ada().with_role("admin")));
    assert!(!request.is_for(&Caller::new("bob")));
}

#[test]
fn an_omitted_argument_is_shown_with_the_default_that_will_be_used() {
    let (approver, asked) = keeping(Decision::Approve);
    let dispatcher = deleting(&Journal::default())
        .approver(approver)
        .build()
        .expect("sound");
    call(&dispatcher, delete("c", 1));
    let asked = asked.lock().expect("no panic");
    assert_eq!(asked[0].defaults.get("text"), Some(&json!("")));
}

#[test]
fn a_user_called_system_is_not_the_system() {
    let (approver, asked) = keeping(Decision::Approve);
    let dispatcher = deleting(&Journal::default())
        .approver(approver)
        .build()
        .expect("sound");
    pollster::block_on(dispatcher.call(&Caller::new("system"), delete("c", 1)));
    pollster::block_on(dispatcher.call(&Caller::system(), delete("c", 1)));
    let asked = asked.lock().expect("no panic");
    assert!(!asked[0].is_for(&Caller::system()));
    assert!(!asked[1].is_for(&Caller::new("system")));
}

#[test]
fn invalid_arguments_are_refused_before_anybody_is_asked() {
    let journal = Journal::default();
    let (approver, asked) = keeping(Decision::Approve);
    let dispatcher = deleting(&journal)
        .approver(approver)
        .build()
        .expect("sound");
    for arguments in [
        "{}",
        r#"{"id": "one"}"#,
        r#"{"id": -1}"#,
        r#"{"id": 1, "force": true}"#,
        "[1]",
        r#"{"id": 1"#,
        "nonsense",
    ] {
        let result = call(&dispatcher, Call::new("c", "delete_note", arguments));
        assert_eq!(
            result.error,
            Some(ErrorKind::InvalidArguments),
            "{arguments}"
        );
        assert!(
            result
                .text()
                .starts_with("Invalid arguments for delete_note: "),
            "{}",
            result.text()
        );
    }
    assert!(asked.lock().expect("no panic").is_empty());
    assert!(journal.is_empty());
}

#[test]
fn what_runs_is_read_from_what_was_shown_where_a_number_says_more_than_a_value_holds() {
    let journal = Journal::default();
    let written = journal.clone();
    let exact = Tool::builder(
        "transfer",
        "Moves money; takes the amount, returns nothing.",
    )
    .effect(Effect::Destructive)
    .handler(move |amount: Exact, _| {
        let written = written.clone();
        async move { written.write(amount.amount.to_string()) }
    });
    let (approver, asked) = keeping(Decision::Approve);
    let dispatcher = Dispatcher::builder(set_of([exact]))
        .approver(approver)
        .build()
        .expect("sound");
    for amount in ["7", "18446744073709551615", "100000000000000000000000001"] {
        let arguments = format!(r#"{{"amount": {amount}}}"#);
        call(
            &dispatcher,
            Call::new(amount.to_owned(), "transfer", arguments),
        );
    }
    // Either the call is refused, or exactly the shown digits run.
    let asked = asked.lock().expect("no panic");
    let shown: Vec<String> = asked
        .iter()
        .map(|request| request.arguments["amount"].to_string())
        .collect();
    assert_eq!(journal.lines(), shown);
    assert!(shown.len() >= 2, "what 64 bits hold is never refused");
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct Exact {
    /// How much.
    amount: u128,
}

#[test]
fn what_could_deceive_the_eye_is_shown_escaped_in_values_keys_and_names() {
    let journal = Journal::default();
    let written = journal.clone();
    let shell = Tool::builder("run", "Runs a command of the shell; returns its output.")
        .effect(Effect::Destructive)
        .raw_handler(
            json!({"additionalProperties": true}),
            move |arguments, _| {
                let written = written.clone();
                async move { written.write(serde_json::Value::from(arguments).to_string()) }
            },
        );
    let (approver, asked) = keeping(Decision::Approve);
    let dispatcher = Dispatcher::builder(set_of([shell]))
        .approver(approver)
        .build()
        .expect("sound");
    let long = "x".repeat(5000) + "rm -rf /";
    let arguments = json!({
        "command": "rm -rf x\r\u{1b}[2Kls",
        "path": "a\u{202e}txt.exe\u{200b}\u{feff}\u{e0041}",
        "k\u{2066}ey\u{7f}": "\u{9b}31m",
        "long": long,
    });
    call(&dispatcher, Call::new("c", "run", arguments.to_string()));
    let asked = asked.lock().expect("no panic");
    let shown = asked[0].display_arguments();
    let visible = |c: char| c == '\n' || c == ' ' || c.is_ascii_graphic();
    assert!(shown.chars().all(visible), "{shown}");
    assert!(shown.contains(&long), "nothing is cut");
    let read: serde_json::Value = serde_json::from_str(&shown).expect("it is JSON");
    assert_eq!(read, arguments, "and reads as exactly what runs");
    assert_eq!(journal.lines(), [arguments.to_string()]);
    let name = ApprovalRequest::display("run\u{202e}\u{1b}[2K\r\n");
    assert!(name.chars().all(|c| c.is_ascii_graphic()), "{name}");
}

#[test]
fn a_name_nobody_offers_is_told_without_its_hidden_characters() {
    let dispatcher = deleting(&Journal::default()).build().expect("sound");
    let result = call(&dispatcher, Call::new("c", "delete\u{202e}\u{1b}[2K", "{}"));
    assert_eq!(result.error, Some(ErrorKind::UnknownTool));
    assert!(!result.text().contains(['\u{202e}', '\u{1b}']));
}

#[test]
fn a_request_can_be_saved_and_loaded_and_is_then_not_open() {
    let journal = Journal::default();
    let channel = ApprovalChannel::new();
    let dispatcher = deleting(&journal)
        .approver(channel.clone())
        .build()
        .expect("sound");
    let ada = ada();
    let mut waits = Stepped::new(dispatcher.call(&ada, delete("c", 1)));
    assert!(waits.settle().is_none());
    let saved = serde_json::to_string(&channel.pending()).expect("it is serializable");
    let open = channel.pending().remove(0);
    let loaded: Vec<ApprovalRequest> = serde_json::from_str(&saved).expect("it reads back");
    assert_eq!(loaded[0], *open);
    assert_eq!(loaded[0].digest, open.digest);
    assert!(open.is_open() && !loaded[0].is_open());
    assert_eq!(loaded[0].settlement(), None);
}

#[test]
fn ids_are_never_used_twice() {
    let (approver, asked) = keeping(Decision::Approve);
    let journal = Journal::default();
    let dispatcher = Dispatcher::builder(set_of([with_effect("write", Effect::Write, &journal)]))
        .approver(approver)
        .build()
        .expect("sound");
    for _ in 0..100 {
        call(&dispatcher, Call::new("same", "write", r#"{"id": 1}"#));
    }
    let asked = asked.lock().expect("no panic");
    let mut ids: Vec<_> = asked.iter().map(|request| request.id.clone()).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 100);
}
