//! Which keywords hold schemas, and which only annotate.
//!
//! Every walk over a schema goes through [`slot`], so that a parameter which
//! happens to be called `title`, `format` or `$ref` is never taken for the
//! keyword of that name. Source: JSON Schema 2020-12, core and validation.

/// What the value of a keyword holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::provider) enum Slot {
    /// One schema.
    Schema,
    /// A list of schemas.
    List,
    /// Schemas by name; the names are data, not keywords.
    Map,
}

/// What kind of schemas stand under `keyword`; `None` for plain values.
pub(in crate::provider) fn slot(keyword: &str) -> Option<Slot> {
    Some(match keyword {
        "additionalProperties"
        | "contains"
        | "contentSchema"
        | "else"
        | "if"
        | "items"
        | "not"
        | "propertyNames"
        | "then"
        | "unevaluatedItems"
        | "unevaluatedProperties" => Slot::Schema,
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => Slot::List,
        "$defs" | "definitions" | "dependentSchemas" | "patternProperties" | "properties" => {
            Slot::Map
        }
        _ => return None,
    })
}

/// Whether `keyword` restricts values (or refers to what does). Everything
/// else annotates, unknown keywords included, as the specification says.
pub(in crate::provider) fn asserts(keyword: &str) -> bool {
    matches!(
        keyword,
        "$dynamicRef"
            | "$recursiveRef"
            | "$ref"
            | "additionalItems"
            | "additionalProperties"
            | "allOf"
            | "anyOf"
            | "const"
            | "contains"
            | "dependencies"
            | "dependentRequired"
            | "dependentSchemas"
            | "else"
            | "enum"
            | "exclusiveMaximum"
            | "exclusiveMinimum"
            | "if"
            | "items"
            | "maxContains"
            | "maxItems"
            | "maxLength"
            | "maxProperties"
            | "maximum"
            | "minContains"
            | "minItems"
            | "minLength"
            | "minProperties"
            | "minimum"
            | "multipleOf"
            | "not"
            | "nullable"
            | "oneOf"
            | "pattern"
            | "patternProperties"
            | "prefixItems"
            | "properties"
            | "propertyNames"
            | "required"
            | "then"
            | "type"
            | "unevaluatedItems"
            | "unevaluatedProperties"
            | "uniqueItems"
    )
}

/// The JSON pointer of `step` below `path`.
pub(in crate::provider) fn below(path: &str, step: &str) -> String {
    format!("{path}/{}", escaped(step))
}

/// A JSON pointer token for `name`.
pub(in crate::provider) fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
