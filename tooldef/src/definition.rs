//! What a model, a person and a provider are told about a tool.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::Value;

use crate::schema::sorted;
use crate::{Annotations, ToolName};

/// Everything there is to tell about a tool, apart from how to run it.
///
/// Built once per tool and shared. The schemas are canonical: their keys are
/// sorted at every level, so that the same tool renders to the same bytes in
/// every process and whichever features other crates turn on.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Definition {
    /// The name in this record: the record's key where one was given.
    pub name: ToolName,
    /// What the model reads to decide when and how to call the tool.
    pub description: Cow<'static, str>,
    /// What the tool says about itself beyond that.
    pub annotations: Annotations,
    /// JSON Schema (2020-12) of the arguments the model may send. The root is
    /// a closed object; pinned arguments are not in it.
    pub input_schema: Arc<Value>,
    /// JSON Schema of the result, where the return type has one.
    pub output_schema: Option<Arc<Value>>,
    /// The caller needs one of these roles; empty means that anyone may call.
    pub roles: Cow<'static, [Cow<'static, str>]>,
    /// Where the tool was written, for error messages.
    pub origin: Origin,
}

/// Where a tool comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// An annotated function of this program.
    Function {
        /// The module path of the function.
        module: &'static str,
        /// The file it stands in.
        file: &'static str,
        /// The line of its attribute, counted from 1.
        line: u32,
    },
    /// A tool made at run time by this program.
    Closure,
    /// A tool imported from elsewhere, such as an MCP server. Without an
    /// effect it is gated by default.
    Remote(Arc<str>),
}

impl Definition {
    /// The definition of a tool made at run time, without annotations, roles
    /// or an output schema.
    ///
    /// The schema is made canonical: its keys are sorted, its root is a closed
    /// object that has `properties`. What the root already says about that
    /// stays, and a root that is a union is not closed.
    #[must_use]
    pub fn new(
        name: impl Into<ToolName>,
        description: impl Into<Cow<'static, str>>,
        input_schema: Value,
    ) -> Self {
        let mut input_schema = input_schema;
        if let Value::Object(root) = &mut input_schema {
            root.entry("type").or_insert_with(|| "object".into());
            root.entry("properties")
                .or_insert_with(|| Value::Object(serde_json::Map::new()));
            // Beside a union, a closed root without members would refuse the
            // members of every branch.
            let open = ["anyOf", "oneOf", "unevaluatedProperties"];
            if !open.iter().any(|keyword| root.contains_key(*keyword)) {
                root.entry("additionalProperties")
                    .or_insert(Value::Bool(false));
            }
        }
        Self {
            name: name.into(),
            description: description.into(),
            annotations: Annotations::new(),
            input_schema: Arc::new(sorted(input_schema)),
            output_schema: None,
            roles: Cow::Borrowed(&[]),
            origin: Origin::Closure,
        }
    }

    /// The same definition with these annotations.
    #[must_use]
    pub fn with_annotations(mut self, annotations: Annotations) -> Self {
        self.annotations = annotations;
        self
    }

    /// The same definition with the schema of its result.
    #[must_use]
    pub fn with_output_schema(mut self, schema: Value) -> Self {
        self.output_schema = Some(Arc::new(sorted(schema)));
        self
    }
}

impl AsRef<Self> for Definition {
    fn as_ref(&self) -> &Self {
        self
    }
}
