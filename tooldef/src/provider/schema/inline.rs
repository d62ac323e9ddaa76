//! Putting the definitions behind references in their place.
//!
//! schemars names a definition after its type and numbers those that share a
//! name by order of visit, so that adding a field renames others. In place
//! there are no names. Only types that contain themselves keep one, under
//! `$defs`, and their references stand alone: neighbours are merged in, or, if
//! they only annotate, put around the reference.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::keyword::escaped;
use super::references::{Targets, is_document_keyword, recursive, targets};
use super::{DEPTH_LIMIT, Fault, Object, Slot, asserts, below, conjoin, slot};

/// How many schemas an inlined schema may consist of. Types that use each
/// other many times over can multiply; beyond this all definitions keep their
/// names.
const NODE_LIMIT: usize = 20_000;

/// What a root that contains itself is called.
const ROOT_NAME: &str = "Arguments";

/// The same schema with every reference put in place, apart from recursion.
pub(super) fn inline(root: &Value) -> Result<Value, Fault> {
    let mut targets = targets(root)?;
    let recursive = recursive(&targets);
    name(&mut targets, recursive);
    match Expansion::new(&targets).document(root) {
        Err(Stop::TooLarge) => {}
        Err(Stop::Fault(fault)) => return Err(fault),
        Ok(schema) => return Ok(schema),
    }
    let mut all = BTreeSet::new();
    all.extend(targets.keys());
    name(&mut targets, all);
    Expansion::new(&targets)
        .document(root)
        .map_err(|stop| match stop {
            Stop::Fault(fault) => fault,
            Stop::TooLarge => Fault::new(
                "#",
                "properties",
                format!("the schema consists of more than {NODE_LIMIT} parts"),
                "use smaller argument types",
            ),
        })
}

/// Names the references that are to stay.
fn name(targets: &mut Targets<'_>, keep: BTreeSet<&str>) {
    let mut used = BTreeSet::new();
    for reference in keep {
        let last = match reference.rsplit_once('/') {
            None => ROOT_NAME.to_owned(),
            Some((_, token)) => token.replace("~1", "/").replace("~0", "~"),
        };
        let mut name = last.clone();
        let mut count = 1;
        while !used.insert(name.clone()) {
            count += 1;
            name = format!("{last}_{count}");
        }
        if let Some(target) = targets.get_mut(reference) {
            target.name = Some(name);
        }
    }
}

enum Stop {
    TooLarge,
    Fault(Fault),
}

struct Expansion<'a> {
    targets: &'a Targets<'a>,
    needed: BTreeSet<&'a str>,
    budget: usize,
}

impl<'a> Expansion<'a> {
    fn new(targets: &'a Targets<'a>) -> Self {
        Self {
            targets,
            needed: BTreeSet::new(),
            budget: NODE_LIMIT,
        }
    }

    fn document(&mut self, root: &Value) -> Result<Value, Stop> {
        let mut schema = self.node(root, "#", 0)?;
        let mut definitions = Object::new();
        let mut done = BTreeSet::new();
        while let Some(reference) = self.needed.pop_first() {
            if !done.insert(reference) {
                continue;
            }
            let target = &self.targets[reference];
            if let Some(name) = &target.name {
                let path = format!("#/$defs/{}", escaped(name));
                definitions.insert(name.clone(), self.node(target.schema, &path, 0)?);
            }
        }
        if let (Value::Object(root), false) = (&mut schema, definitions.is_empty()) {
            root.insert("$defs".to_owned(), definitions.into());
        }
        Ok(schema)
    }

    fn node(&mut self, schema: &Value, path: &str, depth: usize) -> Result<Value, Stop> {
        if depth > DEPTH_LIMIT {
            return Err(Stop::Fault(Fault::too_deep(path)));
        }
        self.budget = self.budget.checked_sub(1).ok_or(Stop::TooLarge)?;
        let Value::Object(object) = schema else {
            return Ok(schema.clone());
        };
        let mut own = Object::new();
        for (keyword, value) in object {
            if is_document_keyword(keyword) || keyword == "$ref" {
                continue;
            }
            let value = self.keyword(keyword, value, &below(path, keyword), depth + 1)?;
            own.insert(keyword.clone(), value);
        }
        match object.get("$ref").and_then(Value::as_str) {
            None => Ok(own.into()),
            Some(reference) => self.reference(reference, own, path, depth),
        }
    }

    fn keyword(
        &mut self,
        keyword: &str,
        value: &Value,
        path: &str,
        depth: usize,
    ) -> Result<Value, Stop> {
        Ok(match (slot(keyword), value) {
            (Some(Slot::Schema), schema) => self.node(schema, path, depth)?,
            (Some(Slot::List), Value::Array(schemas)) => {
                let mut all = Vec::with_capacity(schemas.len());
                for (index, schema) in schemas.iter().enumerate() {
                    all.push(self.node(schema, &below(path, &index.to_string()), depth)?);
                }
                all.into()
            }
            (Some(Slot::Map), Value::Object(schemas)) => {
                let mut all = Object::new();
                for (name, schema) in schemas {
                    all.insert(name.clone(), self.node(schema, &below(path, name), depth)?);
                }
                all.into()
            }
            _ => value.clone(),
        })
    }

    /// A reference with its neighbours `own`.
    fn reference(
        &mut self,
        reference: &str,
        mut own: Object,
        path: &str,
        depth: usize,
    ) -> Result<Value, Stop> {
        let Some((&reference, target)) = self.targets.get_key_value(reference) else {
            // Every reference was resolved before; one that shows up now can
            // only come from a part that is not a schema.
            return Ok(own.into());
        };
        if let Some(name) = &target.name {
            let alone = json!({ "$ref": format!("#/$defs/{}", escaped(name)) });
            if own.is_empty() {
                self.needed.insert(reference);
                return Ok(alone);
            }
            if !own.keys().any(|keyword| asserts(keyword)) {
                self.needed.insert(reference);
                own.insert("anyOf".to_owned(), json!([alone]));
                return Ok(own.into());
            }
        }
        let body = self.node(target.schema, path, depth + 1)?;
        Ok(match body {
            Value::Object(body) => {
                if let Some(both) = conjoin(&own, &body) {
                    both.into()
                } else {
                    own.insert("allOf".to_owned(), json!([body]));
                    own.into()
                }
            }
            Value::Bool(true) => own.into(),
            other => other,
        })
    }
}
