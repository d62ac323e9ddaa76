//! What a tool does to the world, and the other annotations it carries.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// What running a tool does to the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    /// Looks, and changes nothing. Never gated by default.
    Read,
    /// Adds something new and leaves what exists as it is.
    Write,
    /// Changes something that exists.
    Update,
    /// Removes something, or does what cannot be undone.
    Destructive,
}

impl Effect {
    /// All effects, mildest first.
    pub const ALL: [Self; 4] = [Self::Read, Self::Write, Self::Update, Self::Destructive];

    /// The effect's name, as the attribute and the wire spell it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Update => "update",
            Self::Destructive => "destructive",
        }
    }

    /// Whether the effect changes anything at all.
    #[must_use]
    pub const fn mutates(self) -> bool {
        !matches!(self, Self::Read)
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The text names none of the four effects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownEffect(String);

impl fmt::Display for UnknownEffect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "unknown effect `{}`: expected `read`, `write`, `update` or `destructive`",
            self.0
        )
    }
}

impl std::error::Error for UnknownEffect {}

impl FromStr for Effect {
    type Err = UnknownEffect;

    fn from_str(text: &str) -> Result<Self, UnknownEffect> {
        Self::ALL
            .into_iter()
            .find(|effect| effect.as_str() == text)
            .ok_or_else(|| UnknownEffect(text.to_owned()))
    }
}

/// What a tool says about itself beyond its description.
///
/// `None` means that the author did not say. What silence means is decided
/// where the annotation is used, never here, so that a missing hint is not
/// mistaken for a reassuring one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
#[non_exhaustive]
pub struct Annotations {
    /// A title for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Cow<'static, str>>,
    /// What running the tool does to the world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<Effect>,
    /// The older way to say that a tool destroys. `true` gates the call even
    /// beside `effect = "read"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub destructive: Option<bool>,
    /// The older way to say that a tool only looks. It never opens the gate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_only: Option<bool>,
    /// Whether a second call with the same arguments changes nothing more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idempotent: Option<bool>,
    /// Whether the tool reaches beyond this program, into an open world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open_world: Option<bool>,
    /// Whether the tool only makes sense on behalf of a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requires_user_context: Option<bool>,
}

impl Annotations {
    /// Annotations that say nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            title: None,
            effect: None,
            destructive: None,
            read_only: None,
            idempotent: None,
            open_world: None,
            requires_user_context: None,
        }
    }

    /// Annotations that state an effect and nothing else.
    #[must_use]
    pub const fn with_effect(effect: Effect) -> Self {
        let mut all = Self::new();
        all.effect = Some(effect);
        all
    }

    /// Whether the annotations themselves ask for approval: a mutating effect,
    /// or the older `destructive = true` whatever stands beside it.
    #[must_use]
    pub const fn asks_for_approval(&self) -> bool {
        matches!(self.destructive, Some(true))
            || matches!(self.effect, Some(effect) if effect.mutates())
    }

    /// The effect to show to a person: the stated one, except that the older
    /// `destructive = true` makes it destructive. `None` where nothing is said.
    #[must_use]
    pub const fn shown_effect(&self) -> Option<Effect> {
        if matches!(self.destructive, Some(true)) {
            return Some(Effect::Destructive);
        }
        self.effect
    }

    /// Whether a call may have changed something: everything that does not
    /// plainly declare itself a read.
    #[must_use]
    pub const fn may_mutate(&self) -> bool {
        if matches!(self.destructive, Some(true)) {
            return true;
        }
        match self.effect {
            Some(effect) => effect.mutates(),
            None => !matches!(self.read_only, Some(true)),
        }
    }
}
