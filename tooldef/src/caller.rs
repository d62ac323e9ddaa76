//! Who a call is made for.

use std::fmt;
use std::sync::Arc;

/// The identity that a call runs as, with its roles.
///
/// Every call has one; nothing fills it in silently and nothing widens it on
/// the way down. Background work says [`Caller::system`]. Cloning is cheap.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Caller(Arc<Identity>);

#[derive(Clone, PartialEq, Eq, Hash)]
struct Identity {
    id: Arc<str>,
    roles: Vec<Arc<str>>,
    system: bool,
}

impl Caller {
    /// A user of this id, without roles.
    #[must_use]
    pub fn new(id: impl Into<Arc<str>>) -> Self {
        Self(Arc::new(Identity {
            id: id.into(),
            roles: Vec::new(),
            system: false,
        }))
    }

    /// The explicit caller of work that no user asked for. It has no roles
    /// unless given some, and differs from any user, also one whose id is
    /// `system`.
    #[must_use]
    pub fn system() -> Self {
        Self(Arc::new(Identity {
            id: "system".into(),
            roles: Vec::new(),
            system: true,
        }))
    }

    /// The same caller with one more role.
    #[must_use]
    pub fn with_role(self, role: impl Into<Arc<str>>) -> Self {
        self.with_roles([role])
    }

    /// The same caller with more roles.
    #[must_use]
    pub fn with_roles(self, roles: impl IntoIterator<Item = impl Into<Arc<str>>>) -> Self {
        let mut identity = Arc::unwrap_or_clone(self.0);
        for role in roles.into_iter().map(Into::into) {
            if !identity.roles.contains(&role) {
                identity.roles.push(role);
            }
        }
        Self(Arc::new(identity))
    }

    /// The caller's id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// The caller's roles, in the order they were given.
    pub fn roles(&self) -> impl Iterator<Item = &str> {
        self.0.roles.iter().map(|role| &**role)
    }

    /// Whether the caller has the role.
    #[must_use]
    pub fn has_role(&self, role: &str) -> bool {
        self.0.roles.iter().any(|own| &**own == role)
    }

    /// Whether this is background work rather than a user.
    #[must_use]
    pub fn is_system(&self) -> bool {
        self.0.system
    }

    /// Whether both are the same identity: the same id, and both or neither
    /// the system. Roles do not count.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.0.id == other.0.id && self.0.system == other.0.system
    }
}

impl fmt::Debug for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Caller")
            .field("id", &self.0.id)
            .field("roles", &self.0.roles)
            .field("system", &self.0.system)
            .finish()
    }
}
