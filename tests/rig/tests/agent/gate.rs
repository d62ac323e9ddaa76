//! The gate stands before every call that an agent makes.

use std::sync::{Arc, Mutex};

use tooldef::adapters::rig;
use tooldef::approval::{Decision, approver_fn};
use tooldef::provider::Dialect;

use super::support::{block_on, calling, dispatcher, play, run, start, text};

const SAVE: &str = r#"{"text":"hi"}"#;

#[test]
fn a_write_is_denied_without_an_approver_and_its_body_does_not_run() {
    let (run, saved) = run();
    let told = play(&run, [calling(&[("call_1", "save_note", SAVE)])]);
    let refusal = text(&told[0]);
    assert!(refusal.starts_with("Error: "), "{refusal}");
    assert!(refusal.contains("needs approval"), "{refusal}");
    assert!(told[0].is_error);
    assert_eq!(saved.times(), 0);
}

#[test]
fn a_write_runs_when_it_is_approved_also_under_an_id_that_was_there_before() {
    let (builder, saved) = dispatcher();
    let asked = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&asked);
    let run = start(builder.approver(approver_fn(move |request| {
        let mut asked = heard.lock().expect("not poisoned");
        asked.push((
            request.call_id.clone(),
            serde_json::to_string(&request.arguments).expect("JSON"),
        ));
        async { Ok(Decision::Approve) }
    })));
    let turn = || calling(&[("call_1", "save_note", SAVE)]);
    let told = play(&run, [turn(), turn()]);
    assert_eq!((text(&told[0]), text(&told[1])), ("1", "2"));
    assert!(!told[0].is_error);
    assert_eq!(saved.times(), 2);
    let asked = asked.lock().expect("not poisoned");
    assert_eq!(asked.len(), 2);
    assert_ne!(asked[0].0, asked[1].0);
    assert_eq!(asked[0].1, SAVE);
}

#[test]
fn nobody_is_asked_about_arguments_that_do_not_fit_and_the_model_reads_why() {
    let (builder, saved) = dispatcher();
    let run = start(builder.approver(approver_fn(|_| async { panic!("nobody is to be asked") })));
    let told = play(
        &run,
        [calling(&[("call_1", "save_note", r#"{"txt":"hi"}"#)])],
    );
    let refusal = text(&told[0]);
    assert!(
        refusal.starts_with("Error: Invalid arguments for save_note: "),
        "{refusal}"
    );
    assert!(told[0].is_error);
    assert_eq!(saved.times(), 0);
}

#[test]
fn text_that_is_no_json_reaches_the_model_and_never_the_tool() {
    let (builder, saved) = dispatcher();
    let run = start(builder.approver(approver_fn(|_| async { Ok(Decision::Approve) })));
    for malformed in [r#"{"text":"hi""#, "[1]", "save it"] {
        let told = play(&run, [calling(&[("call_1", "save_note", malformed)])]);
        assert!(text(&told[0]).contains(malformed), "{}", text(&told[0]));
        assert!(told[0].is_error);
    }
    assert_eq!(saved.times(), 0);
}

#[test]
fn a_refusal_is_told_apart_from_a_failure() {
    let (run, _) = run();
    let tools = rig::tools(&run, Dialect::Anthropic).expect("renders");
    let execute = |at: usize, arguments: &str| {
        let arguments = serde_json::from_str(arguments).expect("JSON");
        block_on(tools[at].execute(arguments)).expect_err("an error")
    };
    let refused = execute(1, SAVE);
    assert!(refused.is_refusal());
    assert_eq!(refused.code(), Some("denied"));
    let failed = execute(2, "{}");
    assert!(!failed.is_refusal());
    assert_eq!(failed.code(), Some("failed"));
    assert_eq!(failed.message(), "the disk is full");
    assert_eq!(failed.retryable(), Some(false));
}
