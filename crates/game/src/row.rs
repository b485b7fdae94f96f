//! Rows: structs that are short in JSON.

/// Defines a struct that is written as a row: an array with one entry for each field, in this
/// order.
///
/// Views hold many objects of the same shape, and names repeated for each would be most of their
/// text. The documentation of a field is also the description of its column in the schema, so a row
/// and what is said about it cannot drift apart.
#[macro_export]
macro_rules! row {
    (
        $(#[doc = $about:literal])+
        #[derive($($derived:ident),+)]
        $visible:vis struct $name:ident {
            $(
                $(#[doc = $meaning:literal])+
                $seen:vis $field:ident: $type:ty,
            )+
        }
    ) => {
        $(#[doc = $about])+
        #[derive($($derived),+)]
        $visible struct $name {
            $(
                $(#[doc = $meaning])+
                $seen $field: $type,
            )+
        }

        #[cfg(feature = "formats")]
        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use ::serde::ser::SerializeTuple;
                let columns = [$(stringify!($field)),+].len();
                let mut row = serializer.serialize_tuple(columns)?;
                $(row.serialize_element(&self.$field)?;)+
                row.end()
            }
        }

        #[cfg(feature = "formats")]
        impl ::schemars::JsonSchema for $name {
            fn schema_name() -> ::alloc::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(generator: &mut ::schemars::SchemaGenerator) -> ::schemars::Schema {
                let columns = [$((stringify!($field), [$($meaning),+].concat(), generator.subschema_for::<$type>())),+];
                $crate::schema::row(&[$($about),+].concat(), columns)
            }
        }
    };
}
