//! The same call as a program writes it without any library for it: a map of
//! closures that parse, await and write.

use std::collections::HashMap;
use std::pin::Pin;

use serde::Deserialize;

type Answer<'a> = Pin<Box<dyn Future<Output = Result<String, serde_json::Error>> + Send + 'a>>;
type Handler = Box<dyn for<'a> Fn(&'a str) -> Answer<'a> + Send + Sync>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Add {
    a: i64,
    b: i64,
}

pub(crate) fn tools() -> HashMap<String, Handler> {
    let add: Handler = Box::new(|arguments| {
        Box::pin(async move {
            let Add { a, b } = serde_json::from_str(arguments)?;
            serde_json::to_string(&(a + b))
        })
    });
    HashMap::from([("add".to_owned(), add)])
}

pub(crate) async fn call(
    tools: &HashMap<String, Handler>,
    name: &str,
    arguments: &str,
) -> Result<String, serde_json::Error> {
    match tools.get(name) {
        Some(handler) => handler(arguments).await,
        None => serde_json::to_string(&format!("there is no tool `{name}`")),
    }
}
