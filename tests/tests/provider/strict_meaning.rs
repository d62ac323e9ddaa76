//! What a strict rendering lets a model send is what the tool accepts.

use serde_json::{Value, json};
use tooldef::provider::{Dialect, NoteKind, absent_nulls};
use tooldef_tests::corpus::{self, Sample};
use tooldef_tests::values::{Dice, disturbed, value};

use crate::meaning::{ROUNDS, follows_formats, validator, values};
use crate::support::{claims_strict, schema_of};

/// The value with null for every property that `schema` requires and the value
/// lacks.
fn with_nulls(root: &Value, schema: &Value, value: &Value) -> Value {
    let defs = root.get("$defs").cloned().unwrap_or_else(|| json!({}));
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        let target = root
            .pointer(reference.trim_start_matches('#'))
            .expect("a target");
        return with_nulls(root, target, value);
    }
    if let Some(branches) = schema.get("anyOf").and_then(Value::as_array) {
        for branch in branches {
            let filled = with_nulls(root, branch, value);
            let mut alone = branch.clone();
            alone["$defs"] = defs.clone();
            if validator(&alone).is_valid(&filled) {
                return filled;
            }
        }
        return value.clone();
    }
    match value {
        Value::Object(members) => {
            let mut filled = members.clone();
            let declared = schema.get("properties").and_then(Value::as_object);
            for (name, schema) in declared.into_iter().flatten() {
                let member = filled.entry(name.clone()).or_insert(Value::Null);
                *member = with_nulls(root, schema, member);
            }
            filled.into()
        }
        Value::Array(items) => items
            .iter()
            .map(|item| with_nulls(root, schema.get("items").unwrap_or(&Value::Null), item))
            .collect(),
        other => other.clone(),
    }
}

/// Takes out the members that the tool ignores: those of open records that are
/// not declared. Strict renderings do not let a model send them.
fn declared_only(sample: &Sample, value: &Value) -> Option<Value> {
    (sample.reads)(value.clone()).ok()
}

#[test]
fn a_value_made_for_a_strict_rendering_is_accepted_once_its_nulls_are_absent() {
    for (seed, sample) in corpus::all().into_iter().enumerate() {
        let original = validator(&sample.definition.input_schema);
        for dialect in Dialect::ALL
            .into_iter()
            .filter(|dialect| dialect.is_strict())
        {
            let rendering = dialect
                .render_with_notes([&sample.definition])
                .expect(sample.name);
            let strict = claims_strict(dialect, &rendering.tools, 0);
            assert_ne!(
                strict,
                rendering.fell_back(sample.name),
                "{} for {dialect}",
                sample.name
            );
            let in_words = rendering
                .notes
                .iter()
                .any(|note| note.kind == NoteKind::InWords);
            if !strict || in_words {
                continue;
            }
            let schema = schema_of(dialect, &rendering.tools, 0);
            let check = validator(schema);
            let mut dice = Dice::new(seed as u64);
            let mut fitting = 0;
            for _ in 0..ROUNDS {
                let made = value(schema, schema, &mut dice, 0);
                for made in [disturbed(&made, &mut dice), made] {
                    if !check.is_valid(&made) {
                        continue;
                    }
                    fitting += 1;
                    let mut arguments = made.clone();
                    absent_nulls(&sample.definition.input_schema, &mut arguments);
                    assert!(
                        original.is_valid(&arguments),
                        "{} for {dialect}: {made} became {arguments}\n{schema}",
                        sample.name
                    );
                    if follows_formats(&sample) {
                        (sample.reads)(arguments).expect(sample.name);
                    }
                }
            }
            assert!(fitting > 0, "no value was made for {}", sample.name);
        }
    }
}

#[test]
fn every_value_the_tool_reads_can_be_sent_under_a_strict_rendering() {
    for (seed, sample) in corpus::all().into_iter().enumerate() {
        let original = validator(&sample.definition.input_schema);
        for dialect in Dialect::ALL
            .into_iter()
            .filter(|dialect| dialect.is_strict())
        {
            let tools = dialect.render([&sample.definition]).expect(sample.name);
            if !claims_strict(dialect, &tools, 0) {
                continue;
            }
            let schema = schema_of(dialect, &tools, 0);
            let check = validator(schema);
            for value in values(&sample, seed as u64) {
                let Some(value) = declared_only(&sample, &value) else {
                    continue;
                };
                if !original.is_valid(&value) {
                    continue;
                }
                let sent = if dialect == Dialect::AnthropicStrict {
                    value.clone()
                } else {
                    with_nulls(schema, schema, &value)
                };
                assert!(
                    check.is_valid(&sent),
                    "{} for {dialect}: {sent}\n{schema}",
                    sample.name
                );
            }
        }
    }
}
