//! One call, in the order that never changes:
//! lookup → parse → pin → repair → validate → approve → execute → normalize.

mod gated;
mod plain;
mod watched;

use std::borrow::Cow;
use std::time::Duration;

use serde_json::{Map, Value};

use self::watched::Watched;
use crate::arguments::show::escaped;
use crate::arguments::{self, Problem};
use crate::dispatcher::Settings;
use crate::guard::{self, Ended};
use crate::output::{Failure, Output};
use crate::reader::{Reader, Refused};
use crate::result::ErrorKind;
use crate::run::Run;
use crate::scope::Scope;
use crate::tool::{BoxFuture, Tool};
use crate::{Call, CallId, ToolName, ToolResult};

/// Takes one call to its one result: lookup, and all that follows.
///
/// The call stays where it was put, and what it comes to is written to one
/// place: most calls are so short that moving either is felt.
#[allow(
    clippy::manual_async_fn,
    reason = "an `async fn` moves its arguments once more"
)]
pub(crate) fn dispatch<'call>(
    run: &'call Run,
    call: Call<'call>,
) -> impl Future<Output = ToolResult> + Send + use<'call> {
    async move {
        let call = &call;
        let watched = (run.is_listened_to() || run.frame().is_some())
            .then(|| Box::new(Watched::open(run, call)));
        let mut output = None;
        let tool = match admit(run, &call.name) {
            Ok(tool) => {
                let scope = Scope {
                    call_id: &call.id,
                    tool: &tool.definition.name,
                    run,
                };
                if run.dispatcher().gate().policy.passes(tool) {
                    plain::plain(run, tool, &call.arguments, &scope, &mut output).await;
                } else {
                    let gated = gated::gated(run, tool, &call.arguments, &scope);
                    output = Some(Box::pin(gated).await);
                }
                tool.definition.name.clone()
            }
            Err(failure) => {
                output = Some(Err(failure));
                call.name.clone().into()
            }
        };
        let result = finish(run.dispatcher().settings(), &call.id, tool, output);
        if let Some(watched) = watched {
            watched.close(run, &result);
        }
        result
    }
}

/// Finds the tool, and makes sure that the run and its caller may call it.
#[inline]
fn admit<'run>(run: &'run Run, name: &str) -> Result<&'run Tool, Failure> {
    let tool = run.tools().get(name).ok_or_else(|| unknown(run, name))?;
    if !run.spend() {
        return Err(Failure::new(
            ErrorKind::BudgetExhausted,
            "The budget of tool calls is used up. No further call will run.",
        ));
    }
    match forbidden(run, tool).or_else(|| nested(run, tool)) {
        Some(failure) => Err(failure),
        None => Ok(tool),
    }
}

/// A tool that is a task itself is refused before anybody is asked about it.
#[inline]
fn nested(run: &Run, tool: &Tool) -> Option<Failure> {
    if !tool.runner.starts_task {
        return None;
    }
    let refused = crate::task::refuse_nested(run)?;
    Some(Failure::new(
        ErrorKind::Recursion,
        format!("The call of {} was not run: {refused}.", tool.name()),
    ))
}

/// Normalizes what a call came to.
#[inline]
fn finish(settings: &Settings, id: &CallId, tool: ToolName, output: Option<Output>) -> ToolResult {
    match output {
        Some(Ok(payload)) => ToolResult::answered(id.clone(), tool, payload, settings.result_limit),
        Some(Err(failure)) => failed(settings, id, tool, failure),
        None => failed(settings, id, tool, endless()),
    }
}

#[cold]
fn failed(settings: &Settings, id: &CallId, tool: ToolName, failure: Failure) -> ToolResult {
    let failure = rewritten(settings, &tool, failure);
    ToolResult::failed(id.clone(), failure, tool, settings.result_limit)
}

/// A call always comes to something; should it ever not, it still has a result.
#[cold]
fn endless() -> Failure {
    Failure::new(ErrorKind::Panicked, "The call came to no end.")
}

/// The failure with its text as the application wants it.
fn rewritten(settings: &Settings, tool: &str, mut failure: Failure) -> Failure {
    if let Some(rewrite) = &settings.error_text {
        let text = guard::start(|| rewrite(tool, &failure))
            .unwrap_or_else(|_| format!("The tool {tool} failed."));
        if text != failure.0.text {
            let original = std::mem::replace(&mut failure.0.text, text);
            failure.0.detail.get_or_insert(original);
        }
    }
    failure
}

