//! The subset of JSON Schema that Anthropic's `strict: true` takes.
//!
//! - Kept: one `type` (a list becomes `anyOf`), `enum` and `const` of
//!   scalars, `anyOf`, `items`, `minItems` of 0 or 1, patterns without
//!   look-around, back-references and word boundaries, and the formats
//!   date-time, time, date, duration, email, hostname, uri, ipv4, ipv6, uuid.
//! - Every object is closed; optional properties stay optional.
//! - `type` beside `enum` or `const` is dropped, as the SDK does.
//! - `oneOf` becomes `anyOf` where no value fits two branches.
//! - Annotations without a keyword (`default`, other formats, examples) move
//!   into the description, as in the SDK. So do numeric bounds, with a note:
//!   every Rust integer has some, and the tool enforces them.
//! - Recursion, string lengths, other array bounds, open maps, tuples of
//!   several types and any-JSON values mean that the tool is not strict.
//!
//! Source: `anthropic.transform_schema`, which leaves what comes out as it is
//! but for patterns; the API documentation on strict tool use for those.

use serde_json::{Value, json};

use super::super::note::{NoteKind, Notes};
use super::super::schema::{
    Fault, Object, append, asserts, below, disjoint, is_object, literals, required, said,
    split_types, types,
};

const FORMATS: [&str; 10] = [
    "date",
    "date-time",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "time",
    "uri",
    "uuid",
];

const REMEDY: &str = "change the argument's type, or offer the tool without strict";

/// A strict schema and what it counts for in a request's limits.
pub(super) struct Strict {
    pub(super) schema: Object,
    pub(super) optional: usize,
    pub(super) unions: usize,
}

/// The strict form of a plain schema.
pub(super) fn strict(plain: &Object, notes: &mut Notes) -> Result<Strict, Fault> {
    if plain.contains_key("$defs") {
        return Err(Fault::new(
            "#/$defs",
            "$ref",
            "a type that contains itself",
            REMEDY,
        ));
    }
    let mut writer = Writer {
        notes,
        optional: 0,
        unions: 0,
    };
    let schema = writer.node(plain, "#")?;
    Ok(Strict {
        schema,
        optional: writer.optional,
        unions: writer.unions,
    })
}

struct Writer<'a> {
    notes: &'a mut Notes,
    optional: usize,
    unions: usize,
}

