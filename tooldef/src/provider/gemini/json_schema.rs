//! The subset of JSON Schema that Gemini documents.
//!
//! - Kept: `$defs`, `$ref` (alone), `type` (also a list), `title`,
//!   `description`, `enum` of texts and numbers, `items`, `prefixItems`,
//!   `minItems`, `maxItems`, `minimum`, `maximum`, `anyOf`, `properties`,
//!   `additionalProperties`, `required`, and the formats date-time, date and
//!   time.
//! - `const` becomes an `enum` of one; a null literal becomes the type;
//!   `oneOf` becomes `anyOf`, which is how Gemini reads it; exclusive bounds
//!   of integers become inclusive ones; a `patternProperties` that covers all
//!   keys becomes `additionalProperties`.
//! - Lengths, patterns and the like are said in the description, with a note:
//!   the tool still enforces them.
//! - Refused: recursion through a required property (Gemini unrolls
//!   references, and asks for this), `allOf` that does not merge, `not`,
//!   conditions, dependent schemas.
//!
//! Source: `response_json_schema` of the `google-genai` package, which lists
//! what is supported; parameters are said to work alike.

use serde_json::{Value, json};

use super::super::note::{NoteKind, Notes};
use super::super::schema::{
    Fault, Object, append, asserts, below, disjoint, literals, said, set_types, types,
};
use super::cycles::check_cycles;

const FORMATS: [&str; 3] = ["date", "date-time", "time"];

const REMEDY: &str = "use another type for this argument, or another dialect";

/// The schema for `parametersJsonSchema`.
pub(super) fn write(plain: &Object, notes: &mut Notes) -> Result<Object, Fault> {
    let definitions = plain.get("$defs").and_then(Value::as_object);
    if let Some(definitions) = definitions {
        check_cycles(definitions)?;
    }
    let mut writer = Writer { definitions, notes };
    let mut root = writer.node(plain, "#")?;
    if let Some(definitions) = definitions {
        let mut all = Object::new();
        for (name, schema) in definitions {
            all.insert(name.clone(), writer.value(schema, &below("#/$defs", name))?);
        }
        root.insert("$defs".to_owned(), all.into());
    }
    Ok(root)
}

struct Writer<'a> {
    definitions: Option<&'a Object>,
    notes: &'a mut Notes,
}

