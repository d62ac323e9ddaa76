//! Surroundings in which careless expansions break: every name that generated
//! code uses may mean something else here.

use serde_json::json;
use tooldef::{tool, tools};

use crate::call::text;

#[no_implicit_prelude]
mod without_a_prelude {
    #[::tooldef::tool(description = "Count the characters.", name = "count")]
    pub async fn without_a_prelude(
        text: &str,
        #[arg(default = 2)] n: usize,
        list: ::core::option::Option<&[u8]>,
        #[context] caller: ::tooldef::Caller,
    ) -> ::core::result::Result<usize, ::std::string::String> {
        let _ = (list, caller);
        ::core::result::Result::Ok(text.len() + n)
    }

    pub struct Kit;

    #[::tooldef::toolkit]
    impl Kit {
        #[tool(description = "Give one.")]
        pub fn one(&self, #[arg(default)] text: &str) -> usize {
            text.len() + 1
        }
    }

    pub fn all() -> ::core::result::Result<::tooldef::ToolSet, ::tooldef::ToolSetError> {
        ::tooldef::tools! { without_a_prelude, ..::std::sync::Arc::new(Kit).toolkit() }
    }
}

#[test]
fn the_expansion_needs_no_prelude() {
    let set = without_a_prelude::all().unwrap();
    assert_eq!(text(&set, "count", &json!({"text": "abc"})), "5");
    assert_eq!(text(&set, "one", &json!({})), "1");
}

#[allow(dead_code, unused_imports, unused_macros, non_camel_case_types)]
mod shadowed {
    use tooldef::{tool, tools};

    enum Kind {
        Ok,
        Err,
        Some,
        None,
    }
    use Kind::*;
    struct String;
    struct Box;
    struct Vec;
    struct Option;
    struct Result;
    struct Send;
    struct Default;
    struct str;
    struct bool;
    struct u64;
    trait Clone {}
    trait Deref {}
    trait Fn {}
    trait Future {}
    fn drop() {}
    macro_rules! concat {
        ($($any:tt)*) => {
            ::core::compile_error!("shadowed")
        };
    }
    macro_rules! module_path {
        ($($any:tt)*) => {
            ::core::compile_error!("shadowed")
        };
    }

    #[tool(
        description = "Add one to a number.",
        effect = "read",
        idempotent,
        timeout = 2
    )]
    pub async fn shadowed(n: u8, #[arg(default = 1)] m: u8) -> u8 {
        n + m
    }

    pub fn all() -> ::core::result::Result<tooldef::ToolSet, tooldef::ToolSetError> {
        tools! { shadowed }
    }
}

#[test]
fn names_of_the_prelude_may_mean_something_else() {
    let set = shadowed::all().unwrap();
    assert_eq!(text(&set, "shadowed", &json!({"n": 1})), "2");
}

mod beside_a_module_called_like_the_crate {
    #[allow(dead_code)]
    mod tooldef {
        pub mod __private {}
    }
    #[allow(dead_code)]
    mod core {}
    #[allow(dead_code)]
    mod std {}

    #[::tooldef::tool(description = "Add one to a number.")]
    pub async fn beside(n: u8) -> u8 {
        n + 1
    }
}

#[test]
fn a_module_called_like_the_crate_is_not_mistaken_for_it() {
    let set = tools! { beside_a_module_called_like_the_crate::beside }.unwrap();
    assert_eq!(text(&set, "beside", &json!({"n": 1})), "2");
}

mod types_called_like_the_runtimes {
    use tooldef::{tool, tools};

    #[derive(Debug)]
    pub struct ToolError;

    impl std::fmt::Display for ToolError {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("refused")
        }
    }

    macro_rules! types {
        ($($name:ident)*) => {$(
            #[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, Default)]
            pub struct $name(u8);
        )*};
    }
    types! { Pick NoError ToolOutput StringLike Reader Slot Text Context Spec Parameter Payload }

    #[tool(description = "Take and give types called like the runtime's.")]
    #[allow(clippy::too_many_arguments)]
    pub fn collide(
        a: Pick,
        b: NoError,
        c: StringLike,
        d: Reader,
        e: Slot,
        f: &Text,
        #[arg(default)] g: Context,
        #[arg(default = Spec(1))] h: Spec,
        i: &[Parameter],
    ) -> Result<ToolOutput, ToolError> {
        let sum = a.0 + b.0 + c.0 + d.0 + e.0 + f.0 + g.0 + h.0;
        i.first()
            .map(|first| ToolOutput(sum + first.0))
            .ok_or(ToolError)
    }

    #[tool(description = "Give a type called like the runtime's.")]
    pub async fn payload() -> Payload {
        Payload(3)
    }

    pub fn all() -> Result<tooldef::ToolSet, tooldef::ToolSetError> {
        tools! { collide, payload }
    }
}

