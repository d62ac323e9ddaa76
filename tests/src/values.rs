//! Values made up from a schema, the same ones in every run.

use serde_json::{Map, Number, Value, json};

/// A small generator of pseudo-random numbers (xorshift), so that a failure
/// can be repeated.
pub struct Dice(u64);

impl Dice {
    /// A generator; the same seed rolls the same numbers.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `sides`, which is at least 1.
    pub fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides.max(1)
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        let index = self.roll(from.len() as u64);
        from.get(usize::try_from(index).ok()?)
    }
}

/// A value that mostly fits `schema`, whose references are relative to
/// `root`. Patterns and some formats are not followed.
#[must_use]
pub fn value(root: &Value, schema: &Value, dice: &mut Dice, depth: u32) -> Value {
    let Some(object) = schema.as_object() else {
        return any(dice);
    };
    if let Some(reference) = object.get("$ref").and_then(Value::as_str) {
        let target = root.pointer(reference.trim_start_matches('#'));
        let mut made = value(root, target.unwrap_or(&Value::Null), dice, depth + 1);
        if object.contains_key("properties")
            && let (Value::Object(made), Value::Object(own)) =
                (&mut made, members(root, object, dice, depth))
        {
            made.extend(own);
        }
        return made;
    }
    if let Some(literal) = object.get("const") {
        return literal.clone();
    }
    if let Some(Value::Array(literals)) = object.get("enum") {
        return dice.pick(literals).cloned().unwrap_or_default();
    }
    for keyword in ["anyOf", "oneOf"] {
        if let Some(Value::Array(branches)) = object.get(keyword) {
            // Deep down, a branch that leads no deeper.
            let ends = branches
                .iter()
                .find(|branch| !branch.to_string().contains("$ref"));
            let branch = ends.filter(|_| depth > 6).or_else(|| dice.pick(branches));
            let mut made = value(root, branch.unwrap_or(&Value::Null), dice, depth + 1);
            if object.contains_key("properties")
                && let (Value::Object(made), Value::Object(own)) =
                    (&mut made, members(root, object, dice, depth))
            {
                made.extend(own);
            }
            return made;
        }
    }
    let kind = match object.get("type") {
        Some(Value::String(kind)) => kind.clone(),
        Some(Value::Array(kinds)) => match dice.pick(kinds) {
            Some(Value::String(kind)) => kind.clone(),
            _ => return Value::Null,
        },
        _ => return any(dice),
    };
    match kind.as_str() {
        "boolean" => json!(dice.roll(2) == 0),
        "integer" => integer(object, dice),
        "number" => number(object, dice),
        "string" => json!(text(object, dice)),
        "array" => list(root, object, dice, depth),
        "object" => members(root, object, dice, depth),
        _ => Value::Null,
    }
}

fn any(dice: &mut Dice) -> Value {
    match dice.roll(6) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(dice.roll(1000)),
        3 => json!("text"),
        4 => json!([1, "two", null]),
        _ => json!({ "$ref": "#/nowhere", "n": null }),
    }
}

fn bound(object: &Map<String, Value>, keyword: &str, otherwise: f64) -> f64 {
    object
        .get(keyword)
        .and_then(Value::as_f64)
        .unwrap_or(otherwise)
}

#[allow(clippy::cast_possible_truncation)] // the bounds of samples are small or rounded on purpose
fn integer(object: &Map<String, Value>, dice: &mut Dice) -> Value {
    let least = bound(object, "minimum", -1000.0) as i64;
    let most = bound(object, "maximum", 1000.0) as i64;
    if dice.roll(4) == 0 {
        return json!(if dice.roll(2) == 0 {
            least
        } else {
            most.max(least)
        });
    }
    let span = most
        .max(least)
        .saturating_sub(least)
        .clamp(0, 2000)
        .unsigned_abs();
    json!(least + dice.roll(span + 1).cast_signed())
}

#[allow(clippy::cast_precision_loss)] // small numbers
fn number(object: &Map<String, Value>, dice: &mut Dice) -> Value {
    let least = bound(object, "minimum", -1000.0);
    let most = bound(object, "maximum", 1000.0);
    let share = dice.roll(65) as f64 / 64.0;
    Number::from_f64(least + (most - least) * share).map_or(Value::Null, Value::Number)
}

