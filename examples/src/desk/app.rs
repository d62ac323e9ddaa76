//! The desk itself: two actions that anybody may use, and a method of the
//! application's own that needs a role.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tooldef::{Caller, toolkit};

use super::{StoreError, Vendor, Vendors};

/// A directory of companies, as a web service might give it.
const DIRECTORY: &str = include_str!("../../vendor_desk/directory.json");

/// A part of the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Region {
    /// Europe.
    Eu,
    /// The Americas.
    Us,
}

/// Which entries of the directory count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Filter {
    /// Where the company is.
    pub region: Region,
    /// Whether only entries count that somebody has checked.
    pub verified: bool,
    /// How many entries to return at most.
    #[serde(default = "most")]
    pub limit: u8,
}

fn most() -> u8 {
    3
}

/// An entry of the directory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Listing {
    /// The company's name.
    pub name: String,
    /// Where to write to.
    pub email: String,
    /// Where the company is.
    pub region: Region,
    /// Whether somebody has checked the entry.
    pub verified: bool,
}

/// Why an address was not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UpdateError {
    /// No vendor has this id.
    #[error("there is no vendor {0}; list_vendors returns the ids")]
    NoSuchVendor(u64),
    /// What was sent is no address.
    #[error("{0:?} is no email address")]
    NoAddress(String),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The desk: the application that the tools belong to.
#[derive(Debug)]
pub struct Desk {
    /// The vendors it keeps.
    pub vendors: Vendors,
}

#[toolkit]
impl Desk {
    /// The vendors.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[tool(
        description = "List the vendors. Takes whether to list only those without an email address. \
                       Returns their ids and names, and the address where there is one.",
        effect = "read"
    )]
    pub fn list_vendors(
        &self,
        /// Whether to leave out vendors that have an address.
        #[arg(default)]
        without_contact: bool,
    ) -> Result<Vec<Vendor>, StoreError> {
        let mut vendors = self.vendors.all()?;
        vendors.retain(|vendor| !without_contact || vendor.email.is_none());
        Ok(vendors)
    }

    /// Entries of the directory.
    ///
    /// # Errors
    /// When the bundled directory cannot be read.
    #[tool(
        description = "Search the directory of companies by name. Returns the entries whose name \
                       contains what was asked for, with email addresses.",
        effect = "read",
        open_world
    )]
    pub fn search_directory(
        &self,
        /// A company's name, or a part of it.
        name: &str,
        /// Which entries count.
        filter: Filter,
    ) -> Result<Vec<Listing>, serde_json::Error> {
        let wanted = name.to_lowercase();
        let mut found: Vec<Listing> = serde_json::from_str(DIRECTORY)?;
        found.retain(|entry| {
            entry.name.to_lowercase().contains(&wanted)
                && entry.region == filter.region
                && (entry.verified || !filter.verified)
        });
        found.truncate(filter.limit.into());
        Ok(found)
    }

    /// Writes a vendor's address.
    ///
    /// # Errors
    /// [`UpdateError`] when there is no such vendor, the address is none, or
    /// the database fails.
    #[method(
        description = "Change the email address of a vendor. Takes the vendor's id, the address and \
                       where it comes from; returns the vendor as it is now.",
        effect = "update",
        idempotent,
        roles("editor")
    )]
    pub fn update_contact(
        &self,
        /// The vendor's id.
        vendor: u64,
        /// The new address.
        email: String,
        /// Where the address comes from.
        source: String,
        #[context] caller: Caller,
    ) -> Result<Vendor, UpdateError> {
        if !email.contains('@') {
            return Err(UpdateError::NoAddress(email));
        }
        self.vendors
            .change(vendor, |entry| {
                entry.email = Some(email);
                entry.source = Some(source);
                entry.updated_by = Some(caller.id().to_owned());
            })?
            .ok_or(UpdateError::NoSuchVendor(vendor))
    }
}
