//! stub
use serde_json::Value;
pub(crate) fn canonical(v: Value) -> Value {
    v
}
pub(crate) fn sorted(v: Value) -> Value {
    v
}
