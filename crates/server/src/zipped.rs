//! Files put together into a zip file, as they are.

use std::io::{Cursor, Write};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A zip file of names and contents. Names are only text here: no file is touched.
pub(crate) fn zipped(files: &[(String, Vec<u8>)]) -> zip::result::ZipResult<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, contents) in files {
        archive.start_file(name.as_str(), options)?;
        archive.write_all(contents)?;
    }
    archive.finish().map(Cursor::into_inner)
}
