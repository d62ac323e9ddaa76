//! A set's renderings, made once and kept.

use std::sync::OnceLock;

use super::{Dialect, RenderError, Rendering};
use crate::ToolSet;

/// The renderings of one set, each made when it is first asked for.
#[derive(Debug, Default)]
pub(crate) struct Renderings([OnceLock<Result<Kept, RenderError>>; Dialect::ALL.len()]);

#[derive(Debug)]
struct Kept {
    rendering: Rendering,
    json: Box<str>,
}

impl Renderings {
    fn get(&self, set: &ToolSet, dialect: Dialect) -> Result<&Kept, RenderError> {
        let slot = &self.0[dialect as usize];
        slot.get_or_init(|| {
            let rendering = dialect.render_with_notes(set.definitions())?;
            let json = rendering.tools.to_string().into();
            Ok(Kept { rendering, json })
        })
        .as_ref()
        .map_err(Clone::clone)
    }
}

impl ToolSet {
    /// The tools as a provider wants them, with notes on what was changed.
    /// Made once for each dialect and shared by all clones of the set.
    ///
    /// # Errors
    /// See [`Dialect::render_with_notes`].
    pub fn rendering(&self, dialect: Dialect) -> Result<&Rendering, RenderError> {
        Ok(&self.renderings().get(self, dialect)?.rendering)
    }

    /// The provider's list of tools as compact JSON, ready to be put into a
    /// request. Made once for each dialect, with the same bytes in every
    /// process.
    ///
    /// # Errors
    /// See [`Dialect::render_with_notes`].
    pub fn render_json(&self, dialect: Dialect) -> Result<&str, RenderError> {
        Ok(&self.renderings().get(self, dialect)?.json)
    }
}