fn text(object: &Map<String, Value>, dice: &mut Dice) -> String {
    let fixed = match object.get("format").and_then(Value::as_str) {
        Some("date-time") => "2024-02-29T12:30:00Z",
        Some("date") => "2024-02-29",
        Some("time" | "partial-time") => "12:30:00",
        Some("partial-date-time") => "2024-02-29T12:30:00",
        Some("uuid") => "67e55044-10b1-426f-9247-bb680e5fe0c8",
        Some("uri") => "https://example.com/a?b=c",
        Some("ipv4" | "ip") => "127.0.0.1",
        _ => "",
    };
    if !fixed.is_empty() {
        return fixed.to_owned();
    }
    let least = object.get("minLength").and_then(Value::as_u64).unwrap_or(0);
    let most = object
        .get("maxLength")
        .and_then(Value::as_u64)
        .unwrap_or(least + 6);
    let length = least + dice.roll(most - least + 1);
    let letters = ['a', 'b', 'é', '😀', '"', '0'];
    // A pattern in the samples asks for lower-case letters.
    let letters = if object.contains_key("pattern") {
        &letters[..1]
    } else {
        &letters[..]
    };
    let length = if object.contains_key("pattern") {
        length.max(1)
    } else {
        length
    };
    (0..length).filter_map(|_| dice.pick(letters)).collect()
}

fn list(root: &Value, object: &Map<String, Value>, dice: &mut Dice, depth: u32) -> Value {
    let prefix = object.get("prefixItems").and_then(Value::as_array);
    let least = object.get("minItems").and_then(Value::as_u64).unwrap_or(0);
    let most = object
        .get("maxItems")
        .and_then(Value::as_u64)
        .unwrap_or(least + 3);
    let length = if depth > 6 {
        least
    } else {
        least + dice.roll(most - least + 1)
    };
    let mut items: Vec<Value> = Vec::new();
    for index in 0..length {
        let own = usize::try_from(index)
            .ok()
            .and_then(|index| prefix?.get(index));
        let schema = own
            .or_else(|| object.get("items"))
            .unwrap_or(&Value::Bool(true));
        let item = value(root, schema, dice, depth + 1);
        let unique = object.get("uniqueItems") == Some(&Value::Bool(true));
        if !(unique && items.contains(&item)) {
            items.push(item);
        }
    }
    items.into()
}

fn members(root: &Value, object: &Map<String, Value>, dice: &mut Dice, depth: u32) -> Value {
    let mut made = Map::new();
    let must: Vec<&str> = object
        .get("required")
        .and_then(Value::as_array)
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    for (name, schema) in object
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        if must.contains(&name.as_str()) || (depth < 6 && dice.roll(2) == 0) {
            made.insert(name.clone(), value(root, schema, dice, depth + 1));
        }
    }
    let mut more = |schema: &Value, key: &dyn Fn(u64) -> String, dice: &mut Dice| {
        for index in 0..dice.roll(3) {
            made.insert(key(index), value(root, schema, dice, depth + 1));
        }
    };
    if let Some(Value::Object(patterns)) = object.get("patternProperties") {
        for schema in patterns.values() {
            more(schema, &|index| (index + 7).to_string(), dice);
        }
    } else if let Some(schema @ (Value::Object(_) | Value::Bool(true))) =
        object.get("additionalProperties")
    {
        more(schema, &|index| format!("key {index}"), dice);
    }
    made.into()
}

/// `original` with one thing in it changed, so that it may no longer fit.
#[must_use]
pub fn disturbed(original: &Value, dice: &mut Dice) -> Value {
    let mut changed = original.clone();
    disturb(&mut changed, dice);
    changed
}

fn disturb(value: &mut Value, dice: &mut Dice) {
    match value {
        Value::Object(members) if !members.is_empty() && dice.roll(4) > 0 => {
            let keys: Vec<String> = members.keys().cloned().collect();
            let Some(key) = dice.pick(&keys) else { return };
            match dice.roll(4) {
                0 => {
                    members.remove(key);
                }
                1 => {
                    members.insert("unheard_of".to_owned(), any(dice));
                }
                _ => disturb(&mut members[key.as_str()], dice),
            }
        }
        Value::Array(items) if !items.is_empty() && dice.roll(4) > 0 => {
            let index = usize::try_from(dice.roll(items.len() as u64)).unwrap_or(0);
            match dice.roll(4) {
                0 => {
                    items.remove(index);
                }
                1 => items.push(any(dice)),
                _ => disturb(&mut items[index], dice),
            }
        }
        other => *other = any(dice),
    }
}
