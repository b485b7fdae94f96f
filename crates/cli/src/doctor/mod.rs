//! `sandtable doctor`: what this machine can enforce, and which compilers and interpreters it has.

pub(crate) mod args;
mod measure;

use crate::failure::Failure;
use args::Doctor;
use measure::Measured;
use sandbox::{Finding, Mode, Sandbox, Tool, ToolKind};
use serde_json::{Value, json};
use std::process::ExitCode;

pub(crate) fn run(options: &Doctor) -> Result<ExitCode, Failure> {
    let mode = options.containment.mode;
    // Where nothing may run, what there is has to be shown all the same.
    let explored = if mode == Mode::Require { Mode::Auto } else { mode };
    let sandbox = Sandbox::new(explored).map_err(Failure::failed)?;
    let lacks = sandbox.lacks().filter(|_| mode == Mode::Require);
    let status = if lacks.is_some() { ExitCode::FAILURE } else { ExitCode::SUCCESS };
    let tools = ToolKind::ALL.map(|kind| (kind, Tool::find_for(kind, &sandbox)));
    let measured = options.measure.then(|| measure::measure(&sandbox)).transpose()?;
    if options.json {
        outln!("{}", report(&sandbox, &tools, measured.as_ref()));
        return Ok(status);
    }
    print_layers(&sandbox, mode);
    print_tools(&tools);
    if let Some(measured) = measured {
        measured.print();
    }
    Ok(status)
}

fn report(sandbox: &Sandbox, tools: &[(ToolKind, Option<Tool>)], measured: Option<&Measured>) -> Value {
    let layer = |finding: &Finding| {
        let remedy = (!finding.works).then(|| finding.layer.remedy());
        json!({
            "layer": finding.layer, "works": finding.works, "detail": finding.detail,
            "purpose": finding.layer.purpose(), "remedy": remedy,
        })
    };
    let tool = |(kind, tool): &(ToolKind, Option<Tool>)| json!({ "kind": kind, "found": tool });
    json!({
        "enforced": sandbox.enforced(),
        "missing": sandbox.missing(),
        "require_lacks": sandbox.lacks(),
        "layers": sandbox.findings().iter().map(layer).collect::<Vec<_>>(),
        "tools": tools.iter().map(tool).collect::<Vec<_>>(),
        "costs": measured.map(Measured::json),
    })
}

fn print_layers(sandbox: &Sandbox, mode: Mode) {
    outln!("layers, each tried (--sandbox {mode})");
    for finding in sandbox.findings() {
        let (layer, word) = (finding.layer.to_string(), if finding.works { "yes" } else { "no" });
        outln!("  {layer:<10}  {word:<3}  {}: {}", finding.layer.purpose(), finding.detail);
        if !finding.works {
            outln!("  {:<10}       to get it: {}", "", finding.layer.remedy());
        }
    }
    let enforced = sandbox.enforced();
    let clock = enforced.clock;
    let counts = if clock.counts_descendants() {
        "counts everything a program starts"
    } else {
        "counts one process, so programs may not start others"
    };
    outln!("\nclock: {clock}, which {counts}");
    if mode == Mode::Off {
        outln!("nothing is contained: that was asked for");
        return;
    }
    outln!("{}", enforced.in_words().as_deref().unwrap_or("No wall stands around a program."));
    if let Some(missing) = sandbox.missing() {
        outln!("missing: {missing}");
    }
    match sandbox.lacks() {
        None => outln!("--sandbox require, the usual mode, runs programs here"),
        Some(lacks) => outln!("--sandbox require, the usual mode, runs nothing here, for lack of {lacks}"),
    }
}

fn print_tools(tools: &[(ToolKind, Option<Tool>)]) {
    outln!("\ncompilers and interpreters");
    for (kind, tool) in tools {
        let kind_name = kind.to_string();
        match tool {
            Some(tool) => outln!("  {kind_name:<13}  {} ({})", tool.version, tool.path.display()),
            None => outln!("  {kind_name:<13}  not found (looked for {})", kind.names().join(", ")),
        }
    }
}
