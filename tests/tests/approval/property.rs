//! For any sequence of calls and decisions, a mutating body has run only if
//! exactly one approval of its digest by its caller came first.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use proptest::prelude::*;
use serde_json::{Map, Value};
use tooldef::approval::{ApprovalChannel, ApprovalRequest, Decision, Digest};
use tooldef::{Call, Caller, Dispatcher, Effect, Run, ToolResult};
use tooldef_tests::ManualClock;

use super::stage::{Journal, Stepped, set_of, with_effect};

const CALLERS: [&str; 2] = ["ada", "bob"];
const TOOLS: [&str; 2] = ["delete_note", "edit_note"];

#[derive(Debug, Clone)]
enum Move {
    /// Starts a call: which run, which tool, which note, and which of a few
    /// call ids, so that ids repeat.
    Start(usize, usize, u64, usize),
    /// Decides about a request that was ever seen, open or not: which one, as
    /// whom, with whose digest, and how.
    Decide(usize, usize, usize, How),
    /// Polls a call.
    Poll(usize),
    Drop(usize),
    Cancel(usize),
    Wait(u64),
}

#[derive(Debug, Clone, Copy)]
enum How {
    Approve,
    Edit(u64),
    EditBadly,
    ForRun,
    Deny,
}

fn how() -> impl Strategy<Value = How> {
    prop_oneof![
        4 => Just(How::Approve),
        1 => (0..3_u64).prop_map(How::Edit),
        1 => Just(How::EditBadly),
        1 => Just(How::ForRun),
        2 => Just(How::Deny),
    ]
}

fn moves() -> impl Strategy<Value = Vec<Move>> {
    let any = any::<usize>();
    let one = prop_oneof![
        5 => (0..4_usize, 0..2_usize, 0..3_u64, 0..12_usize)
            .prop_map(|(run, tool, note, id)| Move::Start(run, tool, note, id)),
        8 => (any, 0..2_usize, 0..4_usize, how())
            .prop_map(|(request, caller, digest, how)| Move::Decide(request, caller, digest, how)),
        6 => any.prop_map(Move::Poll),
        1 => any.prop_map(Move::Drop),
        1 => (0..4_usize).prop_map(Move::Cancel),
        1 => (1..40_u64).prop_map(Move::Wait),
    ];
    proptest::collection::vec(one, 1..60)
}

/// One call as the model of the test knows it.
struct Started<'a> {
    call: Stepped<'a, ToolResult>,
    run: usize,
    result: Option<ToolResult>,
}

/// An approval that the channel took.
struct Approval {
    request: std::sync::Arc<ApprovalRequest>,
    by: &'static str,
    run: usize,
    /// What may run by it.
    digest: Digest,
    for_run: bool,
}

fn arguments(note: u64) -> Map<String, Value> {
    [("id".to_owned(), note.into())].into_iter().collect()
}

fn decision(how: How) -> Decision {
    match how {
        How::Approve => Decision::Approve,
        How::Edit(note) => Decision::ApproveEdited {
            arguments: arguments(note),
        },
        How::EditBadly => Decision::ApproveEdited {
            arguments: Map::new(),
        },
        How::ForRun => Decision::ApproveForRun,
        How::Deny => Decision::deny("no"),
    }
}

