//! The formats that name a Rust number type, and what they bound.

use serde_json::Value;

/// What a number type can hold. Open where it holds more than an `i128`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Width {
    /// The least integer, if the type is one of integers.
    pub(crate) least: Option<i128>,
    /// The greatest integer, if the type is one of integers.
    pub(crate) greatest: Option<i128>,
}

/// The number type a `format` keyword names; `None` for any other format.
pub(crate) fn of(format: &Value) -> Option<Width> {
    let (least, greatest) = match format.as_str()? {
        "uint8" => (Some(0), Some(u8::MAX.into())),
        "uint16" => (Some(0), Some(u16::MAX.into())),
        "uint32" => (Some(0), Some(u32::MAX.into())),
        "uint64" => (Some(0), Some(u64::MAX.into())),
        "uint" | "uint128" => (Some(0), None),
        "int8" => (Some(i8::MIN.into()), Some(i8::MAX.into())),
        "int16" => (Some(i16::MIN.into()), Some(i16::MAX.into())),
        "int32" => (Some(i32::MIN.into()), Some(i32::MAX.into())),
        "int64" => (Some(i64::MIN.into()), Some(i64::MAX.into())),
        "int" | "int128" | "float" | "double" => (None, None),
        _ => return None,
    };
    Some(Width { least, greatest })
}