impl Writer<'_> {
    fn value(&mut self, schema: &Value, path: &str) -> Result<Object, Fault> {
        match schema {
            Value::Object(schema) => self.node(schema, path),
            _ => Err(Fault::new(path, "schema", "a boolean schema", REMEDY)),
        }
    }

    fn node(&mut self, schema: &Object, path: &str) -> Result<Object, Fault> {
        if let Some(names) = types(schema).filter(|names| names.len() > 1) {
            // Literals say their types themselves.
            if literals(schema).is_none() {
                return self.several_types(schema, &names, path);
            }
        }
        let mut out = Object::new();
        let mut lines = Vec::new();
        for (keyword, value) in schema {
            self.keyword(keyword, value, schema, path, &mut out, &mut lines)?;
        }
        let literal = out.contains_key("enum") || out.contains_key("const");
        if literal {
            out.remove("type");
        } else if is_object(schema) {
            self.object(schema, path, &mut out)?;
        } else if !out.contains_key("type") && !out.contains_key("anyOf") {
            return Err(Fault::new(
                path,
                "type",
                "any JSON value is allowed",
                REMEDY,
            ));
        }
        if out.contains_key("anyOf") {
            // The SDK reads nothing else beside a union.
            let beside = out
                .keys()
                .find(|key| !matches!(key.as_str(), "anyOf" | "description" | "title" | "type"));
            if let Some(beside) = beside {
                let problem = format!("`{beside}` beside a union");
                return Err(Fault::new(&below(path, beside), beside, problem, REMEDY));
            }
            out.remove("type");
        }
        for line in lines {
            append(&mut out, &line);
        }
        Ok(out)
    }

    /// A list of types as a union of single ones, each with the keywords that
    /// concern it.
    fn several_types(
        &mut self,
        schema: &Object,
        names: &[&str],
        path: &str,
    ) -> Result<Object, Fault> {
        let mut rest = schema.clone();
        let mut out = Object::new();
        for keyword in ["default", "deprecated", "description", "examples", "title"] {
            if let Some(value) = rest.remove(keyword) {
                out.insert(keyword.to_owned(), value);
            }
        }
        let branches = split_types(&rest, names);
        out.insert("anyOf".to_owned(), branches.into());
        self.node(&out, path)
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
        let scalar = |value: &Value| !value.is_array() && !value.is_object();
        let kept = match keyword {
            "type" | "title" | "description" | "required" => value.clone(),
            "const" if scalar(value) => value.clone(),
            "enum" if value.as_array().is_some_and(|all| all.iter().all(scalar)) => value.clone(),
            "format" if value.as_str().is_some_and(|name| FORMATS.contains(&name)) => value.clone(),
            "minItems" if value == &json!(0) || value == &json!(1) => value.clone(),
            "pattern" if value.as_str().is_some_and(is_simple_pattern) => value.clone(),
            "pattern" => return refused("look-around, back-references and word boundaries"),
            "items" => self.value(value, &here)?.into(),
            "anyOf" | "oneOf" => {
                let branches = value.as_array().map_or(&[][..], Vec::as_slice);
                if keyword == "oneOf" && !disjoint(branches, None) {
                    return refused("a value may fit two branches of `oneOf`");
                }
                if out.contains_key("anyOf") {
                    return refused("two unions in one schema");
                }
                self.unions += 1;
                let mut written: Vec<Value> = Vec::with_capacity(branches.len());
                for (index, branch) in branches.iter().enumerate() {
                    let here = below(&here, &index.to_string());
                    written.push(self.value(branch, &here)?.into());
                }
                out.insert("anyOf".to_owned(), written.into());
                return Ok(());
            }
            "properties" => {
                let must = required(schema);
                let mut members = Object::new();
                for (name, member) in value.as_object().into_iter().flatten() {
                    if !must.contains(&name.as_str()) {
                        self.optional += 1;
                    }
                    let member = self.value(member, &below(&here, name))?;
                    members.insert(name.clone(), member.into());
                }
                members.into()
            }
            // Written by `object`, from what the schema says.
            "additionalProperties" => return Ok(()),
            "minProperties" if value == &json!(0) => return Ok(()),
            "uniqueItems" if value == &json!(false) => return Ok(()),
            "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
                if let Some(line) = said(keyword, value) {
                    lines.push(line);
                    self.notes.in_words(&here, keyword);
                }
                return Ok(());
            }
            _ if asserts(keyword) => return refused("not in the strict subset"),
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

    fn object(&mut self, schema: &Object, path: &str, out: &mut Object) -> Result<(), Fault> {
        let none = schema
            .get("properties")
            .and_then(Value::as_object)
            .is_none_or(Object::is_empty);
        match schema.get("additionalProperties") {
            Some(Value::Bool(false)) => {}
            None => {
                if none {
                    let text = "an object without properties is taken to have no members";
                    self.notes.add(NoteKind::Narrowed, path, text);
                }
            }
            Some(_) => {
                return Err(Fault::new(
                    &below(path, "additionalProperties"),
                    "additionalProperties",
                    "keys that are not known beforehand",
                    REMEDY,
                ));
            }
        }
        out.insert("type".to_owned(), "object".into());
        out.entry("properties").or_insert_with(|| json!({}));
        out.insert("additionalProperties".to_owned(), false.into());
        Ok(())
    }
}

/// Patterns that the provider's grammar can follow.
fn is_simple_pattern(pattern: &str) -> bool {
    let mut characters = pattern.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' if characters.next().is_some_and(|next| {
                next.is_ascii_digit() || matches!(next, 'b' | 'B' | 'k' | 'p' | 'P')
            }) =>
            {
                return false;
            }
            '(' if characters.as_str().starts_with('?')
                && !characters.as_str().starts_with("?:") =>
            {
                return false;
            }
            _ => {}
        }
    }
    true
}
