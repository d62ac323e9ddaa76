//! The application's own methods, for tasks that name them.

use crate::tool::Tool;

/// Methods of a value marked `#[method]`: a task may use them by id, and they
/// run as the invoking user.
#[derive(Debug, Clone, Default)]
pub struct Methods(pub(crate) Vec<Tool>);

impl Methods {
    /// Methods from tools; a tool's name is the method's id.
    #[must_use]
    pub fn new(methods: impl IntoIterator<Item = Tool>) -> Self {
        Self(methods.into_iter().collect())
    }

    /// These methods and the others.
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }
}

impl From<Methods> for crate::Toolkit {
    /// The methods as tools of their own, for use outside a task. They ask for
    /// the same roles there.
    fn from(methods: Methods) -> Self {
        Self::new(methods.0)
    }
}
