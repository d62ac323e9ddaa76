//! The answer: typed, repaired a few times, and refused at last.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tooldef::task::{Message, ModelReply, REPAIRS, Scripted, Task, TaskErrorKind};

use super::support::{dispatcher, run, task, user};

#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
struct Report {
    title: String,
    counts: Vec<u32>,
}

fn report(answers: impl IntoIterator<Item = &'static str>) -> Task<Report> {
    Task::builder(Scripted::turns(answers.into_iter().map(ModelReply::text)))
        .prompt("Report.")
        .output::<Report>()
        .build()
        .expect("sound")
}

#[test]
fn an_answer_that_conforms_is_read_into_its_type() {
    let text = r#"{"title":"t","counts":[1,2]}"#;
    let outcome = run(report([text]).run(&dispatcher(), &user())).expect("conforms");
    assert_eq!(outcome.output.counts, [1, 2]);
    assert_eq!(outcome.text, text);
    assert!(!outcome.out_of_turns);
}

#[test]
fn a_fenced_answer_is_read_and_its_raw_text_kept() {
    let text = "```json\n{\"title\":\"t\",\"counts\":[]}\n```";
    let outcome = run(report([text]).run(&dispatcher(), &user())).expect("conforms");
    assert_eq!(outcome.output.title, "t");
    assert_eq!(outcome.text, text);
}

