//! Models through the genai crate, over the wire forms of OpenAI and Anthropic.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use tooldef::task::genai::adapter::AdapterKind;
use tooldef::task::genai::resolver::{AuthData, Endpoint};
use tooldef::task::genai::{Client, ModelIden, ModelSpec, ServiceTarget};
use tooldef::task::{
    Genai, ModelError, ModelErrorKind, Task, TaskError, TaskErrorKind, TaskOutcome,
};
use tooldef::{Dispatcher, ErrorKind, Event, Tool, ToolSet};

use super::server::{Answer, Server, anthropic, anthropic_open, openai, openai_open};
use super::support::{dispatcher, user};

fn model(server: &Server, kind: AdapterKind) -> Genai {
    let target = ServiceTarget {
        endpoint: Endpoint::from_owned(format!("http://{}/v1/", server.address)),
        auth: AuthData::from_single("a-secret-key"),
        model: ModelIden::new(kind, "a-model"),
    };
    let client = Client::builder().build().expect("a client");
    Genai::with_client(client, ModelSpec::from_target(target))
}

fn echo() -> Tool {
    Tool::builder("echo", "Gives back the text it is given.").raw_handler(
        json!({"properties": {"text": {"type": "string"}}, "required": ["text"]}),
        |arguments, _| async move {
            match arguments["text"].as_str() {
                Some("fail") => Err(std::io::Error::other("no echo")),
                text => Ok(text.unwrap_or_default().to_owned()),
            }
        },
    )
}

fn echoing(model: Genai) -> Task {
    Task::builder(model)
        .prompt("Echo.")
        .tools([echo()])
        .retries(0)
        .build()
        .expect("sound")
}

fn block_on<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
        .block_on(future)
}

fn play(
    kind: AdapterKind,
    answers: Vec<Answer>,
) -> (Result<TaskOutcome<String>, TaskError>, Vec<Value>) {
    let server = Server::start(answers);
    let task = echoing(model(&server, kind));
    let ended = block_on(task.run(&dispatcher(), &user()));
    let bodies = server.requests().into_iter().map(|seen| seen.body);
    (ended, bodies.collect())
}

fn failure(kind: AdapterKind, answer: Answer) -> ModelError {
    let (ended, _) = play(kind, vec![answer]);
    match ended.expect_err("no answer").kind {
        TaskErrorKind::Model(error) => error,
        other => panic!("another error: {other}"),
    }
}

const BOTH: [AdapterKind; 2] = [AdapterKind::OpenAI, AdapterKind::Anthropic];

/// A turn that calls `echo` with these texts as arguments, as they stand.
fn calling(kind: AdapterKind, arguments: &[&str]) -> Answer {
    let ids = (1..=arguments.len()).map(|n| format!("call_{n}"));
    let pairs: Vec<(String, &str)> = ids.zip(arguments.iter().copied()).collect();
    if kind == AdapterKind::OpenAI {
        let mut deltas = vec![
            json!({"role": "assistant", "content": "let me "}),
            json!({"content": "echo"}),
        ];
        for (index, (id, text)) in pairs.iter().enumerate() {
            deltas.push(
                json!({"tool_calls": [{"index": index, "id": id, "type": "function",
                "function": {"name": "echo", "arguments": ""}}]}),
            );
            let (head, tail) = text.split_at(text.len() / 2);
            for part in [head, tail] {
                deltas.push(
                    json!({"tool_calls": [{"index": index, "function": {"arguments": part}}]}),
                );
            }
        }
        return Answer::Stream(openai(&deltas, "tool_calls"));
    }
    let mut blocks = vec![(
        json!({"type": "text", "text": ""}),
        vec![
            json!({"type": "text_delta", "text": "let me "}),
            json!({"type": "text_delta", "text": "echo"}),
        ],
    )];
    for (id, text) in &pairs {
        let (head, tail) = text.split_at(text.len() / 2);
        blocks.push((
            json!({"type": "tool_use", "id": id, "name": "echo", "input": {}}),
            vec![
                json!({"type": "input_json_delta", "partial_json": head}),
                json!({"type": "input_json_delta", "partial_json": tail}),
            ],
        ));
    }
    Answer::Stream(anthropic(&blocks, "tool_use"))
}

fn saying(kind: AdapterKind, text: &str) -> Answer {
    if kind == AdapterKind::OpenAI {
        return Answer::Stream(openai(
            &[json!({"role": "assistant", "content": text})],
            "stop",
        ));
    }
    let block = json!({"type": "text", "text": ""});
    let delta = json!({"type": "text_delta", "text": text});
    Answer::Stream(anthropic(&[(block, vec![delta])], "end_turn"))
}

