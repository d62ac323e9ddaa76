//! stub
use crate::arguments::Problem;
use serde_json::{Map, Value};
#[derive(Debug, Clone, Default)]
pub(crate) struct Pins(Map<String, Value>);
impl Pins {
    pub(crate) fn with(self, _: Value, _: &Value) -> Result<Self, crate::ContextError> {
        Ok(self)
    }
    pub(crate) fn merge(&self, _: &mut Map<String, Value>) {}
    pub(crate) fn hide(&self, s: &Value) -> Value {
        s.clone()
    }
    pub(crate) fn scrub(&self, p: Vec<Problem>) -> (Vec<Problem>, bool) {
        (p, false)
    }
    pub(crate) fn paths(&self) -> Vec<String> {
        vec![]
    }
}
