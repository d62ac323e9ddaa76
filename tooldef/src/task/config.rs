//! One entry of a task's list of tools, and the list.

use serde::{Deserialize, Deserializer, de};
use serde_json::Value;

use super::{TaskToolsError, read};
use crate::tool::Tool;

/// One entry of a task's list of tools: four shapes, each one expression.
///
/// ```
/// use serde_json::json;
/// use tooldef::{Tool, task::TaskToolConfig};
///
/// let list = [
///     TaskToolConfig::action("search_google"),
///     TaskToolConfig::action("search_files").defaults(json!({ "folder": "/vendors" })),
///     TaskToolConfig::app_method("update_vendor").description("Updates a vendor's contact only."),
///     TaskToolConfig::inline(
///         Tool::builder("is_blocked", "Tells whether a vendor is on the block list.")
///             .bare_handler(|_context| async { "no" }),
///     ),
/// ];
/// # let _ = list;
/// ```
///
/// All but the last can be read from JSON; see [`TaskTools`].
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum TaskToolConfig {
    /// An action of the catalogue, with or without pinned arguments. In JSON:
    /// `"search"`, or `{"method": "search", "defaults": {..}}`.
    Action {
        /// The action's name.
        name: String,
        /// Arguments that the model cannot override.
        defaults: Option<Value>,
        /// Set through [`description`](TaskToolConfig::description), which it
        /// cannot have.
        misplaced: Option<&'static str>,
    },
    /// One of the application's own methods, run as the invoking user. In JSON:
    /// `{"appMethod": "update_vendor", "description": "..", "defaults": {..}}`.
    AppMethod {
        /// The method's id.
        name: String,
        /// What the model reads in place of the method's own description.
        description: Option<String>,
        /// Arguments that the model cannot override.
        defaults: Option<Value>,
    },
    /// A tool that stands in the list itself. From Rust only.
    Inline {
        /// The tool. An error it returns becomes `{"error": "message"}`.
        tool: Box<Tool>,
        /// Set through [`defaults`](TaskToolConfig::defaults) or
        /// [`description`](TaskToolConfig::description), which it cannot have.
        misplaced: Option<&'static str>,
    },
}

impl TaskToolConfig {
    /// An action of the catalogue.
    #[must_use]
    pub fn action(name: impl Into<String>) -> Self {
        Self::Action {
            name: name.into(),
            defaults: None,
            misplaced: None,
        }
    }

    /// One of the application's own methods.
    #[must_use]
    pub fn app_method(id: impl Into<String>) -> Self {
        Self::AppMethod {
            name: id.into(),
            description: None,
            defaults: None,
        }
    }

    /// A tool that stands in the list itself.
    #[must_use]
    pub fn inline(tool: Tool) -> Self {
        Self::Inline {
            tool: Box::new(tool),
            misplaced: None,
        }
    }

    /// Pins arguments of an action or a method; see [`Tool::pin`]. An inline
    /// tool takes none, which the building of the task refuses.
    #[must_use]
    pub fn defaults(mut self, pinned: Value) -> Self {
        match &mut self {
            Self::Action { defaults, .. } | Self::AppMethod { defaults, .. } => {
                *defaults = Some(pinned);
            }
            Self::Inline { misplaced, .. } => *misplaced = Some("defaults"),
        }
        self
    }

    /// Describes an application method to the model in the task's own words.
    /// The other shapes have their own description already; the building of the
    /// task refuses a second one.
    #[must_use]
    pub fn description(mut self, text: impl Into<String>) -> Self {
        match &mut self {
            Self::AppMethod { description, .. } => *description = Some(text.into()),
            Self::Action { misplaced, .. } | Self::Inline { misplaced, .. } => {
                *misplaced = Some("description");
            }
        }
        self
    }
}

impl From<&str> for TaskToolConfig {
    fn from(action: &str) -> Self {
        Self::action(action)
    }
}

impl From<String> for TaskToolConfig {
    fn from(action: String) -> Self {
        Self::action(action)
    }
}

impl From<Tool> for TaskToolConfig {
    fn from(tool: Tool) -> Self {
        Self::inline(tool)
    }
}

/// A list of task tools, as it is read from JSON.
///
/// ```
/// use tooldef::task::TaskTools;
///
/// let list = TaskTools::from_json(r#"["search", {"appMethod": "update", "defualts": {}}]"#);
/// let error = list.unwrap_err().to_string();
/// assert!(error.starts_with("tools[1].defualts: unknown key"));
/// ```
#[derive(Debug, Clone, Default)]
pub struct TaskTools(pub Vec<TaskToolConfig>);

impl TaskTools {
    /// Reads a list from JSON text.
    ///
    /// # Errors
    /// [`TaskToolsError`] with every fault, each in one line with its place.
    pub fn from_json(text: &str) -> Result<Self, TaskToolsError> {
        read::text(text).map(Self)
    }

    /// Reads a list from a JSON value.
    ///
    /// # Errors
    /// As [`from_json`](Self::from_json).
    pub fn from_value(list: Value) -> Result<Self, TaskToolsError> {
        read::list(list).map(Self)
    }
}

impl IntoIterator for TaskTools {
    type Item = TaskToolConfig;
    type IntoIter = std::vec::IntoIter<TaskToolConfig>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'de> Deserialize<'de> for TaskTools {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_value(Value::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}
