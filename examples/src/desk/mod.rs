//! A desk that keeps vendors: its database, its tools, a scripted model that
//! works at it, and what is printed while it does.

mod app;
mod card;
mod report;
mod script;
mod store;
mod task;
mod watch;

pub use app::{Desk, Filter, Listing, Region, UpdateError};
pub use card::Stand;
pub use report::print;
pub use script::clerk;
pub use store::{StoreError, Vendor, Vendors};
pub use task::{BUNDLED_TOOLS, Report, Skipped, Updated, catalogue, task};
pub use watch::{Between, tell};
