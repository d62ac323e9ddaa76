//! The pages of `tools/list`: cut once, named by cursors that are checked.

use rmcp::model::{ErrorData, ListToolsResult, Tool};

/// The tools of one offer, in the record's order, and how they are paged.
pub(super) struct Pages {
    tools: Vec<Tool>,
    size: usize,
    /// Names this list in cursors, so that one for another list is refused.
    version: String,
}

impl Pages {
    pub(super) fn new(tools: Vec<Tool>, size: usize) -> Self {
        let bytes = serde_json::to_vec(&tools).unwrap_or_default();
        let hash = hmac_sha256::Hash::hash(&bytes);
        let mut start = [0; 8];
        start.copy_from_slice(&hash[..8]);
        Self {
            tools,
            size: size.max(1),
            version: format!("{:016x}", u64::from_be_bytes(start)),
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// The page that a cursor names; the first one where there is none.
    pub(super) fn page(&self, cursor: Option<&str>) -> Result<ListToolsResult, ErrorData> {
        let start = match cursor {
            None => 0,
            Some(cursor) => self.start(cursor).ok_or_else(|| {
                ErrorData::invalid_params(
                    "unknown cursor: use one from the latest tools/list, or none to begin anew",
                    None,
                )
            })?,
        };
        let end = self.tools.len().min(start + self.size);
        let mut page = ListToolsResult::with_all_items(self.tools[start..end].to_vec());
        page.next_cursor = (end < self.tools.len()).then(|| format!("{}.{end}", self.version));
        Ok(page)
    }

    fn start(&self, cursor: &str) -> Option<usize> {
        let (version, start) = cursor.split_once('.')?;
        let start: usize = start.parse().ok()?;
        let known = version == self.version
            && start > 0
            && start < self.tools.len()
            && start.is_multiple_of(self.size);
        known.then_some(start)
    }
}
