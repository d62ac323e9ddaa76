//! The subset of JSON Schema that OpenAI's `strict: true` takes.
//!
//! - Every object is closed and requires all its properties. An optional
//!   property accepts null instead; [`absent_nulls`](crate::provider::absent_nulls)
//!   turns that null back into absence.
//! - Kept: `type`, `enum`, `const`, `anyOf`, `$ref`/`$defs` (recursion too),
//!   `items`, `minItems`, `maxItems`, numeric bounds, `multipleOf`, `pattern`,
//!   and the formats date-time, time, date, duration, email, hostname, ipv4,
//!   ipv6, uuid.
//! - `oneOf` becomes `anyOf` where no value fits two branches.
//! - Annotations without a keyword (`default`, other formats, examples) move
//!   into the description. A *constraint* without one means that the tool is
//!   not strict: string lengths, `uniqueItems`, open maps, tuples of several
//!   types, any-JSON values, `allOf`, `not`, conditions.
//! - At most 5000 properties, 10 levels, 1000 enum values and 120,000
//!   characters of names and literals.
//!
//! Sources: OpenAI's guide to structured outputs; `_ensure_strict_json_schema`
//! of the `openai` package and `agents.strict_schema` of `openai-agents`, both
//! of which accept what comes out unchanged.

use serde_json::{Value, json};

use super::nullable::nullable;
use crate::provider::note::{NoteKind, Notes};
use crate::provider::schema::{
    Fault, Object, append, asserts, below, disjoint, is_object, required, said, strings, types,
};

const FORMATS: [&str; 9] = [
    "date",
    "date-time",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "time",
    "uuid",
];

const PROPERTY_LIMIT: usize = 5000;
const LEVEL_LIMIT: usize = 10;
const ENUM_LIMIT: usize = 1000;
const TEXT_LIMIT: usize = 120_000;

/// Keywords of which a schema needs one to say anything about its type.
const SAYING: [&str; 6] = ["$ref", "anyOf", "const", "enum", "oneOf", "type"];

const REMEDY: &str = "change the argument's type, or offer the tool without strict";

/// The strict form of a plain schema.
pub(super) fn strict(plain: &Object, notes: &mut Notes) -> Result<Object, Fault> {
    let definitions = plain.get("$defs").and_then(Value::as_object);
    let mut writer = Writer {
        definitions,
        notes,
        properties: 0,
        enums: 0,
        text: 0,
    };
    let mut root = writer.node(plain, "#", 1)?;
    if let Some(definitions) = definitions {
        let mut all = Object::new();
        for (name, schema) in definitions {
            writer.text += name.chars().count();
            let schema = writer.value(schema, &below("#/$defs", name), 1)?;
            all.insert(name.clone(), schema);
        }
        root.insert("$defs".to_owned(), all.into());
    }
    if root.contains_key("anyOf") {
        return Err(Fault::new(
            "#",
            "anyOf",
            "a union of whole argument objects",
            REMEDY,
        ));
    }
    writer.check_limits()?;
    Ok(root)
}

struct Writer<'a> {
    definitions: Option<&'a Object>,
    notes: &'a mut Notes,
    properties: usize,
    enums: usize,
    text: usize,
}

