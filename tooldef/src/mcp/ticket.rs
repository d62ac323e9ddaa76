//! Tickets: the state that a client carries between the question for approval
//! and the answer.
//!
//! A client may send back anything, so a ticket is authenticated with a key of
//! this process, bound to the caller and to what was asked about, ends at a
//! time, and serves once.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hmac_sha256::HMAC;

use super::ServeError;
use crate::Caller;
use crate::approval::{ApprovalRequest, Digest};

/// Why a ticket is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bad {
    /// Not made by this process, changed on the way, or another caller's.
    Forged,
    /// The time for the decision is over.
    Expired,
    /// It has served already.
    Used,
}

/// Makes tickets and takes them back.
pub(super) struct Office {
    key: [u8; 32],
    /// The tickets that were taken, with the millisecond they expire at.
    taken: Mutex<HashMap<String, u64>>,
}

impl Office {
    /// An office with a fresh random key.
    pub(super) fn open() -> Result<Self, ServeError> {
        let mut key = [0; 32];
        getrandom::fill(&mut key).map_err(|error| ServeError::Key(error.to_string()))?;
        Ok(Self {
            key,
            taken: Mutex::default(),
        })
    }

    /// A ticket for this request, good for this caller.
    pub(super) fn issue(&self, request: &ApprovalRequest, caller: &Caller) -> String {
        let expires = millis(request.deadline());
        let body = format!("{}.{expires}.{}", request.id, request.digest);
        format!("{body}.{}", hex(&self.seal(&body, caller)))
    }

    /// Takes a ticket back; gives what its holder was asked about.
    pub(super) fn take(
        &self,
        ticket: &str,
        caller: &Caller,
        now: SystemTime,
    ) -> Result<Digest, Bad> {
        let (body, seal) = ticket.rsplit_once('.').ok_or(Bad::Forged)?;
        let seal = unhex(seal).ok_or(Bad::Forged)?;
        if !HMAC::verify(bound(body, caller), self.key, &seal) {
            return Err(Bad::Forged);
        }
        let mut parts = body.split('.');
        let (Some(id), Some(expires), Some(digest)) = (parts.next(), parts.next(), parts.next())
        else {
            return Err(Bad::Forged);
        };
        let expires: u64 = expires.parse().map_err(|_| Bad::Forged)?;
        let digest = digest.parse().map_err(|_| Bad::Forged)?;
        let now = millis(now);
        if now >= expires {
            return Err(Bad::Expired);
        }
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.retain(|_, expires| *expires > now);
        if taken.insert(id.to_owned(), expires).is_some() {
            return Err(Bad::Used);
        }
        Ok(digest)
    }

    fn seal(&self, body: &str, caller: &Caller) -> [u8; 32] {
        HMAC::mac(bound(body, caller), self.key)
    }
}

/// What the seal is over: the length keeps body and caller apart.
fn bound(body: &str, caller: &Caller) -> Vec<u8> {
    let kind = if caller.is_system() { "system" } else { "user" };
    let mut bytes = format!(
        "tooldef approval ticket 1\n{}\n{body}\n{kind}\n",
        body.len()
    );
    bytes.push_str(caller.id());
    bytes.into_bytes()
}

fn millis(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

fn unhex(text: &str) -> Option<[u8; 32]> {
    if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let mut bytes = [0; 32];
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
    }
    Some(bytes)
}