fn unknown(run: &Run, name: &str) -> Failure {
    let near = run.tools().near(name);
    let hint = match near.as_slice() {
        [] if run.tools().is_empty() => "No tool is offered.".to_owned(),
        [] => {
            let all: Vec<&str> = run.tools().iter().map(Tool::name).take(20).collect();
            format!("The tools offered are: {}.", all.join(", "))
        }
        near => format!("Did you mean {}?", near.join(" or ")),
    };
    Failure::new(
        ErrorKind::UnknownTool,
        format!("No tool is called {}. {hint}", escaped(name, 64)),
    )
}

#[inline]
fn forbidden(run: &Run, tool: &Tool) -> Option<Failure> {
    let roles = &tool.definition.roles;
    if roles.is_empty() || roles.iter().any(|role| run.caller().has_role(role)) {
        return None;
    }
    let text = format!(
        "The call of {} was not run: it needs the role {}, which the caller does not have.",
        tool.name(),
        roles.join(" or ")
    );
    let detail = format!(
        "caller {:?} has the roles {:?}",
        run.caller().id(),
        run.caller().roles().collect::<Vec<_>>()
    );
    Some(Failure::new(ErrorKind::Forbidden, text).with_detail(detail))
}

/// A call that nobody need approve, whose arguments did not fit at once.
async fn checked(run: &Run, tool: &Tool, arguments: &str, scope: &Scope<'_>) -> Output {
    let settings = run.dispatcher().settings();
    let text = prepare(tool, arguments, settings)?;
    let body = begin(tool, &text, scope, settings)?;
    execute(run, tool, body).await
}

/// Parse, pin, repair and validate as data; gives the text that will be read.
fn prepare<'call>(
    tool: &Tool,
    arguments: &'call str,
    settings: &Settings,
) -> Result<Cow<'call, str>, Failure> {
    inspect(tool, arguments, settings).map_err(|problems| {
        let text = if problems.is_empty() {
            format!(
                "{} cannot run: the arguments set by its developer do not fit it.",
                tool.name()
            )
        } else {
            arguments::invalid_arguments(tool.name(), &problems)
        };
        Failure::new(ErrorKind::InvalidArguments, text)
    })
}

/// The same with the problems that the model may read; none of them means that
/// only pinned arguments are at fault.
fn inspect<'call>(
    tool: &Tool,
    arguments: &'call str,
    settings: &Settings,
) -> Result<Cow<'call, str>, Vec<Problem>> {
    let runner = &*tool.runner;
    let sent = arguments::parse_object(arguments, &settings.arguments)
        .map_err(|fault| vec![fault.problem()])?;
    let mut value = Value::Object(sent.clone());
    if let (Some(pins), Value::Object(object)) = (&runner.pins, &mut value) {
        pins.merge_with_aliases(object, &runner.aliases);
    }
    let mut problems = arguments::check(&runner.checked, &value);
    if !problems.is_empty() && settings.repair && arguments::repair(&runner.checked, &mut value) {
        problems = arguments::check(&runner.checked, &value);
    }
    if !problems.is_empty() {
        return Err(match &runner.pins {
            Some(pins) => pins.scrub(problems).0,
            None => problems,
        });
    }
    // What was sent is read as it was sent, with every digit, unless it changed.
    let text = unwrapped(arguments);
    match value {
        Value::Object(object) if object == sent && text.trim_start().starts_with('{') => Ok(text),
        _ if arguments::has_wide_integer(&text) => Err(vec![too_wide()]),
        value => Ok(Cow::Owned(value.to_string())),
    }
}

/// The object's text, where it was sent as a text within the text.
fn unwrapped(arguments: &str) -> Cow<'_, str> {
    let inner = arguments
        .trim_start()
        .starts_with('"')
        .then(|| serde_json::from_str(arguments).ok());
    inner.flatten().map_or(Cow::Borrowed(arguments), Cow::Owned)
}

/// Arguments that are looked at as data must not lose a digit on the way.
fn too_wide() -> Problem {
    Problem::new(
        "(root)",
        "an integer beyond 64 bits cannot be taken here, send a smaller one",
    )
}

