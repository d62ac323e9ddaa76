//! A model without a model: it looks at the conversation and does what a
//! sensible clerk would, and errs once, as models do.

use serde_json::{Value, json};
use tooldef::task::{Message, ModelError, ModelReply, Scripted, Turn};
use tooldef::{Call, ToolResult};

/// The clerk, for runs without a network.
#[must_use]
pub fn clerk() -> Scripted {
    Scripted::new(answer)
}

/// A call that was made, with its result.
type Made<'a> = (&'a Call<'static>, &'a ToolResult);

fn made<'a>(turn: &Turn<'a>) -> Vec<Made<'a>> {
    let mut made = Vec::new();
    for pair in turn.messages.windows(2) {
        if let [Message::Assistant(reply), Message::Results(results)] = pair {
            made.extend(reply.calls.iter().zip(results));
        }
    }
    made
}

fn answer(turn: &Turn<'_>) -> Result<ModelReply, ModelError> {
    let made = made(turn);
    let of = |tool: &str| made.iter().any(|(call, _)| call.name == tool);
    let reply = if !of("list_vendors") {
        ModelReply::calls([call(
            "list",
            "list_vendors",
            &json!({"without_contact": true}),
        )])
        .with_thinking("First I need to know who has no address.")
    } else if !of("search_directory") {
        look_up(&vendors(&made)?)
    } else if !of("update_contact") && !found(&made)?.is_empty() {
        write_back(&found(&made)?)
    } else {
        conclude(turn, &made)?
    };
    let (input, output) = (turn.messages.len() as u64 * 120, 40);
    Ok(reply.with_usage(input, output))
}

/// Looks every vendor up, all at once.
fn look_up(vendors: &[(u64, String)]) -> ModelReply {
    let calls = vendors.iter().flat_map(|(id, name)| {
        [
            // Sends what the list has pinned as well; the pinned values win.
            call(
                &format!("search-{id}"),
                "search_directory",
                &json!({"name": name, "filter": {"verified": false, "limit": 2}}),
            ),
            call(
                &format!("block-{id}"),
                "is_blocked",
                &json!({ "name": name }),
            ),
        ]
    });
    ModelReply::calls(calls).with_text(format!(
        "{} vendors have no address. I look them up, and check the block list.",
        vendors.len()
    ))
}

fn write_back(found: &[(u64, String, String)]) -> ModelReply {
    let calls = found.iter().map(|(id, _, email)| {
        call(
            &format!("update-{id}"),
            "update_contact",
            &json!({"vendor": id, "email": email}),
        )
    });
    ModelReply::calls(calls).with_text("I write the addresses that the directory gave.")
}

/// The report. The first one lacks half of it, and is sent back.
fn conclude(turn: &Turn<'_>, made: &[Made<'_>]) -> Result<ModelReply, ModelError> {
    let mut updated = Vec::new();
    let mut skipped = Vec::new();
    for (id, name) in vendors(made)? {
        let update = result(made, &format!("update-{id}"));
        let reason = match update {
            Some(result) if !result.is_error() => {
                let vendor = structured(result)?;
                updated.push(json!({"vendor": name, "email": vendor["email"]}));
                continue;
            }
            Some(result) => result.text().into_owned(),
            None if is_blocked(made, id)? => "on the block list".into(),
            None => "not in the directory".into(),
        };
        skipped.push(json!({"vendor": name, "reason": reason}));
    }
    let sent_back = matches!(
        turn.messages,
        [.., Message::Assistant(reply), Message::User(_)] if reply.calls.is_empty()
    );
    let report = if sent_back {
        json!({ "updated": updated, "skipped": skipped })
    } else {
        json!({ "updated": updated })
    };
    Ok(ModelReply::text(report.to_string()))
}

/// The vendors that were listed: id and name.
fn vendors(made: &[Made<'_>]) -> Result<Vec<(u64, String)>, ModelError> {
    let listed = result(made, "list").ok_or_else(|| ModelError::other("nothing was listed"))?;
    let listed = structured(listed)?;
    let entries = listed.as_array().into_iter().flatten();
    Ok(entries
        .filter_map(|entry| {
            let name = entry["name"].as_str()?.to_owned();
            Some((entry["id"].as_u64()?, name))
        })
        .collect())
}

/// The vendors to write back: id, name and address.
fn found(made: &[Made<'_>]) -> Result<Vec<(u64, String, String)>, ModelError> {
    let mut found = Vec::new();
    for (id, name) in vendors(made)? {
        let Some(search) = result(made, &format!("search-{id}")) else {
            continue;
        };
        if let Some(email) = structured(search)?[0]["email"].as_str()
            && !is_blocked(made, id)?
        {
            found.push((id, name, email.to_owned()));
        }
    }
    Ok(found)
}

fn is_blocked(made: &[Made<'_>], id: u64) -> Result<bool, ModelError> {
    match result(made, &format!("block-{id}")) {
        Some(result) => Ok(structured(result)?["blocked"] == true),
        None => Ok(false),
    }
}

fn result<'a>(made: &[Made<'a>], id: &str) -> Option<&'a ToolResult> {
    made.iter()
        .find(|(_, result)| result.call_id.as_str() == id)
        .map(|(_, result)| *result)
}

fn structured(result: &ToolResult) -> Result<Value, ModelError> {
    result.structured().ok_or_else(|| {
        ModelError::other(format!(
            "the script does not know what to do with: {}",
            result.text()
        ))
    })
}

fn call(id: &str, name: &'static str, arguments: &Value) -> Call<'static> {
    Call::new(id, name, arguments.to_string())
}
