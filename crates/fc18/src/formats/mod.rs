//! JSON, the old contest's files, recorded cases and the entry in the registry.

mod vectors;
