//! Putting pins together, and telling which places they are at.

use serde_json::{Map, Value};

use super::{PinError, Pins, Relation};
use crate::arguments::path::{ROOT, join};

impl Pins {
    /// These pins and more, which win where both pin a place. All of them are
    /// held against the schema.
    ///
    /// # Errors
    ///
    /// [`PinError`] names the pin at fault.
    pub(crate) fn with(self, more: Value, schema: &Value) -> Result<Self, PinError> {
        let Value::Object(more) = more else {
            return Err(PinError::NotAnObject);
        };
        let mut given = self.given;
        lay(more, &mut given);
        let pins = Self::new(given)?;
        pins.verify(schema)?;
        Ok(pins)
    }

    /// The dotted paths of all pinned leaves.
    pub(crate) fn paths(&self) -> Vec<String> {
        let mut paths = Vec::new();
        collect(&self.leaves, "", &mut paths);
        paths.sort_unstable();
        paths
    }

    /// The paths of pinned leaves that an edit of the shown arguments would
    /// change. Those it leaves out come back on their own.
    pub(crate) fn changed(
        &self,
        shown: &Map<String, Value>,
        edited: &Map<String, Value>,
    ) -> Vec<String> {
        let mut paths = Vec::new();
        differ(&self.leaves, shown, edited, "", &mut paths);
        paths.sort_unstable();
        paths
    }

    /// Whether what is said about this place could tell of a pinned one.
    pub(crate) fn may_tell(&self, path: &str) -> bool {
        path == ROOT || self.relation(path) != Relation::Free
    }
}

fn lay(more: Map<String, Value>, given: &mut Map<String, Value>) {
    for (key, value) in more {
        match (value, given.get_mut(&key)) {
            (Value::Object(more), Some(Value::Object(given))) => lay(more, given),
            (value, _) => {
                given.insert(key, value);
            }
        }
    }
}

fn collect(leaves: &Map<String, Value>, above: &str, paths: &mut Vec<String>) {
    for (key, value) in leaves {
        let path = join(above, key);
        match value {
            Value::Object(inner) => collect(inner, &path, paths),
            _ => paths.push(path),
        }
    }
}

fn differ(
    leaves: &Map<String, Value>,
    shown: &Map<String, Value>,
    edited: &Map<String, Value>,
    above: &str,
    paths: &mut Vec<String>,
) {
    let none = Map::new();
    for (key, leaf) in leaves {
        let path = join(above, key);
        match (leaf, edited.get(key)) {
            (_, None) => {}
            (Value::Object(inner), Some(Value::Object(edited))) => {
                let shown = shown.get(key).and_then(Value::as_object).unwrap_or(&none);
                differ(inner, shown, edited, &path, paths);
            }
            (_, edited) if edited != shown.get(key) => paths.push(path),
            _ => {}
        }
    }
}
