//! What a person is asked.

use std::fmt::{self, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::fate::{Closed, Fate};
use super::ties::Ties;
use super::{Digest, Settlement};
use crate::{Annotations, CallId, Caller, Effect, Problem, ToolName};

/// A time-out that reaches beyond what a clock can tell ends here.
const FAR: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

/// The id of an approval request. Never used twice by one process.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ApprovalId(Arc<str>);

impl ApprovalId {
    /// A new id: hard to guess twice across processes, unique within one.
    pub(crate) fn fresh() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let since = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        let seed = format!("{number} {} {}", since.as_nanos(), std::process::id());
        let hash = hmac_sha256::Hash::hash(seed.as_bytes());
        let mark = hash[..6]
            .iter()
            .fold(0_u64, |mark, byte| (mark << 8) | u64::from(*byte));
        Self(format!("approval-{number}-{mark:012x}").into())
    }

    /// The id's text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for ApprovalId {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl fmt::Display for ApprovalId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// One question to whoever decides: may this call run?
///
/// Holds exactly the arguments that will run. Can be saved and loaded; the
/// texts in it come from a model and may hold control characters, so show
/// them only through [`display`](Self::display).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ApprovalRequest {
    /// The request's own id.
    pub id: ApprovalId,
    /// The call that waits.
    pub call_id: CallId,
    /// The tool, as it is offered.
    pub tool: ToolName,
    /// What the tool says it does.
    pub description: String,
    /// The final arguments, pinned ones included.
    pub arguments: Map<String, Value>,
    /// The dotted paths of the pinned arguments among them.
    pub pinned: Vec<String>,
    /// What the schema says will be used for arguments that were not given.
    #[serde(default)]
    pub defaults: Map<String, Value>,
    /// The tool's annotations.
    pub annotations: Annotations,
    /// The id of the caller who started the run, the only one who may decide.
    pub caller: String,
    /// Whether that caller is the system rather than a user.
    pub system: bool,
    /// How long the request stays open.
    pub timeout: Duration,
    /// When it was made, by the machine's wall clock.
    pub requested_at: SystemTime,
    /// Binds a decision to this tool and these arguments.
    pub digest: Digest,
    /// What ties the request to the call that waits.
    #[serde(skip)]
    pub(crate) ties: Ties,
}

impl ApprovalRequest {
    /// When the request ends undecided, by the machine's wall clock. A time-out
    /// of more than a hundred years counts as a hundred years.
    #[must_use]
    pub fn deadline(&self) -> SystemTime {
        let start = self.requested_at;
        start.checked_add(self.timeout.min(FAR)).unwrap_or(start)
    }

    /// How long the request stays open, by the dispatcher's clock; for a
    /// request that was saved and loaded, by the machine's wall clock.
    #[must_use]
    pub fn remaining(&self) -> Duration {
        match self.ties.fate() {
            Some(fate) => fate.remaining(),
            None => self
                .deadline()
                .duration_since(SystemTime::now())
                .unwrap_or_default(),
        }
    }

    /// Whether a decision would still be taken. A request that was saved and
    /// loaded is not open: no call waits for it.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.ties.fate().is_some_and(|fate| fate.closed().is_none())
    }

    /// How the request ended; `None` while it is open, and for a request that
    /// was saved and loaded.
    #[must_use]
    pub fn settlement(&self) -> Option<Settlement> {
        Some(match self.ties.fate()?.closed()? {
            Closed::Settled(how) => how,
            Closed::Expired => Settlement::TimedOut,
            Closed::Cancelled => Settlement::Cancelled,
        })
    }

    /// Whether this caller is the one who may decide. Roles do not count.
    #[must_use]
    pub fn is_for(&self, caller: &Caller) -> bool {
        self.caller == caller.id() && self.system == caller.is_system()
    }

    /// The effect to show: the stated one, except that the older
    /// `destructive = true` makes it destructive. `None` where the tool does
    /// not say.
    #[must_use]
    pub fn effect(&self) -> Option<Effect> {
        self.annotations.shown_effect()
    }

    /// Looks at edited arguments before they are sent as a decision. Pinned
    /// arguments may be left out, and cannot be changed.
    ///
    /// # Errors
    /// What speaks against them, by path. A request that was saved and loaded
    /// knows of nothing; the arguments are validated again before they run in
    /// any case.
    pub fn check_edit(&self, arguments: &Map<String, Value>) -> Result<(), Vec<Problem>> {
        let problems = self.ties.problems(arguments);
        if problems.is_empty() {
            Ok(())
        } else {
            Err(problems)
        }
    }

    pub(crate) fn fate(&self) -> Option<&Arc<Fate>> {
        self.ties.fate()
    }

    /// The arguments as indented JSON in which every control, formatting and
    /// bidirectional character is an escape that can be seen, in keys and
    /// values alike. It reads as exactly the arguments again; nothing is cut.
    #[must_use]
    pub fn display_arguments(&self) -> String {
        visible_json(&self.arguments)
    }

    /// A text of this request with what cannot be seen made visible.
    #[must_use]
    pub fn display(text: &str) -> String {
        visible(text)
    }
}

/// Indented JSON in which what cannot be seen is escaped. Outside of texts
/// there are only spaces and line breaks, so every escape stands in a text.
pub(super) fn visible_json(value: &(impl Serialize + ?Sized)) -> String {
    let json = serde_json::to_string_pretty(value).unwrap_or_default();
    let mut shown = String::with_capacity(json.len());
    for character in json.chars() {
        if character != '\n' && is_hidden(character) {
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                // Writing to a text cannot fail.
                let _ = write!(shown, "\\u{unit:04x}");
            }
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Escapes every character that could make a line read as something else.
fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if is_hidden(character) {
            shown.extend(character.escape_unicode());
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Control, format (Cf), separator and other characters without a shape.
fn is_hidden(character: char) -> bool {
    character.is_control()
        || (character.is_whitespace() && character != ' ')
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}'
            | '\u{890}'..='\u{891}' | '\u{8e2}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}'
            | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
}
