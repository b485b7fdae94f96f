//! What a script's first line asks for: the program that runs it.

use sandbox::{Program, Tool, ToolKind};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// The kind of tool that a script asks for, if it is one that may stand outside the system's
/// folders.
pub(crate) fn kind_of(script: &Path) -> Option<ToolKind> {
    match first_line(script)? {
        line if line.contains("python") => Some(ToolKind::Python),
        line if line.contains("node") => Some(ToolKind::Node),
        _ => None,
    }
}

/// Why a script cannot be started, if it is for want of what should run it. All that the system
/// says is that there is no such file.
pub(crate) fn missing_interpreter(program: &Program) -> Option<String> {
    let name = program.argv.first().filter(|name| name.to_string_lossy().contains('/'))?;
    let line = first_line(&program.folder.join(name))?;
    let interpreter = line.trim_start().split([' ', '\t']).next()?;
    if Path::new(interpreter).exists() {
        return is_out_of_sight(Path::new(interpreter), program).then(|| {
            format!(
                "its first line asks for {interpreter}, which programs in the sandbox do not see: put that folder first in your PATH (activate the environment), and write #!/usr/bin/env {}",
                Path::new(interpreter).file_name().unwrap_or_default().display()
            )
        });
    }
    Some(match interpreter.strip_suffix('\r') {
        Some(_) => "its lines end as on Windows, in CR and LF; save it with LF alone".to_owned(),
        None => format!("its first line asks for {interpreter}, which is not on this machine"),
    })
}

/// Whether a file stands neither in the system's folders nor in those that a program is shown.
fn is_out_of_sight(file: &Path, program: &Program) -> bool {
    let shown = program.readable.iter().chain([&program.folder]);
    !Tool::is_of_system(file) && !shown.into_iter().any(|folder| file.starts_with(folder))
}

/// What stands behind the `#!` of a script's first line; none if this is no script.
fn first_line(path: &Path) -> Option<String> {
    const LONGEST: u64 = 4096;
    // A pipe would keep us waiting.
    path.metadata().ok().filter(std::fs::Metadata::is_file)?;
    let mut line = Vec::new();
    BufReader::new(File::open(path).ok()?.take(LONGEST)).read_until(b'\n', &mut line).ok()?;
    let line = line.strip_prefix(b"#!")?;
    Some(String::from_utf8_lossy(line.strip_suffix(b"\n").unwrap_or(line)).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing(script: &str) -> Option<String> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("bot"), script).unwrap();
        missing_interpreter(&Program::new(folder.path(), ["./bot"]))
    }

    #[test]
    fn a_missing_interpreter_is_named() {
        assert!(missing("#! /no/such/python -u\n").unwrap().contains("asks for /no/such/python, which"));
        assert!(missing("#!/bin/sh\r\necho\r\n").unwrap().contains("CR and LF"));
        let elsewhere = tempfile::tempdir().unwrap();
        let python = elsewhere.path().join("python3");
        std::fs::write(&python, "").unwrap();
        let why = missing(&format!("#!{}\n", python.display())).unwrap();
        assert!(why.contains("do not see") && why.contains("#!/usr/bin/env python3"), "{why}");
        for fine in ["#!/bin/sh\n", "#! /bin/sh -e\n", "", "#", "no script\n"] {
            assert_eq!(missing(fine), None, "{fine:?}");
        }
    }
}
