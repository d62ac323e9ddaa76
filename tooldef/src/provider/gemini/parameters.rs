//! The older `parameters`: a subset of OpenAPI 3.0's schema object.
//!
//! - Kept: `type` (one, in lower case), `title`, `description`, `properties`,
//!   `required`, `items`, `minItems`, `maxItems`, `minProperties`,
//!   `maxProperties`, `minimum`, `maximum`, `minLength`, `maxLength`,
//!   `pattern`, `enum` of texts, and the format date-time.
//! - Null becomes `nullable`. Several types, and `oneOf`, become `anyOf`,
//!   which stands alone: its description and `nullable` move into the
//!   branches, for the API refuses a union with neighbours.
//! - `const` becomes an `enum` of one; integer literals become texts with the
//!   format `enum`, as documented.
//! - `additionalProperties: false` is dropped: the tool refuses unknown
//!   members itself. The values of a map are described in words, with a note.
//! - Refused: recursion, tuples of several types, and what the
//!   `parametersJsonSchema` form refuses.
//!
//! Source: `Schema` of the `google-genai` package and its `process_schema`,
//! whose developer-API mode refuses `additionalProperties`.

use serde_json::{Value, json};

use super::super::note::{NoteKind, Notes};
use super::super::schema::{
    Fault, Object, append, asserts, below, disjoint, literals, said, split_types, types,
};
use super::nullable::{make_nullable, take_null, union};

pub(super) const REMEDY: &str = "use another type for this argument, or the dialect `gemini`";

/// The schema for `parameters`.
pub(super) fn write(plain: &Object, notes: &mut Notes) -> Result<Object, Fault> {
    if plain.contains_key("$defs") {
        return Err(Fault::new(
            "#/$defs",
            "$ref",
            "a type that contains itself",
            REMEDY,
        ));
    }
    for name in plain
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flat_map(Object::keys)
    {
        let legal = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if name.len() > 64
            || name.as_bytes().first().is_none_or(u8::is_ascii_digit)
            || !name.bytes().all(legal)
        {
            let text = "parameter names are documented to be 1 to 64 of `A-Z a-z 0-9 _`, not starting with a digit";
            notes.add(NoteKind::Risk, &below("#/properties", name), text);
        }
    }
    Writer { notes }.node(plain, "#")
}

struct Writer<'a> {
    notes: &'a mut Notes,
}

