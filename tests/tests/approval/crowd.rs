//! A thousand mutating calls at once, decided at random.

use std::collections::BTreeSet;

use tooldef::Call;
use tooldef::approval::{ApprovalChannel, Decision};

use super::events::told;
use super::stage::{Journal, Stepped, ada, deleting};

/// Pseudo-random numbers that are the same in every run (xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("31 bits") % bound
    }
}

#[test]
fn of_a_thousand_parallel_calls_exactly_the_approved_ones_run() {
    for seed in [1, 7, 0x00de_cade] {
        let mut dice = Dice(seed);
        let journal = Journal::default();
        let channel = ApprovalChannel::new();
        let dispatcher = deleting(&journal)
            .approver(channel.clone())
            .build()
            .expect("sound");
        let ada = ada();
        let calls = (0..1000).map(|note| {
            Call::new(
                note.to_string(),
                "delete_note",
                format!(r#"{{"id": {note}}}"#),
            )
        });
        let mut requests = channel.requests();
        let mut turn = Stepped::new(dispatcher.call_all(&ada, calls));
        assert!(turn.settle().is_none());
        let mut open = Vec::new();
        while let Some(request) = requests.try_next() {
            open.push(request);
        }
        assert_eq!(open.len(), 1000);
        let mut approved = BTreeSet::new();
        let mut results = None;
        while !open.is_empty() {
            // A few decisions in any order, then the calls go on.
            for _ in 0..=dice.below(20).min(open.len() - 1) {
                let request = open.swap_remove(dice.below(open.len()));
                let yes = dice.below(2) == 0;
                let decision = if yes {
                    Decision::Approve
                } else {
                    Decision::deny("no")
                };
                channel
                    .decide(&ada, &request.id, request.digest, decision)
                    .expect("open");
                let again = [Decision::Approve, Decision::deny("late")][dice.below(2)].clone();
                channel
                    .decide(&ada, &request.id, request.digest, again)
                    .expect_err("decided once");
                if yes {
                    approved.insert(request.call_id.to_string());
                }
            }
            results = turn.settle();
        }
        let results = results.expect("all are decided");
        let ran: Vec<String> = journal.lines();
        let unique: BTreeSet<String> = ran
            .iter()
            .map(|line| line["delete_note(".len()..line.find(',').expect("a comma")].to_owned())
            .collect();
        assert_eq!(ran.len(), unique.len(), "none ran twice");
        assert_eq!(unique, approved);
        for (at, result) in results.iter().enumerate() {
            let id = at.to_string();
            assert_eq!(
                result.call_id.as_str(),
                id,
                "results come in the order of the calls"
            );
            assert_eq!(result.is_error(), !approved.contains(&id));
        }
        assert!(channel.pending().is_empty());
    }
}

#[test]
fn requests_and_settlements_pair_in_a_crowd() {
    let channel = ApprovalChannel::new();
    let dispatcher = deleting(&Journal::default())
        .approver(channel.clone())
        .build()
        .expect("sound");
    let events = dispatcher.events();
    let ada = ada();
    let calls = (0..200).map(|note| Call::new(note.to_string(), "delete_note", r#"{"id": 1}"#));
    let mut turn = Stepped::new(dispatcher.call_all(&ada, calls));
    assert!(turn.settle().is_none());
    let open = channel.pending();
    for request in open.iter().take(100).rev() {
        channel
            .decide(&ada, &request.id, request.digest, Decision::Approve)
            .expect("open");
    }
    assert!(turn.settle().is_none());
    drop(turn);
    let told = told(&events);
    let ids = |settled: bool| {
        let mut ids: Vec<&str> = told
            .iter()
            .filter(|(_, _, settlement)| settlement.is_some() == settled)
            .map(|(id, _, _)| &**id)
            .collect();
        ids.sort_unstable();
        ids
    };
    assert_eq!(ids(false).len(), 200);
    assert_eq!(ids(false), ids(true));
}

#[test]
fn of_decisions_made_at_the_same_time_one_is_taken() {
    for note in 0..50 {
        let journal = Journal::default();
        let channel = ApprovalChannel::new();
        let dispatcher = deleting(&journal)
            .approver(channel.clone())
            .build()
            .expect("sound");
        let ada = ada();
        let call = Call::new("c", "delete_note", format!(r#"{{"id": {note}}}"#));
        let mut waits = Stepped::new(dispatcher.call(&ada, call));
        assert!(waits.settle().is_none());
        let open = channel.pending().remove(0);
        let taken: usize = std::thread::scope(|scope| {
            let (channel, open, ada) = (&channel, &open, &ada);
            let deciding: Vec<_> = (0..4)
                .map(|_| {
                    scope.spawn(move || {
                        let yes = Decision::Approve;
                        usize::from(channel.decide(ada, &open.id, open.digest, yes).is_ok())
                    })
                })
                .collect();
            deciding
                .into_iter()
                .map(|thread| thread.join().expect("no panic"))
                .sum()
        });
        assert_eq!(taken, 1);
        assert!(!waits.end().is_error());
        assert_eq!(journal.lines().len(), 1);
    }
}