/// Reads checked arguments into the body's types and makes its future.
fn begin<'call>(
    tool: &'call Tool,
    text: &'call str,
    scope: &'call Scope<'call>,
    settings: &Settings,
) -> Result<BoxFuture<'call, Output>, Failure> {
    let mut reader = Reader::thorough(text, settings.arguments.depth);
    match guard::start(|| tool.runner.start(&mut reader, scope)) {
        Ok(Ok(body)) => Ok(body),
        Ok(Err(Refused::Context(error))) => Err(lacking(tool, &error)),
        Ok(Err(Refused::Arguments)) => {
            let mut problems = reader.into_problems();
            if let Some(pins) = &tool.runner.pins {
                problems = pins.scrub(problems).0;
                // A type's own words could tell of what is pinned within it.
                for problem in problems
                    .iter_mut()
                    .filter(|problem| pins.may_tell(&problem.path))
                {
                    *problem = Problem::new(&*problem.path, "does not fit");
                }
            }
            if problems.is_empty() {
                problems.push(Problem::new("(root)", "the arguments do not fit"));
            }
            let text = arguments::invalid_arguments(tool.name(), &problems);
            Err(Failure::new(ErrorKind::InvalidArguments, text))
        }
        // Nothing has run yet, so there is nothing whose outcome is in doubt.
        Err(panic) => Err(unread(tool, &panic)),
    }
}

/// The arguments as data, for whoever decides.
fn parsed(tool: &Tool, text: &str, settings: &Settings) -> Result<Map<String, Value>, Failure> {
    // Pins may have made the text longer than a model may send.
    let limits = arguments::Limits {
        bytes: usize::MAX,
        ..settings.arguments
    };
    arguments::parse_object(text, &limits).map_err(|fault| {
        Failure::new(
            ErrorKind::InvalidArguments,
            arguments::invalid_arguments(tool.name(), &[fault.problem()]),
        )
    })
}

/// Runs a body that may run.
async fn execute(run: &Run, tool: &Tool, body: BoxFuture<'_, Output>) -> Output {
    let before = run.cancellation().is_cancelled();
    let timeout = timeout(run, tool);
    let body = crate::task::within(run, body);
    let ended = guard::run(body, run.cancellation(), timeout, run.clock()).await;
    conclude(run, tool, ended, before)
}

/// How long the body may take.
fn timeout(run: &Run, tool: &Tool) -> Option<Duration> {
    tool.runner.timeout.or(run.dispatcher().settings().timeout)
}

/// What a body's end means. `before` says that the run was cancelled before
/// the body could start.
fn conclude(run: &Run, tool: &Tool, ended: Ended<Output>, before: bool) -> Output {
    let name = tool.name();
    match ended {
        Ended::Done(output) => output,
        Ended::Panicked(message) => Err(panicked(tool, &message)),
        Ended::TimedOut => {
            let seconds = timeout(run, tool).unwrap_or_default().as_secs_f64();
            Err(Failure::new(
                ErrorKind::TimedOut,
                format!(
                    "The call of {name} did not finish within {seconds} s. {}",
                    outcome(tool)
                ),
            ))
        }
        Ended::Cancelled if before => Err(Failure::new(
            ErrorKind::Cancelled,
            format!("The call of {name} was cancelled before it ran."),
        )),
        Ended::Cancelled => Err(Failure::new(
            ErrorKind::Cancelled,
            format!(
                "The call of {name} was cancelled while it ran. {}",
                outcome(tool)
            ),
        )),
    }
}

/// What is known about the effects of a call that was stopped.
fn outcome(tool: &Tool) -> &'static str {
    if tool.definition.annotations.may_mutate() {
        "Whether it took effect is unknown: find out before calling it again."
    } else {
        "It changes nothing, so it may be called again."
    }
}

fn panicked(tool: &Tool, message: &str) -> Failure {
    let mut text = format!("The tool {} failed unexpectedly.", tool.name());
    if tool.definition.annotations.may_mutate() {
        text.push_str(" Whether it took effect is unknown: find out before calling it again.");
    }
    Failure::new(ErrorKind::Panicked, text).with_detail(format!("panicked: {message}"))
}

/// Reading the arguments panicked.
fn unread(tool: &Tool, message: &str) -> Failure {
    let text = format!(
        "The tool {} was not run: its arguments could not be read.",
        tool.name()
    );
    Failure::new(ErrorKind::Panicked, text).with_detail(format!("panicked: {message}"))
}

fn lacking(tool: &Tool, error: &crate::error::ContextError) -> Failure {
    Failure::new(
        ErrorKind::Context,
        format!("The tool {} cannot run here.", tool.name()),
    )
    .with_detail(error.to_string())
}
