//! Task tools and the task agent.

mod task {
    mod budget;
    mod calls;
    mod catalogue;
    mod ending;
    mod events;
    mod genai;
    mod identity;
    mod inline;
    mod list;
    mod model;
    mod output;
    mod pins;
    mod recursion;
    mod server;
    mod support;
}
