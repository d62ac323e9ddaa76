//! The approve step of a call: whoever decides sees exactly what will run, and
//! nothing runs that was not decided.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::{begin, execute, inspect, parsed, prepare, too_wide};
use crate::approval::{
    self, ApprovalId, ApprovalRequest, Digest, Fate, Settled, Settlement, Subject, Ties, Verdict,
};
use crate::arguments::{self, Limits, Problem};
use crate::dispatcher::Settings;
use crate::events::Event;
use crate::guard;
use crate::output::{Failure, Output};
use crate::result::ErrorKind;
use crate::run::Run;
use crate::scope::Scope;
use crate::tool::{BoxFuture, Tool};

/// A call that may need approval: whoever decides sees valid arguments only,
/// and exactly those that will run.
pub(super) async fn gated(run: &Run, tool: &Tool, arguments: &str, scope: &Scope<'_>) -> Output {
    let settings = run.dispatcher().settings();
    let mut text = prepare(tool, arguments, settings)?;
    if arguments::has_wide_integer(&text) {
        // It could not be shown to whoever decides as it would run.
        let text = arguments::invalid_arguments(tool.name(), &[too_wide()]);
        return Err(Failure::new(ErrorKind::InvalidArguments, text));
    }
    // Reading the arguments is the rest of validation; the body does not run
    // before its first poll, and is made anew if it is to read another text.
    let mut body = Unrun(begin(tool, &text, scope, settings)?);
    let shown = parsed(tool, &text, settings)?;
    match verdict(run, tool, &shown) {
        Verdict::Run => return execute(run, tool, body.take()).await,
        Verdict::Deny(reason) => return Err(refused_by_policy(tool, &reason)),
        Verdict::Ask => {}
    }
    if run.is_consumed(scope.call_id) {
        return Err(repeated(scope));
    }
    if !run.is_approved_for_run(tool) {
        if run.cancellation().is_cancelled() {
            return Err(approval::cancelled(tool.name()));
        }
        // A text can say more than its value does: a number with more digits
        // than a float holds. What runs is read from what is shown.
        let exact = Value::Object(shown.clone()).to_string();
        if exact != *text {
            drop(body);
            text = Cow::Owned(exact);
            body = Unrun(begin(tool, &text, scope, settings)?);
        }
        let mut waiting = Waiting::open(run, request(run, tool, scope, shown));
        match waiting.ask().await {
            Settled::Refused(settlement, failure) => {
                waiting.settle(settlement);
                return Err(failure);
            }
            Settled::Approved => waiting.settle(Settlement::Approved),
            Settled::ForRun => {
                run.approve_for_run(tool);
                waiting.settle(Settlement::ApprovedForRun);
            }
            Settled::Edited(edited) => {
                drop(body);
                text = edit(run, tool, edited).map_err(|failure| waiting.spoiled(failure))?;
                let begun = begin(tool, &text, scope, settings);
                body = Unrun(begun.map_err(|failure| waiting.spoiled(misfit(tool, failure)))?);
                waiting.settle(Settlement::ApprovedEdited);
            }
        }
    }
    if !run.consume(scope.call_id) {
        return Err(repeated(scope));
    }
    execute(run, tool, body.take()).await
}

/// A body that may never run. Dropping it drops the arguments, whose types are
/// foreign code: one that panics then must not take the call's result along.
struct Unrun<'call>(BoxFuture<'call, Output>);

impl<'call> Unrun<'call> {
    fn take(mut self) -> BoxFuture<'call, Output> {
        std::mem::replace(&mut self.0, Box::pin(std::future::pending()))
    }
}

impl Drop for Unrun<'_> {
    fn drop(&mut self) {
        let body = std::mem::replace(&mut self.0, Box::pin(std::future::pending()));
        let _ = guard::start(move || drop(body));
    }
}

fn verdict(run: &Run, tool: &Tool, arguments: &Map<String, Value>) -> Verdict {
    let subject = Subject {
        definition: &tool.definition,
        arguments,
        caller: run.caller(),
    };
    run.dispatcher().gate().policy.verdict(tool, subject)
}

/// The limits for arguments that a person edited: with what is pinned they may
/// be longer than what a model may send.
fn for_people(settings: &Settings) -> Settings {
    Settings {
        arguments: Limits {
            bytes: usize::MAX,
            ..settings.arguments
        },
        ..settings.clone()
    }
}

/// Takes edited arguments through everything a model's go through; gives the
/// text that will be read.
fn edit(run: &Run, tool: &Tool, edited: Map<String, Value>) -> Result<Cow<'static, str>, Failure> {
    let settings = &for_people(run.dispatcher().settings());
    let text = Value::Object(edited).to_string();
    let text = prepare(tool, &text, settings)
        .map_err(|failure| misfit(tool, failure))?
        .into_owned();
    // An edit is a new call; the policy has its say about it too.
    match verdict(run, tool, &parsed(tool, &text, settings)?) {
        Verdict::Deny(reason) => Err(refused_by_policy(tool, &reason)),
        Verdict::Ask | Verdict::Run => Ok(Cow::Owned(text)),
    }
}

