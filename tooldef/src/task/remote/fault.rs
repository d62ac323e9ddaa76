//! What the genai crate's errors mean for a task.

use std::error::Error as _;
use std::time::Duration;

use ::genai::{Error, webc};

use crate::task::{ModelError, ModelErrorKind};

/// How much of a provider's message is kept, in characters.
const LONGEST: usize = 500;

pub(super) fn read(error: &Error) -> ModelError {
    match error {
        Error::WebStream { error, cause, .. } => match error.downcast_ref::<Error>() {
            Some(inner) => read(inner),
            None => ModelError::new(ModelErrorKind::Unavailable, one_line(cause)),
        },
        Error::HttpError {
            status,
            body,
            headers,
            ..
        } => http(status.as_u16(), body, |name| {
            headers.get(name)?.to_str().ok().map(str::to_owned)
        }),
        Error::WebModelCall { webc_error, .. } | Error::WebAdapterCall { webc_error, .. } => {
            web(webc_error)
        }
        Error::RequiresApiKey { .. }
        | Error::NoAuthResolver { .. }
        | Error::NoAuthData { .. }
        | Error::Resolver { .. } => ModelError::new(
            ModelErrorKind::Unauthorized,
            format!("no key was found: {}", one_line(&error.to_string())),
        ),
        Error::ChatResponse { body, .. } => streamed(body),
        // Its text holds the whole request; only the cause is worth telling.
        Error::ChatResponseGeneration { cause, .. } => ModelError::other(one_line(cause)),
        other => ModelError::other(one_line(&other.to_string())),
    }
}

fn web(error: &webc::Error) -> ModelError {
    match error {
        webc::Error::ResponseFailedStatus {
            status,
            body,
            headers,
        } => http(status.as_u16(), body, |name| {
            headers.get(name)?.to_str().ok().map(str::to_owned)
        }),
        webc::Error::Reqwest(error) => {
            let mut text = error.to_string();
            let mut source = error.source();
            while let Some(cause) = source {
                text.push_str(": ");
                text.push_str(&cause.to_string());
                source = cause.source();
            }
            ModelError::new(ModelErrorKind::Unavailable, one_line(&text))
        }
        other => ModelError::other(one_line(&other.to_string())),
    }
}

fn http(status: u16, body: &str, header: impl Fn(&str) -> Option<String>) -> ModelError {
    let kind = match status {
        401 | 403 => ModelErrorKind::Unauthorized,
        429 => ModelErrorKind::RateLimited {
            retry_after: retry_after(header),
        },
        408 | 500..=599 => ModelErrorKind::Unavailable,
        _ => ModelErrorKind::Rejected,
    };
    let meaning = match kind {
        ModelErrorKind::Unauthorized => "the provider refused the key",
        ModelErrorKind::RateLimited { .. } => "the provider limits the rate of requests",
        ModelErrorKind::Unavailable => "the provider is not available",
        _ => "the provider refused the request",
    };
    ModelError::new(
        kind,
        format!("{meaning} (status {status}): {}", one_line(body)),
    )
}

/// An error that came inside a stream.
fn streamed(body: &serde_json::Value) -> ModelError {
    let text = body.to_string();
    let has = |word: &str| text.contains(word);
    let kind = if has("rate_limit") {
        ModelErrorKind::RateLimited { retry_after: None }
    } else if has("overloaded") || has("server_error") || has("api_error") {
        ModelErrorKind::Unavailable
    } else if has("authentication") || has("permission") {
        ModelErrorKind::Unauthorized
    } else {
        ModelErrorKind::Rejected
    };
    ModelError::new(
        kind,
        format!("the provider broke off with an error: {}", one_line(&text)),
    )
}

/// How long the provider wants the caller to wait. A date counts as not said.
fn retry_after(header: impl Fn(&str) -> Option<String>) -> Option<Duration> {
    let number = |text: String| {
        let number: f64 = text.trim().parse().ok()?;
        (number.is_finite() && number >= 0.0).then_some(number)
    };
    if let Some(millis) = header("retry-after-ms").and_then(number) {
        return Duration::try_from_secs_f64(millis / 1000.0).ok();
    }
    let seconds = header("retry-after").and_then(number)?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// The text in one line, cut where it is long.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
