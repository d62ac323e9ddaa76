//! Looks at edited arguments while the person who edits them can still mend
//! them.

use std::fmt;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::Fate;
use crate::Problem;

type Look = dyn Fn(&Map<String, Value>) -> Vec<Problem> + Send + Sync;

/// The ties of a request to the call that waits. A request that was loaded from
/// where it was saved has none.
#[derive(Clone, Default)]
pub(crate) struct Ties(Option<(Arc<Fate>, Arc<Look>)>);

impl Ties {
    pub(crate) fn new(
        fate: Arc<Fate>,
        look: impl Fn(&Map<String, Value>) -> Vec<Problem> + Send + Sync + 'static,
    ) -> Self {
        Self(Some((fate, Arc::new(look))))
    }

    pub(crate) fn fate(&self) -> Option<&Arc<Fate>> {
        self.0.as_ref().map(|(fate, _)| fate)
    }

    /// What speaks against these arguments.
    pub(crate) fn problems(&self, arguments: &Map<String, Value>) -> Vec<Problem> {
        self.0
            .as_ref()
            .map_or_else(Vec::new, |(_, look)| look(arguments))
    }
}

/// Two requests are equal when what is asked is equal.
impl PartialEq for Ties {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl fmt::Debug for Ties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Ties").field(&self.fate()).finish()
    }
}
