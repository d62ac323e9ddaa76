//! What a task's answer must be, and how it is read.

use std::sync::Arc;

use schemars::{JsonSchema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::arguments::parse::parse_value;
use crate::arguments::{self, Coverage, Limits};
use crate::output::Payload;
use crate::reader::Reader;
use crate::spec::{self, Direction};
use crate::{Problem, schema};

/// How often an answer that does not conform is sent back for repair.
pub const REPAIRS: usize = 3;

type Read<T> = Arc<dyn Fn(&str) -> Result<(T, Payload), Vec<Problem>> + Send + Sync>;

/// The schema of an answer, and its reader.
pub(super) struct Expected<T> {
    pub(super) schema: Option<Arc<Value>>,
    read: Read<T>,
}

impl<T> Clone for Expected<T> {
    fn clone(&self) -> Self {
        Self {
            schema: self.schema.clone(),
            read: Arc::clone(&self.read),
        }
    }
}

impl<T> Expected<T> {
    /// Reads an answer, or says by path what is wrong with it.
    pub(super) fn read(&self, text: &str) -> Result<(T, Payload), Vec<Problem>> {
        (self.read)(text)
    }

    /// A keyword of the schema that nothing here enforces, with its path.
    pub(super) fn unenforced(&self) -> Option<(String, String)> {
        match arguments::coverage(self.schema.as_deref()?) {
            Coverage::Unenforced { path, keyword } => Some((path, keyword)),
            _ => None,
        }
    }
}

impl Expected<String> {
    /// Any text that says something.
    pub(super) fn text() -> Self {
        Self {
            schema: None,
            read: Arc::new(|text| {
                if text.trim().is_empty() {
                    return Err(vec![Problem::new("(root)", "the answer is empty")]);
                }
                Ok((text.to_owned(), Payload::Text(text.to_owned())))
            }),
        }
    }
}

impl Expected<Value> {
    /// A JSON value that conforms to a schema.
    pub(super) fn value(schema: Value) -> Self {
        let schema = Arc::new(schema::canonical(schema));
        let checked = Arc::clone(&schema);
        Self {
            schema: Some(schema),
            read: Arc::new(move |text| {
                let text = bare(text);
                let value = conforming(&checked, text)?;
                Ok((value, Payload::Json(text.to_owned())))
            }),
        }
    }
}

impl<T: DeserializeOwned + JsonSchema + 'static> Expected<T> {
    /// A JSON value of a type.
    pub(super) fn typed() -> Self {
        let schema = spec::root_schema(SchemaGenerator::subschema_for::<T>, Direction::Input);
        let schema = Arc::new(schema::canonical(schema));
        let checked = Arc::clone(&schema);
        Self {
            schema: Some(schema),
            read: Arc::new(move |text| {
                let text = bare(text);
                conforming(&checked, text)?;
                let mut reader = Reader::thorough(text, Limits::default().depth);
                match reader.whole() {
                    Some(value) => Ok((value, Payload::Json(text.to_owned()))),
                    None => Err(reader.into_problems()),
                }
            }),
        }
    }
}

/// The JSON of an answer: without the fence that models like to put around it.
fn bare(text: &str) -> &str {
    let text = text.trim();
    let Some(inner) = text
        .strip_prefix("```")
        .and_then(|rest| rest.strip_suffix("```"))
    else {
        return text;
    };
    let inner = match inner.split_once('\n') {
        Some((tag, rest)) if !tag.trim_start().starts_with(['{', '[', '"']) => rest,
        _ => inner,
    };
    inner.trim()
}

fn conforming(schema: &Value, text: &str) -> Result<Value, Vec<Problem>> {
    let root = |message: String| vec![Problem::new("(root)", message)];
    if text.is_empty() {
        return Err(root(
            "the answer is empty, and should be one JSON value".into(),
        ));
    }
    let value = parse_value(text, Limits::default().depth)
        .map_err(|fault| root(format!("the answer is not one JSON value: {fault}")))?;
    let problems = arguments::check(schema, &value);
    if problems.is_empty() {
        Ok(value)
    } else {
        Err(problems)
    }
}

#[cfg(test)]
mod tests {
    use super::bare;

    #[test]
    fn a_fence_around_the_whole_answer_is_taken_off_and_nothing_else() {
        assert_eq!(bare("```json\n{\"a\": 1}\n```"), "{\"a\": 1}");
        assert_eq!(bare("```\n[1]\n```"), "[1]");
        assert_eq!(bare("```{}```"), "{}");
        assert_eq!(bare(" 5 "), "5");
        assert_eq!(bare("so: ```{}```"), "so: ```{}```");
    }
}
