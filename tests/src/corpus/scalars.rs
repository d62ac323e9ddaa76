//! Single values: numbers, texts, times, addresses, literals.

use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroU32;
use std::path::PathBuf;

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::Url;
use uuid::Uuid;

use super::{Sample, optional, required, whole};

#[derive(Serialize, Deserialize, JsonSchema)]
struct Metres(f64);

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Limits {
    #[schemars(range(min = 1, max = 10))]
    count: i64,
    #[schemars(length(min = 2, max = 5))]
    code: String,
    #[schemars(regex(pattern = "^[a-z]+$"))]
    word: String,
    #[schemars(length(min = 1, max = 3))]
    list: Vec<bool>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Bounds {
    #[schemars(range(min = 1, max = 10))]
    count: i64,
    #[schemars(range(min = 0.5, max = 1.5))]
    share: f64,
}

/// A number that stands for a level, as `serde_repr` would write it.
#[derive(Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
#[derive(Clone, Copy)]
enum Level {
    Low = 1,
    High = 2,
}

impl TryFrom<u8> for Level {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        match number {
            1 => Ok(Self::Low),
            2 => Ok(Self::High),
            other => Err(format!("no level {other}")),
        }
    }
}

impl From<Level> for u8 {
    fn from(level: Level) -> Self {
        level as Self
    }
}

impl JsonSchema for Level {
    fn schema_name() -> Cow<'static, str> {
        "Level".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "enum": [1, 2] })
    }
}

pub(super) fn samples() -> Vec<Sample> {
    vec![
        required::<bool>("boolean"),
        required::<u8>("u8"),
        required::<i8>("i8"),
        required::<u16>("u16"),
        required::<i16>("i16"),
        required::<u32>("u32"),
        required::<i32>("i32"),
        required::<u64>("u64"),
        required::<i64>("i64"),
        required::<usize>("usize"),
        required::<i128>("i128"),
        required::<f32>("f32"),
        required::<f64>("f64"),
        required::<NonZeroU32>("non_zero"),
        required::<Metres>("newtype_number"),
        required::<String>("string"),
        required::<char>("char"),
        required::<Cow<'static, str>>("cow"),
        required::<PathBuf>("path"),
        required::<()>("unit"),
        required::<DateTime<Utc>>("date_time"),
        required::<NaiveDate>("date"),
        required::<NaiveTime>("time"),
        required::<NaiveDateTime>("local_date_time"),
        required::<std::time::Duration>("std_duration"),
        required::<Uuid>("uuid"),
        required::<Url>("url"),
        required::<IpAddr>("ip"),
        required::<Ipv4Addr>("ipv4"),
        required::<Level>("integer_enum"),
        required::<Value>("any_json"),
        optional::<Option<String>>("optional_string"),
        optional::<Option<u32>>("optional_u32"),
        optional::<Option<DateTime<Utc>>>("optional_date_time"),
        optional::<Option<Uuid>>("optional_uuid"),
        optional::<u32>("defaulted_u32"),
        optional::<Option<Option<u8>>>("option_of_option"),
        optional::<Option<Level>>("optional_integer_enum"),
        whole::<Limits>("limits"),
        whole::<Bounds>("bounds"),
    ]
}
