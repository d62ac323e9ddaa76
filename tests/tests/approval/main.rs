//! The gate, seen through the public API: no route runs a mutating tool without
//! a decision. Time is a clock that only a test moves, and every future is
//! polled by hand.

#[path = "."]
mod approval {
    mod cancelled;
    mod card;
    mod channel;
    mod channel_refusals;
    mod crowd;
    mod decisions;
    mod digest;
    mod edits;
    mod events;
    mod failing;
    mod for_the_run;
    mod limits;
    mod property;
    mod request;
    mod routes;
    mod stage;
    mod table;
}
