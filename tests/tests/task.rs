//! Task tools and the task agent.

mod task {
    mod budget;
    mod calls;
    mod catalogue;
    mod ending;
    mod events;
    #[cfg(feature = "genai")]
    mod genai;
    mod identity;
    mod inline;
    mod list;
    mod model;
    mod output;
    mod pins;
    mod recursion;
    #[cfg(feature = "genai")]
    mod server;
    mod support;
}
