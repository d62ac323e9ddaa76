//! Methods as tools.

use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use serde_json::json;
use tooldef::{Caller, Tool, ToolSet, toolkit, tools};

use crate::call::{schema, text};

struct Counter(AtomicU8);

const STEP: &str = "Add some to the counter and give its value.";

#[toolkit]
impl Counter {
    /// The most a counter holds.
    const MOST: u8 = 100;

    fn new(n: u8) -> Arc<Self> {
        Arc::new(Self(AtomicU8::new(n)))
    }

    #[tool(description = STEP, effect = "update")]
    async fn step(
        &self,
        /// How much.
        #[arg(default = Self::MOST / 50)]
        by: u8,
    ) -> u8 {
        self.0.fetch_add(by, Ordering::Relaxed) + by
    }

    #[tool(description = "Give the value as text.", name = "read_it")]
    fn read(self: &Arc<Self>, unit: &str, #[context] caller: &Caller) -> String {
        format!(
            "{} {unit} for {}",
            self.0.load(Ordering::Relaxed),
            caller.id()
        )
    }

    #[tool(description = "Give the value of a shared counter.")]
    async fn r#move(self: Arc<Self>) -> Option<u8> {
        Some(self.0.load(Ordering::Relaxed))
    }

    #[tool(description = "Give what needs no value.")]
    fn most() -> u8 {
        Self::MOST
    }

    #[tool(description = "Give a new counter's start.")]
    fn nothing(&self) -> Result<(), std::fmt::Error> {
        Ok(())
    }

    #[cfg(not(test))]
    #[tool(description = "Not there.")]
    fn absent(&self, missing: Missing) {}

    #[method(
        description = "Reset the counter.",
        roles("editor"),
        effect = "destructive"
    )]
    async fn reset(&self) {
        self.0.store(0, Ordering::Relaxed);
    }

    async fn unlisted(&self) -> u8 {
        self.step(1).await
    }
}

fn names(set: &ToolSet) -> Vec<&str> {
    set.iter().map(Tool::name).collect()
}

#[test]
fn the_methods_of_a_shared_value_are_a_toolkit_in_their_order() {
    let counter = Counter::new(1);
    let set = tools! { ..counter.toolkit() }.unwrap();
    assert_eq!(names(&set), ["step", "read_it", "move", "most", "nothing"]);
    assert_eq!(text(&set, "step", &json!({})), "3");
    assert_eq!(text(&set, "step", &json!({"by": 4})), "7");
    assert_eq!(text(&set, "read_it", &json!({"unit": "m"})), "7 m for ada");
    assert_eq!(text(&set, "move", &json!({})), "7");
    assert_eq!(text(&set, "most", &json!({})), "100");
    assert_eq!(text(&set, "nothing", &json!({})), "");
    assert_eq!(schema(&set, "step")["properties"]["by"]["default"], 2);
    assert_eq!(
        schema(&set, "step")["properties"]["by"]["description"],
        "How much."
    );
}

#[test]
fn annotated_methods_stay_ordinary_methods() {
    let counter = Counter::new(1);
    pollster::block_on(async {
        assert_eq!(counter.unlisted().await, 2);
        counter.reset().await;
        assert_eq!(counter.step(0).await, 0);
    });
    let _ = counter.methods();
}

#[test]
fn a_toolkit_can_be_narrowed_and_prefixed() {
    let set = tools! { ..Counter::new(0).toolkit().only(["step"]).prefix("counter_") }.unwrap();
    assert_eq!(names(&set), ["counter_step"]);
}

struct Holder<T>(T);

#[toolkit]
impl<T: Display> Holder<T> {
    #[tool(description = "Show what is held.")]
    async fn show(&self, suffix: &str) -> String {
        format!("{}{suffix}", self.0)
    }
}

#[test]
fn a_generic_value_has_a_toolkit_where_it_can_be_shared() {
    let set = tools! { ..Arc::new(Holder(5)).toolkit() }.unwrap();
    assert_eq!(text(&set, "show", &json!({"suffix": "!"})), "5!");
    let alone = Holder(std::rc::Rc::new(5));
    assert_eq!(pollster::block_on(alone.show("?")), "5?");
}

mod tasks {
    use std::sync::Arc;

    use tooldef::toolkit;

    pub struct Vendors;

    #[toolkit(crate = ::tooldef)]
    impl Vendors {
        #[method(description = "Contact a vendor by mail.", roles("editor"))]
        pub async fn contact(&self, vendor: String) -> String {
            vendor
        }
    }

    pub fn methods() -> tooldef::Methods {
        Arc::new(Vendors).methods()
    }
}

#[test]
fn an_impl_may_have_methods_for_tasks_only() {
    let _ = tasks::methods();
}
