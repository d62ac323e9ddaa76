//! The vendors, in one file of an embedded database.

use std::path::Path;

use redb::{Database, ReadableTable as _, TableDefinition};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Vendors as JSON, by id.
const VENDORS: TableDefinition<'_, u64, &str> = TableDefinition::new("vendors");

/// What a new database starts with.
const BUNDLED: &str = include_str!("../../vendor_desk/vendors.json");

/// A vendor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Vendor {
    /// Identifies the vendor.
    pub id: u64,
    /// Its name.
    pub name: String,
    /// Where to write to, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Where the address comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Who wrote the address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated_by: Option<String>,
}

/// What can go wrong with the database.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The database, or the file it is in, failed.
    #[error("the vendors' database failed")]
    Database(#[source] Box<redb::Error>),
    /// A vendor in the database is not what this program writes.
    #[error("a stored vendor cannot be read")]
    Stored(#[source] serde_json::Error),
}

// The database has an error type for each step; to a caller they are one.
impl<E: Into<redb::Error>> From<E> for StoreError {
    fn from(error: E) -> Self {
        Self::Database(Box::new(error.into()))
    }
}

impl Vendor {
    fn read(stored: &str) -> Result<Self, StoreError> {
        serde_json::from_str(stored).map_err(StoreError::Stored)
    }

    fn written(&self) -> Result<String, StoreError> {
        serde_json::to_string(self).map_err(StoreError::Stored)
    }
}

/// The vendors in a file. One process can have it open at a time.
#[derive(Debug)]
pub struct Vendors(Database);

impl Vendors {
    /// Opens the database in this file. A new one starts with five vendors.
    ///
    /// # Errors
    /// [`StoreError`] when the file cannot be made or opened.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let vendors = Self(Database::create(path)?);
        let writing = vendors.0.begin_write()?;
        let empty = writing.open_table(VENDORS)?.last()?.is_none();
        writing.commit()?;
        if empty {
            let bundled: Vec<Vendor> = serde_json::from_str(BUNDLED).map_err(StoreError::Stored)?;
            for vendor in bundled {
                vendors.put(&vendor)?;
            }
        }
        Ok(vendors)
    }

    /// All vendors, by id.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    pub fn all(&self) -> Result<Vec<Vendor>, StoreError> {
        let reading = self.0.begin_read()?;
        let table = reading.open_table(VENDORS)?;
        let mut all = Vec::new();
        for entry in table.iter()? {
            all.push(Vendor::read(entry?.1.value())?);
        }
        Ok(all)
    }

    /// Changes a vendor; `None` when there is none of this id.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read or written.
    pub fn change(
        &self,
        id: u64,
        change: impl FnOnce(&mut Vendor),
    ) -> Result<Option<Vendor>, StoreError> {
        let writing = self.0.begin_write()?;
        let changed = {
            let mut table = writing.open_table(VENDORS)?;
            let stored = table.get(id)?.map(|stored| stored.value().to_owned());
            let Some(stored) = stored else {
                return Ok(None);
            };
            let mut vendor = Vendor::read(&stored)?;
            change(&mut vendor);
            table.insert(id, vendor.written()?.as_str())?;
            vendor
        };
        writing.commit()?;
        Ok(Some(changed))
    }

    fn put(&self, vendor: &Vendor) -> Result<(), StoreError> {
        let writing = self.0.begin_write()?;
        writing
            .open_table(VENDORS)?
            .insert(vendor.id, vendor.written()?.as_str())?;
        writing.commit()?;
        Ok(())
    }
}
