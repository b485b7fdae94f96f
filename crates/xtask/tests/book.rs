//! The book holds together: every chapter is listed and exists, every link leads somewhere.

use std::fs;
use std::path::{Path, PathBuf};

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src")
}

/// Every Markdown file under a folder.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<PathBuf> =
        entries.flat_map(|path| if path.is_dir() { pages(&path) } else { vec![path] }).collect();
    found.retain(|path| path.extension().is_some_and(|end| end == "md"));
    found
}

/// The lines of a page that are text: code blocks are left out.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    let mut in_code = false;
    page.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        in_code ^= fence;
        !fence && !in_code
    })
}

/// The targets of the links of a page.
fn links(page: &str) -> Vec<&str> {
    let in_line =
        |line| str::split(line, "](").skip(1).filter_map(|rest: &str| Some(rest.split_once(')')?.0));
    prose(page).flat_map(in_line).collect()
}

/// What the headings of a page are called in links.
fn anchors(page: &str) -> Vec<String> {
    let headings =
        prose(page).filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let letter = |letter: char| match letter {
        ' ' => Some('-'),
        letter => (letter.is_alphanumeric() || "-_".contains(letter)).then(|| letter.to_ascii_lowercase()),
    };
    headings.map(|heading| heading.chars().filter_map(letter).collect()).collect()
}

/// Why a link of a page leads nowhere.
fn broken(page: &Path, text: &str, link: &str) -> Option<String> {
    if link.contains("://") {
        return None;
    }
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = if file.is_empty() { page.to_path_buf() } else { page.parent()?.join(file) };
    if !target.is_file() {
        return Some(format!("{}: there is no {file}", page.display()));
    }
    if anchor.is_empty() {
        return None;
    }
    let text = if file.is_empty() { text.to_string() } else { fs::read_to_string(&target).unwrap() };
    let known = anchors(&text).iter().any(|heading| heading == anchor);
    (!known).then(|| format!("{}: {link} names no heading", page.display()))
}

#[test]
fn every_link_leads_somewhere() {
    let broken: Vec<String> = pages(&source())
        .iter()
        .flat_map(|page| {
            let text = fs::read_to_string(page).unwrap();
            links(&text).into_iter().filter_map(|link| broken(page, &text, link)).collect::<Vec<_>>()
        })
        .collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_chapter_is_listed() {
    let summary = fs::read_to_string(source().join("SUMMARY.md")).unwrap();
    let listed: Vec<PathBuf> = links(&summary).into_iter().map(|link| source().join(link)).collect();
    assert!(listed.len() > 5, "{listed:?}");
    let forgotten: Vec<PathBuf> = pages(&source())
        .into_iter()
        .filter(|page| !page.ends_with("SUMMARY.md") && !listed.contains(page))
        .collect();
    assert!(forgotten.is_empty(), "not in SUMMARY.md: {forgotten:?}");
}

#[test]
fn links_and_headings_are_found() {
    let page = "# The bot *protocol*\n[a](b.md) and [c](d.md#e-f)\n```\n[no](link.md)\n# no heading\n```\n## 2. Time, left\n";
    assert_eq!(links(page), ["b.md", "d.md#e-f"]);
    assert_eq!(anchors(page), ["the-bot-protocol", "2-time-left"]);
}