impl Writer<'_> {
    fn check_limits(&self) -> Result<(), Fault> {
        for (what, count, limit) in [
            ("properties", self.properties, PROPERTY_LIMIT),
            ("enum values", self.enums, ENUM_LIMIT),
            ("characters of names and literals", self.text, TEXT_LIMIT),
        ] {
            if count > limit {
                let problem = format!("{count} {what}, the limit is {limit}");
                return Err(Fault::new("#", "properties", problem, REMEDY));
            }
        }
        Ok(())
    }

    fn value(&mut self, schema: &Value, path: &str, level: usize) -> Result<Value, Fault> {
        match schema {
            Value::Object(schema) => self.node(schema, path, level).map(Value::from),
            _ => Err(Fault::new(path, "schema", "a boolean schema", REMEDY)),
        }
    }

    fn node(&mut self, schema: &Object, path: &str, level: usize) -> Result<Object, Fault> {
        if level > LEVEL_LIMIT {
            let problem = format!("more than {LEVEL_LIMIT} levels of nesting");
            return Err(Fault::new(path, "properties", problem, REMEDY));
        }
        if !is_object(schema) && !SAYING.iter().any(|keyword| schema.contains_key(*keyword)) {
            return Err(Fault::new(
                path,
                "type",
                "any JSON value is allowed",
                REMEDY,
            ));
        }
        let mut out = Object::new();
        let mut lines = Vec::new();
        for (keyword, value) in schema {
            self.keyword(keyword, value, schema, path, level, &mut out, &mut lines)?;
        }
        if is_object(schema) {
            self.object(schema, path, &mut out)?;
        }
        for line in lines {
            append(&mut out, &line);
        }
        Ok(out)
    }

    #[allow(clippy::too_many_arguments)] // one arm for each keyword, sharing the node's state
    fn keyword(
        &mut self,
        keyword: &str,
        value: &Value,
        schema: &Object,
        path: &str,
        level: usize,
        out: &mut Object,
        lines: &mut Vec<String>,
    ) -> Result<(), Fault> {
        let here = below(path, keyword);
        let refused = |problem: &str| Err(Fault::new(&here, keyword, problem, REMEDY));
        let kept = match keyword {
            "$ref" | "type" | "title" | "description" | "pattern" | "minimum" | "maximum"
            | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" | "minItems" | "maxItems" => {
                value.clone()
            }
            "const" => {
                self.text += value.to_string().chars().count();
                value.clone()
            }
            "enum" => {
                let literals = value.as_array().map_or(&[][..], Vec::as_slice);
                self.enums += literals.len();
                self.text += literals
                    .iter()
                    .map(|literal| literal.to_string().chars().count())
                    .sum::<usize>();
                value.clone()
            }
            "format" if value.as_str().is_some_and(|name| FORMATS.contains(&name)) => value.clone(),
            "items" => self.value(value, &here, level + 1)?,
            "anyOf" | "oneOf" => {
                let branches = value.as_array().map_or(&[][..], Vec::as_slice);
                if keyword == "oneOf" && !disjoint(branches, self.definitions) {
                    return refused("a value may fit two branches of `oneOf`");
                }
                if out.contains_key("anyOf") {
                    return refused("two unions in one schema");
                }
                let mut written = Vec::with_capacity(branches.len());
                for (index, branch) in branches.iter().enumerate() {
                    let here = below(&here, &index.to_string());
                    written.push(self.value(branch, &here, level)?);
                }
                out.insert("anyOf".to_owned(), written.into());
                return Ok(());
            }
            "properties" => self.members(value, schema, &here, level)?,
            // Written by `object`, from what the schema says.
            "$defs" | "required" | "additionalProperties" => return Ok(()),
            "minProperties" if value == &json!(0) => return Ok(()),
            "uniqueItems" if value == &json!(false) => return Ok(()),
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

    fn members(
        &mut self,
        members: &Value,
        schema: &Object,
        path: &str,
        level: usize,
    ) -> Result<Value, Fault> {
        let must = required(schema);
        let mut out = Object::new();
        for (name, member) in members.as_object().into_iter().flatten() {
            self.properties += 1;
            self.text += name.chars().count();
            let path = below(path, name);
            let written = self.value(member, &path, level + 1)?;
            let written = match written {
                Value::Object(written) if !must.contains(&name.as_str()) => {
                    nullable(written).into()
                }
                other => other,
            };
            out.insert(name.clone(), written);
        }
        Ok(out.into())
    }

    /// Closes an object and requires all it declares.
    fn object(&mut self, schema: &Object, path: &str, out: &mut Object) -> Result<(), Fault> {
        let members = schema.get("properties").and_then(Value::as_object);
        let none = members.is_none_or(Object::is_empty);
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
        for name in required(schema) {
            if !members.is_some_and(|members| members.contains_key(name)) {
                let problem = format!("`{name}` is required and not declared");
                return Err(Fault::new(
                    &below(path, "required"),
                    "required",
                    problem,
                    REMEDY,
                ));
            }
        }
        if types(schema).is_none() {
            out.insert("type".to_owned(), "object".into());
        }
        let names = members.map(|members| strings(members.keys().map(String::as_str)));
        out.insert("required".to_owned(), names.unwrap_or_else(|| json!([])));
        out.entry("properties").or_insert_with(|| json!({}));
        out.insert("additionalProperties".to_owned(), false.into());
        Ok(())
    }
}
