//! What a build costs: generated crates, built by cargo in folders of their own.
//! Seconds are CPU seconds of cargo and all that it starts.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::report::Report;

/// Whose tools a generated crate holds.
#[derive(Clone, Copy, PartialEq)]
enum Whose {
    Tooldef,
    LlmTool,
    Rmcp,
}

/// What was found for one library.
struct Cost {
    clean: f64,
    crates: usize,
    new: f64,
    touched: f64,
}

const FEW: usize = 200;
const LOTS: usize = 1_000;

/// Prints the table about builds.
///
/// # Panics
/// If a generated crate cannot be built.
pub fn run(report: &mut Report) {
    report.title("Compile cost: debug builds, CPU seconds");
    println!(
        "  {:<10} {:>10} {:>7} {:>16} {:>18} {:>22}",
        "", "clean s", "crates", "new tool ms", "touched tool ms", "release bytes a tool"
    );
    let own = cost(Whose::Tooldef, LOTS);
    let llm = cost(Whose::LlmTool, FEW);
    let rmcp = cost(Whose::Rmcp, FEW);
    report.at_most("CPU ms a new tool", own.new, 60.0);
    report.at_most("CPU ms a tool on a touch", own.touched, 8.0);
    report.at_most(
        "clean build, tooldef : llm-tool",
        own.clean / llm.clean,
        0.5,
    );
    report.at_most(
        "clean build, tooldef : rmcp",
        own.clean / rmcp.clean,
        1.0 / 3.0,
    );
    #[expect(clippy::cast_precision_loss, reason = "a count of crates")]
    report.at_most("crates in the default tree", own.crates as f64, 32.0);
}

#[expect(clippy::cast_precision_loss, reason = "counts of tools and bytes")]
fn cost(whose: Whose, most: usize) -> Cost {
    let name = whose.name();
    let home = home(whose);
    let _ = fs::remove_dir_all(&home);
    eprintln!("  … {name}: a clean build");
    write(&home, whose, 0);
    let crates = tree(&home);
    // Cargo compiles a crate that stands in a folder, as ours does here, for
    // quick changes to it, which takes longer; those of a registry it does not.
    let clean = build(&home, &["--config", "build.incremental=false"]);
    fs::remove_dir_all(home.join("target")).expect("what was just built");
    build(&home, &[]);
    let mut figures = Vec::new();
    for count in [0, FEW, most] {
        eprintln!("  … {name}: {count} tools");
        write(&home, whose, count);
        let new = build(&home, &[]);
        // A comment at the end changes the file and nothing in it.
        let main = home.join("src/main.rs");
        let text = fs::read_to_string(&main).expect("the file just written");
        fs::write(&main, text + "// touched\n").expect("a writable target folder");
        figures.push((new, build(&home, &[])));
    }
    eprintln!("  … {name}: release");
    let sizes: Vec<u64> = [0, FEW]
        .map(|count| {
            write(&home, whose, count);
            build(&home, &["--release"]);
            let built = home.join("target/release/generated");
            fs::metadata(built).expect("the binary just built").len()
        })
        .into();
    let (none, all) = (figures[0], figures[figures.len() - 1]);
    let each = |all: f64, none: f64| (all - none) * 1e3 / most as f64;
    let cost = Cost {
        clean,
        crates,
        new: each(all.0, none.0),
        touched: each(all.1, none.1),
    };
    println!(
        "  {name:<10} {clean:>10.1} {crates:>7} {:>16.1} {:>18.1} {:>22.0}",
        cost.new,
        cost.touched,
        sizes[1].saturating_sub(sizes[0]) as f64 / FEW as f64
    );
    for (count, (new, touched)) in [0, FEW, most].iter().zip(&figures) {
        println!("    {count:>5} tools: {new:>7.2} s new, {touched:>7.2} s touched");
    }
    cost
}