#[test]
fn types_called_like_the_runtimes_keep_their_meaning() {
    let set = types_called_like_the_runtimes::all().unwrap();
    let arguments = json!({"a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1, "i": [1]});
    assert_eq!(text(&set, "collide", &arguments), "8");
    assert_eq!(text(&set, "payload", &json!({})), "3");
}

#[allow(non_upper_case_globals, dead_code)]
mod constants_called_like_locals {
    pub const reader: u8 = 1;
    pub const context: u8 = 2;
    pub const key: u8 = 3;
    pub const name: u8 = 4;
    pub const builder: u8 = 5;
    pub const value: u8 = 6;
    pub const text: u8 = 7;

    #[tooldef::tool(description = "Add everything up.")]
    pub fn sum(
        #[arg(default = reader)] a: u8,
        #[arg(default = context + key)] b: u8,
        #[arg(default = name + builder + value)] c: u8,
    ) -> u8 {
        a + b + c
    }
}

#[test]
fn constants_called_like_generated_locals_keep_their_meaning() {
    let set = tools! { constants_called_like_locals::sum }.unwrap();
    assert_eq!(text(&set, "sum", &json!({})), "21");
}

#[tool(description = "Join all the arguments.")]
#[allow(clippy::too_many_arguments)]
async fn join(
    args: String,
    ctx: String,
    value: u8,
    name: u8,
    input: u8,
    result: u8,
    e: u8,
    reader: u8,
    context: u8,
    key: u8,
    this: u8,
    call: u8,
    __p0: u8,
    text: &str,
) -> String {
    let sum = value + name + input + result + e + reader + context + key + this + call + __p0;
    format!("{args} {ctx} {sum} {text}")
}

#[test]
fn parameters_called_like_generated_locals_keep_their_values() {
    let set = tools! { join }.unwrap();
    let arguments = json!({
        "args": "a", "ctx": "c", "value": 1, "name": 2, "input": 3, "result": 4, "e": 5,
        "reader": 6, "context": 7, "key": 8, "this": 9, "call": 10, "__p0": 11, "text": "t",
    });
    assert_eq!(text(&set, "join", &arguments), "a c 66 t");
}

#[allow(dead_code)]
mod return_type_hidden_in_the_body {
    type Foo = u8;

    enum Bar {
        Foo,
    }

    #[tooldef::tool(description = "Give the one of the alias.")]
    pub async fn hidden() -> Foo {
        #[allow(unused_imports)]
        use Bar::*;
        1
    }
}

#[test]
fn the_return_type_is_never_read_within_the_body() {
    let set = tools! { return_type_hidden_in_the_body::hidden }.unwrap();
    assert_eq!(text(&set, "hidden", &json!({})), "1");
}

#[test]
fn a_tool_may_be_written_within_a_fn_with_types_of_its_own() {
    #[derive(serde::Serialize)]
    struct Local(u8);
    const TEXT: &str = "Give a type of this fn.";

    #[tool(description = TEXT)]
    fn local(#[arg(default = TEXT.len())] n: usize) -> Local {
        Local(u8::try_from(n).unwrap_or(0))
    }

    let set = tools! { local }.unwrap();
    assert_eq!(text(&set, "local", &json!({"n": 3})), "3");
}

#[test]
fn entries_of_a_record_see_the_users_locals() {
    let builder = 1;
    let name = if builder == 1 { "one" } else { "other" };
    let made = tools! { r#in: join }.unwrap();
    let set = tools! { renamed: (made.iter().next().unwrap().clone()), ..made }.unwrap();
    assert!(set.get("renamed").is_some() && set.get("in").is_some());
    assert_eq!(name, "one");
}
