//! Task tools and the task agent.

mod task {
    mod budget;
    mod calls;
    mod catalogue;
    mod ending;
    mod events;
    mod identity;
    mod inline;
    mod list;
    mod model;
    mod output;
    mod recursion;
    mod support;
}