impl Whose {
    fn name(self) -> &'static str {
        match self {
            Self::Tooldef => "tooldef",
            Self::LlmTool => "llm-tool",
            Self::Rmcp => "rmcp",
        }
    }

    fn dependencies(self) -> String {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        match self {
            Self::Tooldef => format!("tooldef = {{ path = \"{}\" }}", workspace.join("tooldef").display()),
            Self::LlmTool => "llm-tool = \"0.10.5\"\nserde = { version = \"1\", features = [\"derive\"] }\nschemars = \"1\"".to_owned(),
            Self::Rmcp => "rmcp = \"3.11.0\"\nserde = { version = \"1\", features = [\"derive\"] }\nschemars = \"1\"\ntokio = \"1\"".to_owned(),
        }
    }

    /// A program with so many tools.
    fn program(self, count: usize) -> String {
        let mut items = String::new();
        let mut list = String::new();
        for at in 0..count {
            let written = match self {
                Self::Tooldef => write!(list, "tool_{at}, ").and_then(|()| write!(items, "#[tool(description = \"Tool {at}: join a number and a text. Returns both.\", effect = \"read\")]\nfn tool_{at}(\n/// The number.\nnumber: i64,\n/// The text.\ntext: String) -> String {{ format!(\"{{number}} {{text}}\") }}\n")),
                Self::LlmTool => writeln!(list, "registry.register(Tool{at});").and_then(|()| write!(items, "/// Tool {at}: join a number and a text. Returns both.\n#[llm_tool]\nfn tool_{at}(\n/// The number.\nnumber: i64,\n/// The text.\ntext: String) -> String {{ format!(\"{{number}} {{text}}\") }}\n")),
                Self::Rmcp => write!(list, "#[tool(description = \"Tool {at}: join a number and a text. Returns both.\")]\nfn tool_{at}(&self, Parameters(Arguments{at} {{ number, text }}): Parameters<Arguments{at}>) -> String {{ format!(\"{{number}} {{text}}\") }}\n").and_then(|()| write!(items, "#[derive(serde::Deserialize, schemars::JsonSchema)]\nstruct Arguments{at} {{\n/// The number.\nnumber: i64,\n/// The text.\ntext: String }}\n")),
            };
            written.expect("a String takes any text");
        }
        match self {
            Self::Tooldef if count == 0 => "fn main() { println!(\"{}\", tooldef::ToolSet::builder().build().unwrap().len()); }\n".to_owned(),
            Self::Tooldef => format!("use tooldef::{{tool, tools}};\n{items}fn main() {{ println!(\"{{}}\", tools! {{ {list} }}.unwrap().len()); }}\n"),
            Self::LlmTool => format!("#![allow(unused)]\nuse llm_tool::{{ToolRegistry, llm_tool}};\n{items}fn main() {{ let mut registry = ToolRegistry::new();\n{list}println!(\"{{}}\", registry.len()); }}\n"),
            Self::Rmcp if count == 0 => "fn main() { println!(\"{}\", rmcp::model::Tool::new(\"none\", \"\", std::sync::Arc::default()).name); }\n".to_owned(),
            Self::Rmcp => format!("#![allow(unused)]\nuse rmcp::handler::server::wrapper::Parameters;\nuse rmcp::{{tool, tool_router}};\n#[derive(Clone)]\nstruct Server;\n{items}#[tool_router]\nimpl Server {{\n{list}}}\nfn main() {{ println!(\"{{}}\", Server::tool_router().list_all().len()); }}\n"),
        }
    }
}

fn home(whose: Whose) -> PathBuf {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    workspace.join("target/compile-cost").join(whose.name())
}

fn write(home: &Path, whose: Whose, count: usize) {
    let manifest = format!(
        "[package]\nname = \"generated\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{}\n\n[profile.release]\nstrip = true\n\n[workspace]\n",
        whose.dependencies()
    );
    fs::create_dir_all(home.join("src")).expect("a writable target folder");
    fs::write(home.join("Cargo.toml"), manifest).expect("a writable target folder");
    fs::write(home.join("src/main.rs"), whose.program(count)).expect("a writable target folder");
}

/// Builds, and gives the CPU seconds that it took.
fn build(home: &Path, more: &[&str]) -> f64 {
    let script = format!(
        "TIMEFORMAT='%U %S'; time cargo build -q --target-dir target {}",
        more.join(" ")
    );
    let output = Command::new("bash")
        .args(["-c", &script])
        .current_dir(home)
        .env_remove("CARGO_INCREMENTAL")
        .output()
        .expect("bash can be run");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "a generated crate: {told}");
    let last = told.trim_end().rsplit('\n').next().unwrap_or_default();
    last.split(' ')
        .filter_map(|part| part.parse::<f64>().ok())
        .sum()
}

/// How many crates a build takes, the generated one left out.
fn tree(home: &Path) -> usize {
    let output = Command::new("cargo")
        .args([
            "tree",
            "-q",
            "-e",
            "normal,build",
            "--prefix",
            "none",
            "--no-dedupe",
        ])
        .current_dir(home)
        .output()
        .expect("cargo can be run");
    let told = String::from_utf8_lossy(&output.stdout);
    let crates: BTreeSet<Vec<&str>> = told
        .lines()
        .map(|line| line.split(' ').take(2).collect())
        .collect();
    crates.len().saturating_sub(1)
}
