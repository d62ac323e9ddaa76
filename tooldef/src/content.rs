//! Content blocks: what a tool can answer with besides text and JSON.

use serde::{Deserialize, Serialize};

/// One block of a result, in the field's usual vocabulary (that of MCP).
///
/// A tool may return one block, a list of them, or any of the small types that
/// convert into one: [`Image`], [`Audio`], [`ResourceLink`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Content {
    /// Text for the model.
    Text {
        /// The text, as it is.
        text: String,
    },
    /// A picture.
    Image(Image),
    /// A sound.
    Audio(Audio),
    /// A link to a resource that the client can fetch.
    ResourceLink(ResourceLink),
}

/// A picture, as base64 text with its media type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Image {
    /// The bytes in base64 (standard alphabet, padded).
    pub data: String,
    /// The media type, such as `image/png`.
    pub mime_type: String,
}

/// A sound, as base64 text with its media type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Audio {
    /// The bytes in base64 (standard alphabet, padded).
    pub data: String,
    /// The media type, such as `audio/wav`.
    pub mime_type: String,
}

/// A link to a resource.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResourceLink {
    /// Where the resource is.
    pub uri: String,
    /// A short name for it.
    pub name: String,
    /// What it is, where the name does not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The media type, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
}

impl Content {
    /// A text block.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }

    /// The block as text: one that is none is named, not shown.
    pub(crate) fn to_text(&self) -> String {
        match self {
            Self::Text { text } => text.clone(),
            Self::Image(image) => format!("[image, {}]", image.mime_type),
            Self::Audio(audio) => format!("[audio, {}]", audio.mime_type),
            Self::ResourceLink(link) => format!("[resource {} at {}]", link.name, link.uri),
        }
    }
}

macro_rules! into_content {
    ($($kind:ident)*) => {$(
        impl From<$kind> for Content {
            fn from(block: $kind) -> Self {
                Self::$kind(block)
            }
        }
    )*};
}

into_content!(Image Audio ResourceLink);