/// What the model was told about its calls in the last request: id, text, and
/// the flag where the wire form has one.
fn told(kind: AdapterKind, body: &Value) -> Vec<(String, String, Value)> {
    let messages = body["messages"].as_array().expect("messages");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    if kind == AdapterKind::OpenAI {
        let tools = messages.iter().filter(|message| message["role"] == "tool");
        return tools
            .map(|message| {
                let id = text(&message["tool_call_id"]);
                (id, text(&message["content"]), Value::Null)
            })
            .collect();
    }
    let last = messages.last().expect("a message");
    last["content"]
        .as_array()
        .expect("blocks")
        .iter()
        .map(|block| {
            let id = text(&block["tool_use_id"]);
            (id, text(&block["content"]), block["is_error"].clone())
        })
        .collect()
}

#[test]
fn parallel_calls_run_and_their_results_go_back_in_order() {
    for kind in BOTH {
        let (ended, bodies) = play(
            kind,
            vec![
                calling(
                    kind,
                    &[r#"{"text":"a"}"#, r#"{"text":"fail"}"#, r#"{"text":"c"}"#],
                ),
                saying(kind, "all echoed"),
            ],
        );
        let outcome = ended.expect("ends well");
        assert_eq!(outcome.output, "all echoed");
        assert_eq!((outcome.report.turns, outcome.report.calls.len()), (2, 3));
        assert_eq!(outcome.report.usage.input_tokens, 22);
        assert_eq!(outcome.report.usage.output_tokens, 14);
        let told = told(kind, &bodies[1]);
        let ids: Vec<&str> = told.iter().map(|(id, ..)| id.as_str()).collect();
        assert_eq!(ids, ["call_1", "call_2", "call_3"]);
        assert_eq!((&*told[0].1, &*told[2].1), ("a", "c"));
        assert!(
            told[1].1.contains(r#"{"error":"no echo"}"#),
            "{}",
            told[1].1
        );
        if kind == AdapterKind::Anthropic {
            assert_eq!((&told[0].2, &told[1].2), (&Value::Null, &json!(true)));
        } else {
            assert!(told[1].1.starts_with("Error: "), "{}", told[1].1);
        }
    }
}

#[test]
fn the_request_offers_the_tools_with_their_schema_as_it_is() {
    for kind in BOTH {
        let (ended, bodies) = play(kind, vec![saying(kind, "hello")]);
        ended.expect("ends well");
        let tool = &bodies[0]["tools"][0];
        let (name, schema) = if kind == AdapterKind::OpenAI {
            (&tool["function"]["name"], &tool["function"]["parameters"])
        } else {
            (&tool["name"], &tool["input_schema"])
        };
        assert_eq!(name, "echo");
        assert_eq!(*schema, Value::clone(&echo().definition().input_schema));
    }
}

#[test]
fn malformed_argument_text_becomes_an_error_that_the_model_can_mend() {
    for kind in BOTH {
        for malformed in [r#"{"text":"#, r#"{"text":"a""#, "text", "[1]"] {
            let (ended, bodies) = play(
                kind,
                vec![
                    calling(kind, &[malformed, r#"{"text":"fine"}"#]),
                    calling(kind, &[r#"{"text":"mended"}"#]),
                    saying(kind, "done"),
                ],
            );
            let outcome = ended.expect("the task goes on");
            let errors: Vec<_> = outcome.report.calls.iter().map(|call| call.error).collect();
            assert_eq!(errors, [Some(ErrorKind::InvalidArguments), None, None]);
            let told = told(kind, &bodies[1]);
            assert!(
                told[0].1.contains("Invalid arguments for echo: (root): "),
                "{}",
                told[0].1
            );
            assert_eq!(told[1].1, "fine");
            if kind == AdapterKind::Anthropic {
                // A conversation whose inputs are no objects is refused there.
                let messages = bodies[1]["messages"].as_array().expect("messages");
                let blocks = messages[1]["content"].as_array().expect("blocks");
                let inputs = blocks.iter().filter(|block| block["type"] == "tool_use");
                assert!(inputs.into_iter().all(|block| block["input"].is_object()));
            }
        }
    }
}

#[test]
fn empty_argument_text_means_no_arguments() {
    for kind in BOTH {
        let server = Server::start(vec![calling(kind, &[""]), saying(kind, "done")]);
        let tool = Tool::builder("echo", "Takes nothing at all.").bare_handler(|_| async { "ran" });
        let task = Task::builder(model(&server, kind))
            .prompt("Echo.")
            .tools([tool])
            .build()
            .expect("sound");
        let outcome = block_on(task.run(&dispatcher(), &user())).expect("ends well");
        assert!(outcome.report.calls[0].success());
        server.requests();
    }
}

#[test]
fn arguments_reach_the_tool_with_every_digit() {
    for kind in BOTH {
        let server = Server::start(vec![
            calling(kind, &[r#"{"n":18446744073709551615}"#]),
            saying(kind, "done"),
        ]);
        let got = Arc::new(Mutex::new(Value::Null));
        let note = Arc::clone(&got);
        let tool = Tool::builder("echo", "Takes a large number.").raw_handler(
            json!({"properties": {"n": {"type": "integer"}}, "required": ["n"]}),
            move |arguments, _| {
                *note.lock().expect("not poisoned") = arguments["n"].clone();
                async { "" }
            },
        );
        let task = Task::builder(model(&server, kind))
            .prompt("Echo.")
            .tools([tool])
            .build()
            .expect("sound");
        block_on(task.run(&dispatcher(), &user())).expect("ends well");
        assert_eq!(*got.lock().expect("not poisoned"), json!(u64::MAX));
        server.requests();
    }
}

#[test]
fn text_and_thinking_are_told_as_they_arrive() {
    for kind in BOTH {
        let server = Server::start(vec![
            calling(kind, &[r#"{"text":"a"}"#]),
            saying(kind, "done"),
        ]);
        let pieces = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&pieces);
        let dispatcher = Dispatcher::builder(ToolSet::default())
            .observe(move |event| {
                if let Event::Text { text, .. } = event {
                    heard.lock().expect("not poisoned").push(text.clone());
                }
            })
            .build()
            .expect("sound");
        let task = echoing(model(&server, kind));
        block_on(task.run(&dispatcher, &user())).expect("ends well");
        assert_eq!(
            *pieces.lock().expect("not poisoned"),
            ["let me ", "echo", "done"]
        );
        server.requests();
    }
}

#[test]
fn a_providers_signed_thinking_goes_back_with_the_calls() {
    let thinking = (
        json!({"type": "thinking", "thinking": "", "signature": ""}),
        vec![
            json!({"type": "thinking_delta", "thinking": "hm"}),
            json!({"type": "signature_delta", "signature": "sig"}),
        ],
    );
    let call = (
        json!({"type": "tool_use", "id": "call_1", "name": "echo", "input": {}}),
        vec![json!({"type": "input_json_delta", "partial_json": r#"{"text":"a"}"#})],
    );
    let kind = AdapterKind::Anthropic;
    let first = Answer::Stream(anthropic(&[thinking, call], "tool_use"));
    let (ended, bodies) = play(kind, vec![first, saying(kind, "done")]);
    ended.expect("ends well");
    let block = &bodies[1]["messages"][1]["content"][0];
    assert_eq!(
        (&block["type"], &block["thinking"], &block["signature"]),
        (&json!("thinking"), &json!("hm"), &json!("sig"))
    );
}

#[test]
fn a_last_turn_without_tools_forbids_calls_and_still_describes_them() {
    for kind in BOTH {
        let server = Server::start(vec![
            calling(kind, &[r#"{"text":"a"}"#]),
            saying(kind, "as far as I got"),
        ]);
        let task = Task::builder(model(&server, kind))
            .prompt("Echo.")
            .tools([echo()])
            .turns(1)
            .build()
            .expect("sound");
        let outcome = block_on(task.run(&dispatcher(), &user())).expect("a last answer");
        assert!(outcome.out_of_turns);
        let last = &server.requests()[1].body;
        let choice = &last["tool_choice"];
        assert!(
            *choice == json!("none") || choice["type"] == "none",
            "{choice}"
        );
        assert_eq!(last["tools"].as_array().map(Vec::len), Some(1));
    }
}

#[test]
fn a_refused_key_is_an_error_of_its_own_that_does_not_show_the_key() {
    let body = r#"{"error":{"type":"authentication_error","message":"invalid key"}}"#;
    for kind in BOTH {
        let error = failure(kind, Answer::Status("401 Unauthorized", &[], body));
        assert_eq!(error.kind, ModelErrorKind::Unauthorized);
        assert!(error.message.contains("invalid key"), "{error}");
        assert!(!error.message.contains("a-secret-key"), "{error}");
        assert!(!error.message.contains('\n'), "{error}");
    }
}

#[test]
fn a_rate_limit_says_how_long_to_wait() {
    let body = r#"{"error":{"message":"slow down"}}"#;
    for kind in BOTH {
        for (headers, wait) in [
            (&["retry-after: 7"][..], Some(Duration::from_secs(7))),
            (
                &["retry-after: 7", "retry-after-ms: 250"][..],
                Some(Duration::from_millis(250)),
            ),
            (&["retry-after: Fri, 31 Dec 1999 23:59:59 GMT"][..], None),
            (&["retry-after: -1"][..], None),
            (&[][..], None),
        ] {
            let error = failure(kind, Answer::Status("429 Too Many Requests", headers, body));
            assert_eq!(
                error.kind,
                ModelErrorKind::RateLimited { retry_after: wait }
            );
        }
    }
}

#[test]
fn a_rate_limited_turn_is_asked_again_and_the_task_ends_well() {
    for kind in BOTH {
        let server = Server::start(vec![
            Answer::Status("429 Too Many Requests", &["retry-after: 0"], "{}"),
            saying(kind, "done"),
        ]);
        let task = Task::builder(model(&server, kind))
            .prompt("Echo.")
            .retries(1)
            .build()
            .expect("sound");
        let outcome = block_on(task.run(&dispatcher(), &user())).expect("asked again");
        assert_eq!((&*outcome.output, outcome.report.turns), ("done", 1));
        assert_eq!(server.requests().len(), 2);
    }
}

#[test]
fn an_overloaded_provider_is_unavailable_and_a_bad_request_is_rejected() {
    for kind in BOTH {
        for status in [
            "500 Internal Server Error",
            "503 Service Unavailable",
            "529 Overloaded",
        ] {
            let error = failure(kind, Answer::Status(status, &[], "{}"));
            assert_eq!(error.kind, ModelErrorKind::Unavailable, "{status}");
        }
        let error = failure(kind, Answer::Status("400 Bad Request", &[], "{}"));
        assert_eq!(error.kind, ModelErrorKind::Rejected);
    }
}

#[test]
fn a_dropped_connection_is_an_error_and_never_a_short_answer() {
    let delta = json!({"role": "assistant", "content": "the first half"});
    let block = json!({"type": "text", "text": ""});
    let piece = json!({"type": "text_delta", "text": "the first half"});
    let blocks = [(block, vec![piece])];
    for (kind, half) in [
        (AdapterKind::OpenAI, openai_open(&[delta])),
        (AdapterKind::Anthropic, anthropic_open(&blocks)),
    ] {
        for answer in [
            Answer::Nothing,
            Answer::Broken(half.clone()),
            Answer::Broken(String::new()),
            // Ends politely, but in the middle.
            Answer::Stream(half.clone()),
        ] {
            let error = failure(kind, answer);
            assert_eq!(error.kind, ModelErrorKind::Unavailable, "{error}");
        }
    }
}

#[test]
fn an_error_inside_a_stream_is_an_error() {
    let body = json!({"type": "error", "error": {"type": "overloaded_error", "message": "later"}});
    let text = format!("event: error\ndata: {body}\n\n");
    let error = failure(AdapterKind::Anthropic, Answer::Stream(text));
    assert_eq!(error.kind, ModelErrorKind::Unavailable);
    let body = json!({"error": {"type": "server_error", "message": "later"}});
    let error = failure(
        AdapterKind::OpenAI,
        Answer::Stream(format!("data: {body}\n\n")),
    );
    assert_eq!(error.kind, ModelErrorKind::Unavailable);
}

#[test]
fn an_answer_cut_off_at_the_token_limit_is_no_answer() {
    let delta = json!({"role": "assistant", "content": "the first ha"});
    let answer = Answer::Stream(openai(&[delta], "length"));
    let error = failure(AdapterKind::OpenAI, answer);
    assert!(error.message.contains("cut off"), "{error}");
}

#[test]
fn a_key_that_is_nowhere_is_said_before_anything_is_sent() {
    let target = ServiceTarget {
        endpoint: Endpoint::from_static("http://127.0.0.1:9/v1/"),
        auth: AuthData::from_env("TOOLDEF_TESTS_NO_SUCH_KEY"),
        model: ModelIden::new(AdapterKind::OpenAI, "a-model"),
    };
    let client = Client::builder().build().expect("a client");
    let task = echoing(Genai::with_client(client, ModelSpec::from_target(target)));
    let error = block_on(task.run(&dispatcher(), &user())).expect_err("no key");
    let TaskErrorKind::Model(error) = error.kind else {
        panic!("another error: {error}");
    };
    assert_eq!(error.kind, ModelErrorKind::Unauthorized);
}

#[test]
fn the_key_goes_to_the_provider_in_its_own_header() {
    for (kind, header) in [
        (AdapterKind::OpenAI, "authorization: bearer a-secret-key"),
        (AdapterKind::Anthropic, "x-api-key: a-secret-key"),
    ] {
        let server = Server::start(vec![saying(kind, "hello")]);
        let task = echoing(model(&server, kind));
        block_on(task.run(&dispatcher(), &user())).expect("ends well");
        assert!(server.requests()[0].headers.contains(header));
    }
}