/// The model did not write the edited arguments, so it is told who did.
fn misfit(tool: &Tool, mut failure: Failure) -> Failure {
    if failure.0.kind == ErrorKind::InvalidArguments {
        failure.0.text = format!(
            "The call of {} was not run: it was approved with edited arguments, which do not fit. {}",
            tool.name(),
            failure.0.text
        );
    }
    failure
}

fn repeated(scope: &Scope<'_>) -> Failure {
    let id = ApprovalRequest::display(scope.call_id.as_str());
    Failure::new(
        ErrorKind::Repeated,
        format!("A call with the id {id} already ran in this run, so it was not run again."),
    )
}

fn refused_by_policy(tool: &Tool, reason: &str) -> Failure {
    let name = tool.name();
    Failure::new(
        ErrorKind::Denied,
        format!("The call of {name} was not run: this program does not allow it. {reason}")
            .trim_end(),
    )
}

/// A request that is open. Tells how it ended, also when the call is dropped
/// while it waits.
struct Waiting<'a> {
    run: &'a Run,
    request: Arc<ApprovalRequest>,
    fate: Arc<Fate>,
    settled: bool,
}

impl<'a> Waiting<'a> {
    fn open(run: &'a Run, (request, fate): (ApprovalRequest, Arc<Fate>)) -> Self {
        let waiting = Self {
            run,
            request: Arc::new(request),
            fate,
            settled: false,
        };
        run.emit(&Event::ApprovalRequested(Arc::clone(&waiting.request)));
        waiting
    }

    async fn ask(&self) -> Settled {
        let gate = self.run.dispatcher().gate();
        gate.ask(self.run, &self.request, &self.fate).await
    }

    /// An approval of which nothing comes is a denial.
    fn spoiled(&mut self, failure: Failure) -> Failure {
        self.settle(Settlement::Denied);
        failure
    }

    fn settle(&mut self, settlement: Settlement) {
        self.settled = true;
        self.fate.settle(settlement);
        self.run.emit(&Event::ApprovalSettled {
            id: self.request.id.clone(),
            call_id: self.request.call_id.clone(),
            tool: self.request.tool.clone(),
            effect: self.request.effect(),
            settlement,
        });
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if !self.settled {
            self.settle(Settlement::Cancelled);
        }
    }
}

fn request(
    run: &Run,
    tool: &Tool,
    scope: &Scope<'_>,
    arguments: Map<String, Value>,
) -> (ApprovalRequest, Arc<Fate>) {
    let definition = &tool.definition;
    let timeout = run.dispatcher().gate().timeout;
    let fate = Arc::new(Fate::open(
        Arc::clone(run.dispatcher().clock()),
        timeout,
        run.cancellation().clone(),
    ));
    let request = ApprovalRequest {
        id: ApprovalId::fresh(),
        call_id: scope.call_id.clone(),
        tool: definition.name.clone(),
        description: definition.description.clone().into_owned(),
        digest: Digest::of(definition, &arguments),
        ties: Ties::new(Arc::clone(&fate), edits(run, tool, &arguments)),
        defaults: defaults(&definition.input_schema, &arguments),
        arguments,
        pinned: tool
            .runner
            .pins
            .as_deref()
            .map(crate::pinned::Pins::paths)
            .unwrap_or_default(),
        annotations: definition.annotations.clone(),
        caller: run.caller().id().to_owned(),
        system: run.caller().is_system(),
        timeout,
        requested_at: std::time::SystemTime::now(),
    };
    (request, fate)
}

/// The defaults that the schema states for arguments that were not given.
fn defaults(schema: &Value, given: &Map<String, Value>) -> Map<String, Value> {
    let mut defaults = Map::new();
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, schema) in properties.into_iter().flatten() {
        if let Some(default) = schema.get("default")
            && !given.contains_key(name)
        {
            defaults.insert(name.clone(), default.clone());
        }
    }
    defaults
}

/// What looks at edited arguments before they are sent. It holds nothing of the
/// run, so that a request that is kept does not keep the run.
fn edits(
    run: &Run,
    tool: &Tool,
    shown: &Map<String, Value>,
) -> impl Fn(&Map<String, Value>) -> Vec<Problem> + Send + Sync + 'static {
    let settings = for_people(run.dispatcher().settings());
    let tool = tool.clone();
    // The shown arguments hold every pinned value.
    let shown = tool.runner.pins.is_some().then(|| shown.clone());
    move |edited| {
        let text = Value::Object(edited.clone()).to_string();
        let mut problems = match inspect(&tool, &text, &settings) {
            Ok(_) => Vec::new(),
            Err(problems) if problems.is_empty() => {
                vec![Problem::new("(root)", "does not fit with what is pinned")]
            }
            Err(problems) => problems,
        };
        if let (Some(pins), Some(shown)) = (&tool.runner.pins, &shown) {
            let changed = pins.changed(shown, edited).into_iter();
            problems
                .extend(changed.map(|path| Problem::new(path, "is pinned and cannot be edited")));
        }
        problems
    }
}
