//! Tools of a server elsewhere, as tools here: one tool, and one call of it.

use std::borrow::Cow;
use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ResourceContents,
};
use rmcp::service::{Peer, ServiceError};
use rmcp::{RoleClient, model};
use serde_json::{Map, Value};

use super::entry::META_KEY;
use crate::definition::{Definition, Origin};
use crate::error::ToolFault;
use crate::output::{Failure, Output, Payload};
use crate::reader::{Reader, Refused};
use crate::result::ErrorKind;
use crate::scope::Scope;
use crate::tool::{Body, Start, Started};
use crate::{Annotations, Content, Tool};

pub(super) fn tool(peer: &Peer<RoleClient>, server: &Arc<str>, remote: model::Tool) -> Tool {
    let call = RemoteCall {
        peer: peer.clone(),
        server: Arc::clone(server),
        name: remote.name.to_string(),
    };
    let annotations = annotations(&remote);
    let mut input = Map::clone(&remote.input_schema);
    input.entry("type").or_insert_with(|| "object".into());
    input
        .entry("properties")
        .or_insert_with(|| Value::Object(Map::new()));
    let output = remote.output_schema.as_deref().cloned();
    let definition = Definition {
        name: remote.name.clone().into(),
        description: Cow::Owned(remote.description.unwrap_or_default().into_owned()),
        annotations,
        input_schema: Arc::new(Value::Object(input)),
        output_schema: output.map(|output| Arc::new(Value::Object(output))),
        roles: Cow::Borrowed(&[]),
        origin: Origin::Remote(Arc::clone(server)),
    };
    let mut tool = Tool::assemble(
        definition,
        Body::Dynamic(Arc::new(call)),
        Vec::new(),
        Vec::new(),
    );
    tool.set(|runner| runner.always_check = true);
    // What nothing here enforces the server does.
    tool.faults
        .retain(|fault| !matches!(fault, ToolFault::Schema { .. }));
    tool
}

/// What the server says about the tool. Hints that it leaves out stay left out,
/// and count as the dangerous ones where they are used.
fn annotations(remote: &model::Tool) -> Annotations {
    let hints = remote.annotations.clone().unwrap_or_default();
    let mut annotations = Annotations::new();
    annotations.title = remote.title.clone().or(hints.title).map(Cow::Owned);
    annotations.read_only = hints.read_only_hint;
    annotations.destructive = hints.destructive_hint;
    annotations.idempotent = hints.idempotent_hint;
    annotations.open_world = hints.open_world_hint;
    let told: Option<Annotations> = remote
        .meta
        .as_ref()
        .and_then(|meta| meta.0.get(META_KEY))
        .and_then(|told| serde_json::from_value(told.clone()).ok());
    if let Some(told) = told {
        annotations.requires_user_context = told.requires_user_context;
        // Colours the card, and never opens the gate on its own.
        annotations.effect = told
            .effect
            .filter(|effect| effect.mutates() || hints.read_only_hint == Some(true));
    }
    annotations
}

struct RemoteCall {
    peer: Peer<RoleClient>,
    server: Arc<str>,
    name: String,
}

impl Start for RemoteCall {
    fn start<'call>(
        &'call self,
        reader: &mut Reader<'call>,
        _scope: &'call Scope<'call>,
    ) -> Started<'call> {
        let arguments: Map<String, Value> = reader.whole().ok_or(Refused::Arguments)?;
        Ok(Box::pin(self.run(arguments)))
    }
}

impl RemoteCall {
    async fn run(&self, arguments: Map<String, Value>) -> Output {
        let request = CallToolRequestParams::new(self.name.clone()).with_arguments(arguments);
        match self.peer.call_tool_once(request).await {
            Ok(CallToolResponse::Complete(result)) => output(result),
            Ok(CallToolResponse::InputRequired(_)) => {
                Err(self.fault("it asks for more input, which nobody here can give"))
            }
            Ok(_) => Err(self.fault("it answered with a task instead of a result")),
            Err(ServiceError::McpError(error)) => {
                Err(self.fault(&format!("{} (code {})", error.message, error.code.0)))
            }
            Err(error) => Err(self.fault(&error.to_string())),
        }
    }

    fn fault(&self, fault: &str) -> Failure {
        Failure::new(
            ErrorKind::Remote,
            format!(
                "The server {} did not carry out the call: {fault}.",
                self.server
            ),
        )
    }
}

/// The result as the model here is to see it.
fn output(result: CallToolResult) -> Output {
    let blocks: Vec<Content> = result.content.iter().map(block).collect();
    if result.is_error == Some(true) {
        let text: Vec<String> = blocks
            .iter()
            .map(|block| match block {
                Content::Text { text } => text.clone(),
                _ => "[content that is not text]".to_owned(),
            })
            .collect();
        let text = match (text.is_empty(), &result.structured_content) {
            (false, _) => text.join("\n"),
            (true, Some(value)) => value.to_string(),
            (true, None) => "The tool failed and did not say why.".to_owned(),
        };
        return Err(Failure::new(ErrorKind::Failed, text));
    }
    match (blocks.as_slice(), result.structured_content) {
        ([], Some(value)) => Ok(Payload::Json(value.to_string())),
        ([], None) => Ok(Payload::Text(String::new())),
        // The usual copy of the structured value; its text has every digit.
        ([Content::Text { text }], Some(value))
            if serde_json::from_str::<Value>(text).is_ok_and(|copy| copy == value) =>
        {
            Ok(Payload::Json(text.clone()))
        }
        ([Content::Text { text }], _) => Ok(Payload::Text(text.clone())),
        (_, _) => Ok(Payload::Blocks(blocks)),
    }
}

/// The vocabulary is the protocol's own; a resource that came along whole is
/// its text, or a link to it.
fn block(block: &ContentBlock) -> Content {
    if let ContentBlock::Resource(embedded) = block {
        return match &embedded.resource {
            ResourceContents::TextResourceContents { text, .. } => Content::text(text.as_str()),
            other => {
                let uri = serde_json::to_value(other)
                    .ok()
                    .and_then(|value| value.get("uri")?.as_str().map(str::to_owned))
                    .unwrap_or_default();
                Content::text(format!("[resource at {uri}]"))
            }
        };
    }
    serde_json::to_value(block)
        .and_then(serde_json::from_value)
        .unwrap_or_else(|_| Content::text("[content of an unknown kind]"))
}
