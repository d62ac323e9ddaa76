//! Whoever decides.

use std::fmt;
use std::future::Future;
use std::sync::Arc;

use super::{ApprovalRequest, Decision};
use crate::tool::BoxFuture;

/// An approver could not come to a decision. The call is denied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApproverError {
    cause: String,
    remedy: Option<String>,
}

impl fmt::Display for ApproverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.cause)
    }
}

impl std::error::Error for ApproverError {}

impl ApproverError {
    /// An error with a cause for the operator. The model is only told that
    /// asking failed.
    pub fn new(cause: impl Into<String>) -> Self {
        Self {
            cause: cause.into(),
            remedy: None,
        }
    }

    /// Nobody can be asked here. The cause, in words that follow "it needs
    /// approval, and", and the remedy, a sentence that says how approval can be
    /// given, are part of the result's text.
    pub fn nobody(cause: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            cause: cause.into(),
            remedy: Some(remedy.into()),
        }
    }

    pub(crate) fn remedy(&self) -> Option<&str> {
        self.remedy.as_deref()
    }
}

/// Decides about calls that need approval.
///
/// The decision counts for the request that was handed in, and for nothing
/// else. An approver that errs, panics or never answers means that the call is
/// denied. The future is dropped when the request times out or is cancelled.
pub trait Approver: Send + Sync + 'static {
    /// Decides about one request. Several may be open at once.
    fn decide(
        &self,
        request: Arc<ApprovalRequest>,
    ) -> BoxFuture<'_, Result<Decision, ApproverError>>;
}

impl<T: Approver + ?Sized> Approver for Arc<T> {
    fn decide(
        &self,
        request: Arc<ApprovalRequest>,
    ) -> BoxFuture<'_, Result<Decision, ApproverError>> {
        (**self).decide(request)
    }
}

/// An approver made of an async closure.
///
/// ```
/// use tooldef::approval::{Decision, approver_fn};
///
/// let careful = approver_fn(|request| async move {
///     if &*request.tool == "save_note" { Ok(Decision::Approve) } else { Ok(Decision::deny("only notes")) }
/// });
/// # let _ = careful;
/// ```
pub fn approver_fn<F, R>(decide: F) -> impl Approver
where
    F: Fn(Arc<ApprovalRequest>) -> R + Send + Sync + 'static,
    R: Future<Output = Result<Decision, ApproverError>> + Send + 'static,
{
    struct FnApprover<F>(F);

    impl<F, R> Approver for FnApprover<F>
    where
        F: Fn(Arc<ApprovalRequest>) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Decision, ApproverError>> + Send + 'static,
    {
        fn decide(
            &self,
            request: Arc<ApprovalRequest>,
        ) -> BoxFuture<'_, Result<Decision, ApproverError>> {
            Box::pin((self.0)(request))
        }
    }

    FnApprover(decide)
}
