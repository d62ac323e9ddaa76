//! A call ends with its agent, and with its run.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rig_agent::AgentBuilder;
use rig_agent::test_utils::MockCompletionModel;
use tokio::sync::Notify;
use tooldef::adapters::rig;
use tooldef::provider::Dialect;
use tooldef::{Caller, Dispatcher, Run, State, tool, tools};

use super::support::{block_on, calling, play, text};

#[derive(Default)]
struct Signs {
    started: Notify,
    dropped: AtomicBool,
}

struct SetWhenDropped(State<Signs>);

impl Drop for SetWhenDropped {
    fn drop(&mut self) {
        self.0.dropped.store(true, Ordering::SeqCst);
    }
}

#[tool(description = "Wait without an end. Takes nothing.", effect = "read")]
async fn wait(#[context] signs: State<Signs>) {
    let _guard = SetWhenDropped(signs.clone());
    signs.started.notify_one();
    std::future::pending::<()>().await;
}

fn waiting() -> (Run, Arc<Signs>) {
    let signs = Arc::new(Signs::default());
    let dispatcher = Dispatcher::builder(tools! { wait }.expect("sound"))
        .shared_state(Arc::clone(&signs))
        .build()
        .expect("sound");
    (dispatcher.run(&Caller::new("ada")), signs)
}

#[test]
fn dropping_the_agents_future_drops_the_body() {
    let (run, signs) = waiting();
    let model = MockCompletionModel::from_turns([calling(&[("call_1", "wait", "{}")])]);
    let agent = AgentBuilder::new(model)
        .dynamic_tools(rig::tools(&run, Dialect::OpenAiChat).expect("renders"))
        .build();
    block_on(async {
        // An agent's work may be done by another task, so that it must be
        // `Send` and own what it uses.
        let work = tokio::spawn(async move { agent.prompt("wait").max_turns(3).await });
        signs.started.notified().await;
        assert!(!signs.dropped.load(Ordering::SeqCst));
        work.abort();
        assert!(work.await.expect_err("aborted").is_cancelled());
        for _ in 0..1000 {
            if signs.dropped.load(Ordering::SeqCst) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        panic!("the body goes on");
    });
}

#[test]
fn cancelling_the_run_ends_the_call_and_the_agent_reads_so() {
    let (run, signs) = waiting();
    let stop = std::thread::spawn({
        let (run, signs) = (run.clone(), Arc::clone(&signs));
        move || {
            block_on(signs.started.notified());
            run.cancel();
        }
    });
    let told = play(&run, [calling(&[("call_1", "wait", "{}")])]);
    stop.join().expect("no panic");
    assert!(text(&told[0]).contains("cancelled"), "{}", text(&told[0]));
    assert!(told[0].is_error);
    assert!(signs.dropped.load(Ordering::SeqCst));
}
