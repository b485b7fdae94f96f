//! A real browser, driven by the scripts in `crates/page/web/tests`.

use std::path::Path;
use std::process::Command;

const WEB: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../page/web");

/// Runs a script over the pages of a folder. Where there is no browser the reason is printed.
///
/// # Panics
/// If the script says that something is wrong.
pub fn run(script: &str, pages: &Path) {
    run_with(script, pages, &[]);
}

/// The same with more arguments.
///
/// # Panics
/// If the script says that something is wrong.
#[allow(clippy::print_stdout, reason = "a skipped test says why")]
pub fn run_with(script: &str, pages: &Path, arguments: &[&str]) {
    if let Err(why) = has_browser() {
        println!("skipped: {why}");
        return;
    }
    let node = Command::new("node")
        .arg(Path::new(WEB).join("tests").join(script))
        .arg(pages)
        .args(arguments)
        .status();
    let is_right = node.expect("node was found a moment ago").success();
    assert!(is_right, "the browser test failed; its screenshots are in {}", pages.display());
}

/// What is missing for driving a browser.
fn has_browser() -> Result<(), String> {
    let runs = |program: &str| {
        Command::new(program).arg("--version").output().is_ok_and(|made| made.status.success())
    };
    let chromium = std::env::var("CHROMIUM").unwrap_or_else(|_| "chromium".into());
    if !runs("node") {
        return Err("node is not installed".into());
    }
    if !runs(&chromium) {
        return Err(format!("{chromium} is not installed (the variable CHROMIUM names another)"));
    }
    if !Path::new(WEB).join("node_modules/playwright-core").exists() {
        return Err("playwright-core is not installed; `npm ci` in crates/page/web installs it".into());
    }
    Ok(())
}
