//! One Chinese name for one thing: `docs/words.md` says which, and which others are not used.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The words of the list's last column, each with what is said instead.
fn avoided(list: &str) -> Vec<(String, String)> {
    let rows = list.lines().filter_map(|line| line.strip_prefix('|')?.strip_suffix('|'));
    let cells = rows.map(|row| row.split('|').map(str::trim).collect::<Vec<_>>());
    let rows = cells.filter(|cells| cells.len() == 4 && !cells[1].starts_with('-'));
    let words = rows.skip(1).flat_map(|cells| {
        cells[3]
            .split('、')
            .filter(|word| !word.is_empty())
            .map(|word| (word.to_owned(), cells[1].to_owned()))
            .collect::<Vec<_>>()
    });
    words.collect()
}

/// All texts in Chinese: sources, templates, the book, the readme.
fn texts(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        if path.is_dir() {
            if name != "target" && name != "node_modules" && name != "tests" {
                texts(&path, into);
            }
        } else if path.extension().is_some_and(|it| it == "rs" || it == "md" || it == "html" || it == "js") {
            into.push(path);
        }
    }
}

#[test]
fn one_name_for_one_thing() {
    let list = fs::read_to_string(root().join("docs/words.md")).unwrap();
    let avoided = avoided(&list);
    assert!(avoided.len() > 10, "the list has lost its last column");
    let mut files = vec![root().join("README.zh-CN.md")];
    texts(&root().join("crates"), &mut files);
    texts(&root().join("docs/zh-CN"), &mut files);
    let mut found = Vec::new();
    for file in files {
        for (line, number) in fs::read_to_string(&file).unwrap().lines().zip(1..) {
            for (word, instead) in avoided.iter().filter(|(word, _)| line.contains(word.as_str())) {
                let file = file.strip_prefix(root()).unwrap().display();
                found.push(format!("{file}:{number}: {word}, where the list has {instead}"));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