impl Writer<'_> {
    fn value(&mut self, schema: &Value, path: &str) -> Result<Object, Fault> {
        match schema {
            Value::Object(schema) => self.node(schema, path),
            _ => Err(Fault::new(path, "schema", "a boolean schema", REMEDY)),
        }
    }

    fn node(&mut self, schema: &Object, path: &str) -> Result<Object, Fault> {
        let mut schema = schema.clone();
        let mut null = take_null(&mut schema);
        if let Some(names) = types(&schema).filter(|names| names.len() > 1) {
            let branches = split_types(&schema, &names);
            schema.retain(|keyword, _| {
                matches!(
                    keyword.as_str(),
                    "default" | "deprecated" | "description" | "examples" | "title"
                )
            });
            schema.insert("anyOf".to_owned(), branches.into());
        }
        let mut out = Object::new();
        let mut lines = Vec::new();
        let mut branches: Option<Vec<Object>> = None;
        for (keyword, value) in &schema {
            if !matches!(keyword.as_str(), "anyOf" | "oneOf") {
                self.keyword(keyword, value, &schema, path, &mut out, &mut lines)?;
                continue;
            }
            let here = below(path, keyword);
            if branches.is_some() {
                return Err(Fault::new(
                    &here,
                    keyword,
                    "two unions in one schema",
                    REMEDY,
                ));
            }
            let all = value.as_array().map_or(&[][..], Vec::as_slice);
            if keyword == "oneOf" && !disjoint(all, None) {
                let text = "`oneOf` is written as `anyOf`, and a value may fit two branches";
                self.notes.add(NoteKind::InWords, &here, text);
                lines.push("Fits exactly one of the alternatives".to_owned());
            }
            let mut kept = Vec::new();
            for (index, branch) in all.iter().enumerate() {
                if branch.get("type") == Some(&json!("null")) {
                    null = true;
                } else {
                    kept.push(self.value(branch, &below(&here, &index.to_string()))?);
                }
            }
            branches = Some(kept);
        }
        if literals(&schema).is_some() {
            self.literals(&schema, path, &mut out)?;
        }
        for line in lines {
            append(&mut out, &line);
        }
        if let Some(branches) = branches {
            out = union(&out, branches, path)?;
        }
        if null {
            make_nullable(&mut out);
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
            "type" => match types(schema).as_deref() {
                Some([only]) => Value::from(*only),
                _ => return Ok(()),
            },
            "title" | "description" | "required" | "minItems" | "maxItems" | "minProperties"
            | "maxProperties" | "minimum" | "maximum" | "minLength" | "maxLength" | "pattern" => {
                value.clone()
            }
            "format" if value == &json!("date-time") => value.clone(),
            "items" => self.value(value, &here)?.into(),
            "properties" => {
                let mut members = Object::new();
                for (name, member) in value.as_object().into_iter().flatten() {
                    let member = self.value(member, &below(&here, name))?;
                    members.insert(name.clone(), member.into());
                }
                members.into()
            }
            "exclusiveMinimum" | "exclusiveMaximum" => {
                let (bound, step) = if keyword == "exclusiveMinimum" {
                    ("minimum", 1)
                } else {
                    ("maximum", -1)
                };
                let integer = types(schema).as_deref() == Some(&["integer"]);
                match value.as_i64().and_then(|limit| limit.checked_add(step)) {
                    Some(limit) if integer && !schema.contains_key(bound) => {
                        out.insert(bound.to_owned(), limit.into());
                    }
                    _ => self.say(keyword, value, &here, lines),
                }
                return Ok(());
            }
            "additionalProperties" => {
                if let Value::Object(values) = value {
                    lines.push(format!(
                        "Any keys; every value matches the JSON Schema {}",
                        Value::from(values.clone())
                    ));
                    self.notes.in_words(&here, keyword);
                } else if value == &json!(true) {
                    lines.push("Any other keys and values".to_owned());
                    self.notes.in_words(&here, keyword);
                }
                return Ok(());
            }
            "patternProperties" => {
                for (pattern, values) in value.as_object().into_iter().flatten() {
                    lines.push(format!(
                        "Keys match the pattern {pattern}; their values match the JSON Schema {values}"
                    ));
                    self.notes.in_words(&here, keyword);
                }
                return Ok(());
            }
            // Written by `literals`.
            "enum" | "const" => return Ok(()),
            "uniqueItems" if value == &json!(false) => return Ok(()),
            "multipleOf" | "uniqueItems" | "propertyNames" => {
                self.say(keyword, value, &here, lines);
                return Ok(());
            }
            "prefixItems" => return refused("a tuple of several types"),
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

    /// `enum` and `const`, null being taken out already.
    fn literals(&mut self, schema: &Object, path: &str, out: &mut Object) -> Result<(), Fault> {
        let all = literals(schema).unwrap_or_default();
        if all.iter().all(|value| value.is_string()) {
            out.insert("type".to_owned(), "string".into());
            out.insert("enum".to_owned(), all.into_iter().cloned().collect());
        } else if all.iter().all(|value| value.is_i64() || value.is_u64()) {
            out.insert("type".to_owned(), "integer".into());
            out.insert("format".to_owned(), "enum".into());
            let texts = all.iter().map(std::string::ToString::to_string).collect();
            out.insert("enum".to_owned(), texts);
        } else if all.iter().all(|value| value.is_boolean()) {
            out.insert("type".to_owned(), "boolean".into());
            if let [only] = all.as_slice() {
                append(out, &format!("Must be {only}"));
                self.notes.in_words(path, "const");
            }
        } else {
            let problem = "literals other than texts, integers and booleans, or of several types";
            return Err(Fault::new(&below(path, "enum"), "enum", problem, REMEDY));
        }
        Ok(())
    }
}
