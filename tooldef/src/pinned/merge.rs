//! Laying pinned values over what the model sent.

use serde_json::{Map, Value};

use super::{Pins, Relation, is_at_or_under};
use crate::arguments::path::join;

impl Pins {
    /// Lays the pinned values over the arguments. Two objects merge key by key;
    /// anything else is replaced whole, also by `null`, and arrays are never
    /// joined.
    pub(crate) fn merge(&self, arguments: &mut Map<String, Value>) {
        lay_over(&self.leaves, arguments);
    }

    /// As [`Pins::merge`], where some fields have other names too. Each pair is
    /// the dotted path of an alias and that of its field. Outer ones come first,
    /// because the paths of inner ones go by the names of fields.
    ///
    /// A field that is sent under an alias counts as the field: if it is pinned
    /// it is dropped, and if it is pinned in part it is renamed, so that the
    /// pinned part lands in it. Where the field is sent as well, the alias is
    /// left for the validation to refuse.
    pub(crate) fn merge_with_aliases(
        &self,
        arguments: &mut Map<String, Value>,
        aliases: &[(String, String)],
    ) {
        for (alias, field) in aliases {
            let relation = self.relation(field);
            if relation == Relation::Free {
                continue;
            }
            let Some((fields, key)) = holder(arguments, "", alias) else {
                continue;
            };
            if relation == Relation::Pinned {
                fields.remove(&key);
            } else if let Some(name) = key_at(&self.leaves, "", field)
                && !fields.contains_key(name)
                && let Some(value) = fields.remove(&key)
            {
                fields.insert(name.to_owned(), value);
            }
        }
        self.merge(arguments);
    }
}

fn lay_over(pins: &Map<String, Value>, arguments: &mut Map<String, Value>) {
    for (key, pin) in pins {
        match (pin, arguments.get_mut(key)) {
            (Value::Object(pins), Some(Value::Object(fields))) => lay_over(pins, fields),
            _ => {
                arguments.insert(key.clone(), pin.clone());
            }
        }
    }
}

/// The object that holds what was sent at a dotted path, and its key there.
fn holder<'a>(
    fields: &'a mut Map<String, Value>,
    above: &str,
    path: &str,
) -> Option<(&'a mut Map<String, Value>, String)> {
    let (key, here) = fields
        .keys()
        .map(|key| (key.clone(), join(above, key)))
        .find(|(_, here)| is_at_or_under(path, here))?;
    if path.len() == here.len() {
        return Some((fields, key));
    }
    holder(fields.get_mut(&key)?.as_object_mut()?, &here, path)
}

/// The key of the pin at a dotted path.
fn key_at<'p>(pins: &'p Map<String, Value>, above: &str, path: &str) -> Option<&'p str> {
    pins.iter().find_map(|(key, pin)| {
        let here = join(above, key);
        match pin {
            _ if here == path => Some(key.as_str()),
            Value::Object(inner) if is_at_or_under(path, &here) => key_at(inner, &here, path),
            _ => None,
        }
    })
}
