//! How the types of the games are read and written: one macro for each form they have in JSON.

/// A struct that is an object in JSON.
macro_rules! record {
    ($name:ident { $($field:ident),* $(,)? }) => {
        impl $crate::json::FromJson for $name {
            fn from_json(value: &$crate::json::Value) -> Result<Self, $crate::json::Mismatch> {
                use $crate::json::{bare, field};
                Ok(Self { $($field: field(value, bare(stringify!($field)))?),* })
            }
        }

        impl $crate::json::ToJson for $name {
            fn to_json(&self) -> $crate::json::Value {
                let fields = [$(($crate::json::bare(stringify!($field)), self.$field.to_json())),*];
                $crate::json::Value::Object(fields.map(|(name, value)| (name.to_owned(), value)).into())
            }
        }
    };
}

/// A struct that is an array in JSON, with a field for each column.
macro_rules! row {
    ($name:ident { $($field:ident),* $(,)? }) => {
        impl $crate::json::FromJson for $name {
            fn from_json(value: &$crate::json::Value) -> Result<Self, $crate::json::Mismatch> {
                let mut columns = $crate::json::Columns::of(value)?;
                Ok(Self { $($field: columns.next(stringify!($field))?),* })
            }
        }

        impl $crate::json::ToJson for $name {
            fn to_json(&self) -> $crate::json::Value {
                $crate::json::Value::List([$(self.$field.to_json()),*].into())
            }
        }
    };
}

/// An enum that is an array in JSON, with the columns of the kind that the word in one column names.
///
/// Of a kind that is not known the columns that all kinds have in front of that word are read.
macro_rules! rows {
    (
        $name:ident, word in column $column:literal:
        $($kind:ident = $word:literal { $($field:ident),* $(,)? },)*
        _ = Other { $($common:ident),* $(,)? } $(,)?
    ) => {
        impl $crate::json::FromJson for $name {
            fn from_json(value: &$crate::json::Value) -> Result<Self, $crate::json::Mismatch> {
                let mut columns = $crate::json::Columns::of(value)?;
                match columns.word($column)? {
                    $($word => Ok(Self::$kind { $($field: columns.next(stringify!($field))?),* }),)*
                    _ => Ok(Self::Other { $($common: columns.next(stringify!($common))?),* }),
                }
            }
        }

        impl $crate::json::ToJson for $name {
            fn to_json(&self) -> $crate::json::Value {
                let (word, mut columns): (&str, Vec<$crate::json::Value>) = match self {
                    $(Self::$kind { $($field),* } => ($word, [$($field.to_json()),*].into()),)*
                    Self::Other { $($common),* } => ("other", [$($common.to_json()),*].into()),
                };
                columns.insert($column, $crate::json::Value::Text(word.to_owned()));
                $crate::json::Value::List(columns)
            }
        }
    };
}

/// An enum that is a word in JSON.
macro_rules! words {
    ($name:ident { $($kind:ident = $word:literal),* $(,)? }) => {
        impl $name {
            /// All of them, but for `Other`.
            pub const ALL: &'static [Self] = &[$(Self::$kind),*];

            /// The word for it; that for `Other` is `other`.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$kind => $word,)*
                    Self::Other => "other",
                }
            }

            /// What a word means.
            #[must_use]
            pub fn from_word(word: &str) -> Self {
                match word {
                    $($word => Self::$kind,)*
                    _ => Self::Other,
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl $crate::json::FromJson for $name {
            fn from_json(value: &$crate::json::Value) -> Result<Self, $crate::json::Mismatch> {
                let wrong = || $crate::json::Mismatch::expected("a word", value);
                value.as_str().map(Self::from_word).ok_or_else(wrong)
            }
        }

        impl $crate::json::ToJson for $name {
            fn to_json(&self) -> $crate::json::Value {
                $crate::json::Value::Text(self.as_str().to_owned())
            }
        }
    };
}

/// An enum that is an object in JSON, told apart by the word under `order`. What is `None` is left out.
macro_rules! orders {
    ($name:ident { $($kind:ident = $word:literal { $($field:ident),* $(,)? }),* $(,)? }) => {
        impl $crate::json::ToJson for $name {
            fn to_json(&self) -> $crate::json::Value {
                use $crate::json::{bare, Value};
                #[allow(unused_mut)] // An order may have no fields.
                match self {
                    $(Self::$kind { $($field),* } => {
                        let mut fields = vec![("order".to_owned(), Value::Text($word.to_owned()))];
                        $(if !$field.is_absent() {
                            fields.push((bare(stringify!($field)).to_owned(), $field.to_json()));
                        })*
                        Value::Object(fields)
                    })*
                }
            }
        }
    };
}
