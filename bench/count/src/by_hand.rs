//! The calls as a program writes them without any library for them: a map of
//! closures, boxed futures, serde for both ways.

use std::collections::HashMap;
use std::pin::Pin;

use serde::Deserialize;

use crate::own::Order;

type Answer<'a> = Pin<Box<dyn Future<Output = Result<String, serde_json::Error>> + Send + 'a>>;
type Handler = Box<dyn for<'a> Fn(&'a str) -> Answer<'a> + Send + Sync>;

/// Tools by name.
pub struct Tools(HashMap<String, Handler>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Add {
    a: i64,
    b: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Measure<'a> {
    text: &'a str,
}

impl Tools {
    /// The tools.
    #[must_use]
    pub fn new() -> Self {
        let add: Handler = Box::new(|arguments| {
            Box::pin(async move {
                let Add { a, b } = serde_json::from_str(arguments)?;
                serde_json::to_string(&(a + b))
            })
        });
        let order: Handler = Box::new(|arguments| {
            Box::pin(async move {
                let order: Order = serde_json::from_str(arguments)?;
                serde_json::to_string(&order.receipt())
            })
        });
        let measure: Handler = Box::new(|arguments| {
            Box::pin(async move {
                let Measure { text } = serde_json::from_str(arguments)?;
                serde_json::to_string(&text.len())
            })
        });
        Self(HashMap::from([
            ("add".to_owned(), add),
            ("order".to_owned(), order),
            ("measure".to_owned(), measure),
        ]))
    }

    /// Makes one call.
    ///
    /// # Errors
    /// Arguments that do not fit.
    pub async fn call(&self, name: &str, arguments: &str) -> Result<String, serde_json::Error> {
        match self.0.get(name) {
            Some(handler) => handler(arguments).await,
            None => serde_json::to_string(&format!("there is no tool `{name}`")),
        }
    }

    /// Makes one call that succeeds.
    ///
    /// # Panics
    /// If it does not.
    pub fn succeed(&self, name: &str, arguments: &str) {
        let text = crate::now(self.call(name, arguments)).expect("a sound call");
        std::hint::black_box(text);
    }
}

impl Default for Tools {
    fn default() -> Self {
        Self::new()
    }
}