impl Writer<'_> {
    fn value(&mut self, schema: &Value, path: &str) -> Result<Value, Fault> {
        match schema {
            Value::Object(schema) => self.node(schema, path).map(Value::from),
            other => Ok(other.clone()),
        }
    }

    fn values(&mut self, schemas: &Value, path: &str) -> Result<Value, Fault> {
        let schemas = schemas.as_array().map_or(&[][..], Vec::as_slice);
        let mut all = Vec::with_capacity(schemas.len());
        for (index, schema) in schemas.iter().enumerate() {
            all.push(self.value(schema, &below(path, &index.to_string()))?);
        }
        Ok(all.into())
    }

    fn node(&mut self, schema: &Object, path: &str) -> Result<Object, Fault> {
        let mut out = Object::new();
        let mut lines = Vec::new();
        for (keyword, value) in schema {
            self.keyword(keyword, value, schema, path, &mut out, &mut lines)?;
        }
        if literals(schema).is_some() {
            self.literals(schema, path, &mut out)?;
        }
        for line in lines {
            append(&mut out, &line);
        }
        Ok(out)
    }

    fn keyword(
        &mut self,
        keyword: &str,
        value: &Value,
        schema: &Object,
        path: &str,
        out: &mut Object,
        lines: &mut Vec<String>,
    ) -> Result<(), Fault> {
        let here = below(path, keyword);
        let refused = |problem: &str| Err(Fault::new(&here, keyword, problem, REMEDY));
        let kept = match keyword {
            "$ref" | "type" | "title" | "description" | "minItems" | "maxItems" | "minimum"
            | "maximum" | "required" => value.clone(),
            "format" if value.as_str().is_some_and(|name| FORMATS.contains(&name)) => value.clone(),
            "items" | "additionalProperties" => self.value(value, &here)?,
            "prefixItems" => self.values(value, &here)?,
            "properties" => {
                let mut members = Object::new();
                for (name, member) in value.as_object().into_iter().flatten() {
                    members.insert(name.clone(), self.value(member, &below(&here, name))?);
                }
                members.into()
            }
            "anyOf" | "oneOf" => {
                if out.contains_key("anyOf") {
                    return refused("two unions in one schema");
                }
                let branches = value.as_array().map_or(&[][..], Vec::as_slice);
                if keyword == "oneOf" && !disjoint(branches, self.definitions) {
                    let text = "`oneOf` is read as `anyOf`, and a value may fit two branches";
                    self.notes.add(NoteKind::InWords, &here, text);
                    lines.push("Fits exactly one of the alternatives".to_owned());
                }
                let branches = self.values(value, &here)?;
                out.insert("anyOf".to_owned(), branches);
                return Ok(());
            }
            "exclusiveMinimum" | "exclusiveMaximum" if is_integer(schema) => {
                let (bound, step) = if keyword == "exclusiveMinimum" {
                    ("minimum", 1)
                } else {
                    ("maximum", -1)
                };
                match value.as_i64().and_then(|limit| limit.checked_add(step)) {
                    Some(limit) if !schema.contains_key(bound) => {
                        out.insert(bound.to_owned(), limit.into());
                    }
                    _ => self.say(keyword, value, &here, lines),
                }
                return Ok(());
            }
            "patternProperties" => return self.keys(value, schema, &here, out, lines),
            // Written by `literals` and `write`.
            "enum" | "const" | "$defs" => return Ok(()),
            "uniqueItems" if value == &json!(false) => return Ok(()),
            "minLength" | "maxLength" | "pattern" | "exclusiveMinimum" | "exclusiveMaximum"
            | "multipleOf" | "uniqueItems" | "minProperties" | "maxProperties"
            | "propertyNames" => {
                self.say(keyword, value, &here, lines);
                return Ok(());
            }
            _ if asserts(keyword) => return refused("Gemini has no such keyword"),
            "default" | "examples" | "format" | "deprecated" | "contentEncoding"
            | "contentMediaType" => {
                lines.extend(said(keyword, value));
                return Ok(());
            }
            _ => return Ok(()),
        };
        out.insert(keyword.to_owned(), kept);
        Ok(())
    }

    fn say(&mut self, keyword: &str, value: &Value, path: &str, lines: &mut Vec<String>) {
        if let Some(line) = said(keyword, value) {
            lines.push(line);
            self.notes.in_words(path, keyword);
        }
    }

    /// A map by pattern, such as one with integer keys.
    fn keys(
        &mut self,
        patterns: &Value,
        schema: &Object,
        path: &str,
        out: &mut Object,
        lines: &mut Vec<String>,
    ) -> Result<(), Fault> {
        let patterns = patterns.as_object();
        let only = patterns.filter(|patterns| patterns.len() == 1);
        let closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
        let members = schema.get("properties").and_then(Value::as_object);
        let (Some(only), true, true) = (only, closed, members.is_none_or(Object::is_empty)) else {
            let problem = "keys by pattern beside other keys";
            return Err(Fault::new(path, "patternProperties", problem, REMEDY));
        };
        for (pattern, schema) in only {
            let values = self.value(schema, &below(path, pattern))?;
            out.insert("additionalProperties".to_owned(), values);
            lines.push(format!("Every key matches the pattern {pattern}"));
            self.notes.in_words(path, "patternProperties");
        }
        Ok(())
    }

    /// `enum` and `const`: texts and numbers stay, null goes into the type,
    /// both booleans are the type.
    fn literals(&mut self, schema: &Object, path: &str, out: &mut Object) -> Result<(), Fault> {
        let all = literals(schema).unwrap_or_default();
        let null = all.iter().any(|value| value.is_null());
        let kept: Vec<&Value> = all.into_iter().filter(|value| !value.is_null()).collect();
        let kind = |name: &str, fits: fn(&Value) -> bool| {
            (!kept.is_empty() && kept.iter().all(|value| fits(value))).then(|| name.to_owned())
        };
        let text = kind("string", Value::is_string);
        let number = kind("integer", |value| value.is_i64() || value.is_u64())
            .or_else(|| kind("number", Value::is_number));
        let boolean = kind("boolean", Value::is_boolean);
        if let Some(name) = text.or(number) {
            let mut own = Object::new();
            set_types(&mut own, &[&name]);
            own.insert("enum".to_owned(), kept.into_iter().cloned().collect());
            out.remove("type");
            if null {
                out.insert("anyOf".to_owned(), json!([own, { "type": "null" }]));
            } else {
                out.extend(own);
            }
            return Ok(());
        }
        let names: Vec<&str> = boolean
            .iter()
            .map(String::as_str)
            .chain(null.then_some("null"))
            .collect();
        if names.is_empty() || (boolean.is_none() && !kept.is_empty()) {
            let problem =
                "literals other than texts, numbers, booleans and null, or of several types";
            return Err(Fault::new(&below(path, "enum"), "enum", problem, REMEDY));
        }
        set_types(out, &names);
        if let [only] = kept.as_slice() {
            append(out, &format!("Must be {only}"));
            self.notes.in_words(path, "const");
        }
        Ok(())
    }
}

fn is_integer(schema: &Object) -> bool {
    types(schema).is_some_and(|names| names.iter().all(|name| matches!(*name, "integer" | "null")))
}
