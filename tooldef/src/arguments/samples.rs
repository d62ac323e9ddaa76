//! Schemas and values for property tests: schemas of the kinds that are
//! derived, values that satisfy them, and values a careless model would send.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// The names fields have here.
const NAMES: [&str; 4] = ["a", "b", "c", "d.e"];

/// Schemas of single values.
fn leaves() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!({"type": "string"})),
        Just(json!({"type": "boolean"})),
        Just(json!({"type": "number"})),
        Just(json!({"type": "integer", "minimum": 0, "maximum": 1000})),
        Just(json!({"type": ["integer", "null"]})),
        Just(json!({"type": ["string", "null"]})),
        Just(json!({"enum": ["low", "high"]})),
        Just(json!({"anyOf": [{"type": "boolean"}, {"type": "null"}]})),
        Just(json!({"$ref": "#/$defs/Point"})),
        Just(json!({"anyOf": [{"$ref": "#/$defs/Point"}, {"type": "null"}]})),
        Just(json!(true)),
    ]
}

fn schemas() -> impl Strategy<Value = Value> {
    leaves().prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            inner
                .clone()
                .prop_map(|items| json!({"type": "array", "items": items})),
            inner
                .clone()
                .prop_map(|rest| json!({"type": "object", "additionalProperties": rest})),
            objects(inner.clone()),
            objects(inner).prop_map(|object| json!({"anyOf": [object, {"type": "null"}]})),
        ]
    })
}

fn objects(inner: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    proptest::collection::vec((inner, any::<bool>()), 1..=NAMES.len()).prop_map(|fields| {
        let mut properties = Map::new();
        let mut required = Vec::new();
        for (name, (schema, needed)) in NAMES.iter().zip(fields) {
            properties.insert((*name).to_owned(), schema);
            if needed {
                required.push(*name);
            }
        }
        json!({
            "type": "object", "properties": properties, "required": required,
            "additionalProperties": false
        })
    })
}

/// Schemas of arguments: closed objects, with a definition referred to.
pub(crate) fn roots() -> impl Strategy<Value = Value> {
    objects(schemas()).prop_map(|mut root| {
        root["$defs"] = json!({"Point": {
            "type": "object",
            "properties": {"x": {"type": "integer"}, "y": {"type": "number"}},
            "required": ["x"],
            "additionalProperties": false
        }});
        root
    })
}

/// A stream of choices.
#[derive(Debug, Clone)]
pub(crate) struct Choices(u64);

impl Choices {
    /// One of so many.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        // The multiplier of Knuth's MMIX generator.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// Streams of choices.
pub(crate) fn choices() -> impl Strategy<Value = Choices> {
    any::<u64>().prop_map(Choices)
}

/// A value that satisfies a schema of this file.
pub(crate) fn instance(root: &Value, schema: &Value, choices: &mut Choices) -> Value {
    if let Some(target) = crate::schema::reference::target(root, schema) {
        return instance(root, target, choices);
    }
    let pick = |list: &Value, choices: &mut Choices| {
        let list = list.as_array().unwrap();
        list[usize::try_from(choices.below(list.len() as u64)).unwrap()].clone()
    };
    if let Some(values) = schema.get("enum") {
        return pick(values, choices);
    }
    if let Some(branches) = schema.get("anyOf") {
        let branch = pick(branches, choices);
        return instance(root, &branch, choices);
    }
    let kind = match schema.get("type") {
        Some(Value::Array(_)) => pick(&schema["type"], choices),
        Some(kind) => kind.clone(),
        None => json!("string"),
    };
    match kind.as_str().unwrap() {
        "null" => Value::Null,
        "boolean" => json!(choices.below(2) == 0),
        "integer" => json!(choices.below(1000)),
        "number" => json!(f64::from(u32::try_from(choices.below(1000)).unwrap()) / 8.0),
        "array" => {
            let length = choices.below(3);
            (0..length)
                .map(|_| instance(root, &schema["items"], choices))
                .collect()
        }
        "object" => object(root, schema, choices),
        _ => pick(&json!(["", "5", "null", "[1]", "word"]), choices),
    }
}

fn object(root: &Value, schema: &Value, choices: &mut Choices) -> Value {
    let mut fields = Map::new();
    if let Some(rest @ Value::Object(_)) = schema.get("additionalProperties") {
        for key in ["k", "__proto__"] {
            if schema["properties"].get(key).is_none() && choices.below(2) == 0 {
                fields.insert(key.to_owned(), instance(root, rest, choices));
            }
        }
    }
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        if required.contains(&json!(name)) || choices.below(2) == 0 {
            fields.insert(name.clone(), instance(root, property, choices));
        }
    }
    Value::Object(fields)
}

/// The same value as a careless model would write it: now and then something
/// is JSON text, or an integer is a float.
pub(crate) fn careless(value: &Value, choices: &mut Choices) -> Value {
    let inside = match value {
        Value::Array(items) => items.iter().map(|item| careless(item, choices)).collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(key, value)| (key.clone(), careless(value, choices)))
            .collect(),
        Value::Number(number) if choices.below(3) == 0 => json!(number.as_f64()),
        other => other.clone(),
    };
    match inside {
        Value::String(_) | Value::Null => inside,
        inside if choices.below(3) == 0 => Value::String(inside.to_string()),
        inside => inside,
    }
}
