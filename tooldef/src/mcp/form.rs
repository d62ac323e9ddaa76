//! The form that asks a person: the question as text, the one optional field,
//! and what an answer means.

use rmcp::model::{
    BooleanSchema, ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationSchema,
    PrimitiveSchemaDefinition,
};
use serde_json::Value;

use crate::Effect;
use crate::approval::{ApprovalRequest, Decision};

/// The field that extends an approval to the rest of the session.
const REMEMBER: &str = "remember";

/// The question about one request. Forms are flat and ask for no secrets; the
/// answer is the accepting or declining of the form itself.
pub(super) fn form(request: &ApprovalRequest, may_remember: bool) -> ElicitRequestParams {
    let mut schema = ElicitationSchema::builder();
    if may_remember {
        let field = BooleanSchema::new()
            .title("Do not ask again")
            .description("Let this tool run without asking for the rest of this session.")
            .with_default(false);
        schema = schema.property(REMEMBER, PrimitiveSchemaDefinition::Boolean(field));
    }
    ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: question(request),
        requested_schema: schema.build_unchecked(),
    }
}

fn question(request: &ApprovalRequest) -> String {
    let effect = request.effect().map_or("effect unknown", Effect::as_str);
    let title = request
        .annotations
        .title
        .as_deref()
        .map(|title| format!(" ({})", ApprovalRequest::display(title)))
        .unwrap_or_default();
    let mut text = format!(
        "Run the tool {}{title}, {effect}, with these arguments?\n{}",
        ApprovalRequest::display(&request.tool),
        request.display_arguments()
    );
    if !request.pinned.is_empty() {
        text.push_str("\nFixed by the application: ");
        text.push_str(&ApprovalRequest::display(&request.pinned.join(", ")));
    }
    text
}

/// What an answer decides. Only an accepted form approves.
pub(super) fn decision(answer: &ElicitResult, may_remember: bool) -> Decision {
    let remember = answer
        .content
        .as_ref()
        .and_then(|content| content.get(REMEMBER))
        == Some(&Value::Bool(true));
    match answer.action {
        ElicitationAction::Accept if remember && may_remember => Decision::ApproveForRun,
        ElicitationAction::Accept => Decision::Approve,
        ElicitationAction::Cancel => Decision::deny("The user dismissed the question."),
        _ => Decision::deny("The user declined."),
    }
}
