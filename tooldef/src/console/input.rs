//! Reading what a command is given: a text, a file, or standard input.

use std::io::Read as _;
use std::path::Path;

use super::Fault;

/// The text itself; `-` stands for standard input.
pub(super) fn text(given: &str) -> Result<String, Fault> {
    if given == "-" {
        standard_input()
    } else {
        Ok(given.to_owned())
    }
}

/// The text of a file; `-` stands for standard input.
pub(super) fn file(path: &Path) -> Result<String, Fault> {
    if path.as_os_str() == "-" {
        return standard_input();
    }
    let bytes = std::fs::read(path)
        .map_err(|error| Fault::new(format!("cannot read {}: {error}", path.display())))?;
    decode(bytes, &path.display().to_string())
}

fn standard_input() -> Result<String, Fault> {
    let mut bytes = Vec::new();
    std::io::stdin()
        .read_to_end(&mut bytes)
        .map_err(|error| Fault::new(format!("cannot read standard input: {error}")))?;
    decode(bytes, "standard input")
}

fn decode(bytes: Vec<u8>, source: &str) -> Result<String, Fault> {
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Fault::new(format!("{source} is not UTF-8 text: byte {at} is invalid"))
    })?;
    // Some editors put a byte order mark before JSON, which allows none.
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}