#[test]
fn an_answer_that_does_not_conform_goes_back_with_its_problems_by_path() {
    let model = Scripted::new(|turn| match turn.messages.last() {
        Some(Message::User(text)) if text.contains("counts.1") || text.contains("counts[1]") => {
            Ok(ModelReply::text(r#"{"title":"t","counts":[1,2]}"#))
        }
        _ => Ok(ModelReply::text(r#"{"title":"t","counts":[1,"two"]}"#)),
    });
    let task = Task::builder(model)
        .prompt("Report.")
        .output::<Report>()
        .build()
        .expect("sound");
    let outcome = run(task.run(&dispatcher(), &user())).expect("repaired");
    assert_eq!(outcome.output.counts, [1, 2]);
    assert_eq!(outcome.report.turns, 2);
}

#[test]
fn problems_of_an_answer_are_sent_back_one_a_line_with_near_names_and_not_without_end() {
    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Strict {
        counts: Vec<u8>,
    }
    let model = Scripted::new(|turn| match turn.messages.last() {
        Some(Message::User(text)) if text.starts_with("Your answer") => {
            assert!(text.contains("\n- count: unknown"), "{text}");
            assert!(text.contains("did you mean \"counts\"?"), "{text}");
            assert!(text.contains("\n- and ") && text.len() < 6000, "{text}");
            assert!(text.contains("a\\nb") && !text.contains("a\nb"), "{text}");
            Ok(ModelReply::text(r#"{"counts":[]}"#))
        }
        _ => {
            let mut answer = json!({"a\nb": 1, "count": 1});
            for key in 0..500 {
                answer[format!("k{key}")] = json!(key);
            }
            Ok(ModelReply::text(answer.to_string()))
        }
    });
    let task = Task::builder(model)
        .prompt("Report.")
        .output::<Strict>()
        .build()
        .expect("sound");
    let outcome = run(task.run(&dispatcher(), &user())).expect("repaired");
    assert!(outcome.output.counts.is_empty());
}

#[test]
fn the_third_repair_may_still_succeed() {
    let good = r#"{"title":"t","counts":[]}"#;
    let outcome = run(report(["", "no", "{}", good]).run(&dispatcher(), &user()));
    assert_eq!(outcome.expect("repaired at last").report.turns, 4);
}

#[test]
fn after_three_repairs_a_typed_error_holds_the_raw_text_and_the_problems() {
    let error = run(report(["1", "2", "3", "{\"title\":7}"]).run(&dispatcher(), &user()))
        .expect_err("does not conform");
    let TaskErrorKind::NonConforming {
        text,
        problems,
        repairs,
    } = &error.kind
    else {
        panic!("another error: {error}");
    };
    assert_eq!(text, "{\"title\":7}");
    assert_eq!(*repairs, REPAIRS);
    let paths: Vec<&str> = problems.iter().map(|problem| &*problem.path).collect();
    assert!(paths.contains(&"title"), "{paths:?}");
    assert_eq!(error.report.turns, 4);
    assert!(!error.to_string().contains('\n'), "{error}");
}

#[test]
fn a_json_schema_works_like_a_type() {
    let schema = json!({"type": "array", "items": {"type": "integer"}});
    let answers = ["[1, \"a\"]", "[1, 2]"].map(ModelReply::text);
    let task = Task::builder(Scripted::turns(answers))
        .prompt("Count.")
        .output_schema(schema)
        .build()
        .expect("sound");
    let outcome = run(task.run(&dispatcher(), &user())).expect("repaired");
    assert_eq!(outcome.output, json!([1, 2]));
}

#[test]
fn a_repeated_key_in_an_answer_is_repaired_and_not_decided_by_its_order() {
    let twice = r#"{"title":"a","title":"b","counts":[]}"#;
    let once = r#"{"title":"b","counts":[]}"#;
    let outcome = run(report([twice, once]).run(&dispatcher(), &user())).expect("repaired");
    assert_eq!(outcome.report.turns, 2);
}

#[test]
fn a_constraint_of_the_output_schema_that_is_not_enforced_is_refused_when_the_task_is_built() {
    let built = Task::builder(Scripted::new(|_| Ok(ModelReply::text("\"c\""))))
        .prompt("Choose.")
        .output_schema(json!({"type": "string", "pattern": "^(a|b)+$"}))
        .build();
    let error = built.expect_err("refused").to_string();
    assert!(
        error.contains("carries `pattern`, which nothing here enforces: leave it out"),
        "{error}"
    );
}

#[test]
fn the_model_is_told_the_schema_it_must_conform_to() {
    let model = Scripted::new(|turn| {
        let schema = turn.output_schema.expect("there is one");
        assert!(turn.system.contains(&schema.to_string()));
        Ok(ModelReply::text("\"ok\""))
    });
    let task = Task::builder(model)
        .prompt("Say ok.")
        .output_schema(json!({"const": "ok"}))
        .build()
        .expect("sound");
    assert_eq!(
        run(task.run(&dispatcher(), &user())).expect("ok").output,
        "ok"
    );
}

#[test]
fn a_schema_that_is_no_schema_is_refused_when_the_task_is_built() {
    let error = Task::builder(Scripted::turns([]))
        .prompt("Count.")
        .output_schema(json!([1]))
        .build()
        .expect_err("no schema");
    assert_eq!(
        error.to_string(),
        "the output schema must be an object or a boolean"
    );
}

#[test]
fn an_empty_answer_is_no_answer_even_where_any_text_will_do() {
    let model = Scripted::turns([ModelReply::text(" \n"), ModelReply::text("said")]);
    let outcome = run(task(model, []).run(&dispatcher(), &user())).expect("repaired");
    assert_eq!(outcome.output, "said");
}

#[test]
fn the_input_reaches_the_model_as_json() {
    let model = Scripted::new(|turn| match &turn.messages[0] {
        Message::User(text) => Ok(ModelReply::text(text.as_str())),
        _ => unreachable!("the task speaks first"),
    });
    let task = Task::builder(model)
        .prompt("Repeat.")
        .input(json!({"vendors": ["a\"b"]}))
        .build()
        .expect("sound");
    let first = run(task.run(&dispatcher(), &user()))
        .expect("ends well")
        .output;
    assert!(first.starts_with("Repeat."), "{first}");
    assert!(first.contains(r#"{"vendors":["a\"b"]}"#), "{first}");
    let again = task.with_input(Value::from(5));
    let second = run(again.run(&dispatcher(), &user()))
        .expect("ends well")
        .output;
    assert!(second.ends_with('5'), "{second}");
}