/// Plays the moves; gives how many bodies ran, and fails where a body ran that nobody had approved.
fn play(moves: &[Move]) -> Result<usize, TestCaseError> {
    let journal = Journal::default();
    let clock = ManualClock::default();
    let channel = ApprovalChannel::new();
    let dispatcher = Dispatcher::builder(set_of([
        with_effect(TOOLS[0], Effect::Destructive, &journal),
        with_effect(TOOLS[1], Effect::Update, &journal),
    ]))
    .clock(clock.clone())
    .approver(channel.clone())
    .build()
    .expect("sound");
    let callers = CALLERS.map(Caller::new);
    // Runs 0 and 1 are ada's, 2 and 3 are bob's.
    let runs: Vec<Run> = (0..4).map(|at| dispatcher.run(&callers[at / 2])).collect();
    let ids: Vec<String> = (0..12).map(|at| format!("call-{at}")).collect();
    let mut calls: Vec<Started<'_>> = Vec::new();
    let mut seen: Vec<(std::sync::Arc<ApprovalRequest>, usize)> = Vec::new();
    let mut approvals: Vec<Approval> = Vec::new();
    let current = Rc::new(RefCell::new(0));
    let mut ran = 0;
    for step in moves {
        match *step {
            Move::Start(run, tool, note, id) => {
                let text = Value::from(arguments(note)).to_string();
                let call = Call::new(&*ids[id], TOOLS[tool], text);
                calls.push(Started {
                    call: Stepped::new(runs[run].call(call)),
                    run,
                    result: None,
                });
            }
            Move::Decide(request, caller, digest, how) if !seen.is_empty() => {
                let (request, run) = &seen[request % seen.len()];
                // Mostly the digest that was shown, now and then another one.
                let shown = if digest == 0 {
                    seen[0].0.digest
                } else {
                    request.digest
                };
                let by = CALLERS[caller];
                let taken = channel.decide(&callers[caller], &request.id, shown, decision(how));
                if taken.is_ok() {
                    prop_assert_eq!(by, &*request.caller);
                    prop_assert_eq!(shown, request.digest);
                }
                let tool = dispatcher.tools().get(&request.tool).expect("offered");
                let digest = match how {
                    How::Edit(note) => Digest::of(tool.definition(), &arguments(note)),
                    _ => request.digest,
                };
                if taken.is_ok() && !matches!(how, How::Deny | How::EditBadly) {
                    approvals.push(Approval {
                        request: std::sync::Arc::clone(request),
                        by,
                        run: *run,
                        digest,
                        for_run: matches!(how, How::ForRun),
                    });
                }
            }
            Move::Poll(at) if !calls.is_empty() => {
                let at = at % calls.len();
                let started = &mut calls[at];
                if started.result.is_none() {
                    *current.borrow_mut() = started.run;
                    started.result = started.call.step();
                }
            }
            Move::Drop(at) if !calls.is_empty() => {
                let at = at % calls.len();
                drop(calls.swap_remove(at));
            }
            Move::Cancel(run) => runs[run].cancel(),
            Move::Wait(seconds) => clock.advance(Duration::from_secs(seconds)),
            Move::Decide(..) | Move::Poll(_) | Move::Drop(_) => {}
        }
        for request in channel.pending() {
            if !seen.iter().any(|(old, _)| old.id == request.id) {
                seen.push((request, *current.borrow()));
            }
        }
        // Polls are the only moves by which a body runs, one at a time.
        let lines = journal.lines();
        prop_assert!(lines.len() <= ran + 1);
        if lines.len() > ran {
            ran = lines.len();
            let Move::Poll(_) = step else {
                return Err(TestCaseError::fail("a body ran without a poll"));
            };
            judge(
                &lines[ran - 1],
                &dispatcher,
                *current.borrow(),
                &mut approvals,
            )?;
        }
    }
    Ok(ran)
}

/// Finds the one approval that a body ran by, and uses it up.
fn judge(
    line: &str,
    dispatcher: &Dispatcher,
    run: usize,
    approvals: &mut Vec<Approval>,
) -> Result<(), TestCaseError> {
    let caller = CALLERS[run / 2];
    let (name, rest) = line.split_once('(').expect("a name");
    let note = rest
        .split(',')
        .next()
        .expect("a note")
        .parse()
        .expect("a number");
    prop_assert!(line.ends_with(&format!("for {caller}")), "{}", line);
    let tool = dispatcher.tools().get(name).expect("offered");
    let digest = Digest::of(tool.definition(), &arguments(note));
    let mut own = approvals
        .iter()
        .enumerate()
        .filter(|(_, approval)| approval.run == run && approval.by == caller)
        .filter(|(_, approval)| &*approval.request.tool == name);
    let single = own
        .clone()
        .find(|(_, approval)| !approval.for_run && approval.digest == digest)
        .map(|(at, _)| at);
    let covered = own.any(|(_, approval)| approval.for_run);
    prop_assert!(single.is_some() || covered, "nobody approved {}", line);
    // One that covers the run stays; any other is used up, so that a second
    // body by the same approval is found out.
    if let (Some(at), false) = (single, covered) {
        approvals.remove(at);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_body_runs_only_after_one_approval_of_its_digest_by_its_caller(moves in moves()) {
        play(&moves)?;
    }
}

#[test]
fn the_property_is_not_met_by_never_running_anything() {
    let moves = [
        Move::Start(0, 0, 1, 0),
        Move::Poll(0),
        Move::Decide(0, 1, 1, How::Approve),
        Move::Decide(0, 0, 1, How::Edit(2)),
        Move::Poll(0),
        Move::Start(0, 1, 1, 1),
        Move::Poll(1),
        Move::Decide(1, 0, 1, How::ForRun),
        Move::Poll(1),
    ];
    assert_eq!(play(&moves).expect("each is approved"), 2);
}
