//! What the compiler says about a faulty tool: each case stands in the folder
//! of its kind, and the file beside it holds every word of the answer.

#[test]
fn every_fault_is_one_error_at_the_users_token_with_its_remedy() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("ui/*/*.rs");
}
