//! The pinned programs that the tests drive, and the servers they are set on.

use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command as Std, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

pub(crate) const NOTEBOOK: &str = env!("CARGO_BIN_EXE_notebook_server");
pub(crate) const CONFORMANCE: &str = env!("CARGO_BIN_EXE_conformance_server");

/// Only a hanging program takes this long.
const PATIENCE: Duration = Duration::from_secs(300);

/// Where the programs are installed.
pub(crate) struct Programs(PathBuf);

impl Programs {
    /// Installs the programs, unless an earlier test has. `None`, with a line
    /// that says so, where there is no Python to install them with.
    pub(crate) async fn get() -> Option<&'static Self> {
        static PROGRAMS: OnceLock<Option<Programs>> = OnceLock::new();
        let install = || PROGRAMS.get_or_init(Self::install).as_ref();
        tokio::task::spawn_blocking(install).await.unwrap()
    }

    fn install() -> Option<Self> {
        let python = Std::new("python3").arg("--version").output();
        if let Err(error) = python {
            assert!(
                std::env::var_os("TOOLDEF_REQUIRE_TOOLS").is_none(),
                "python3 cannot be started ({error}), and TOOLDEF_REQUIRE_TOOLS is set"
            );
            // Past the capture of the test runner, so that it is seen.
            let _ = writeln!(
                std::io::stderr(),
                "skipped: python3 cannot be started ({error})"
            );
            return None;
        }
        let installed = Std::new("sh").arg(source("setup.sh")).output().unwrap();
        assert!(
            installed.status.success(),
            "the programs could not be installed: {}",
            String::from_utf8_lossy(&installed.stderr)
        );
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        Some(Self(root.join("target/mcp-tools")))
    }

    /// A Python script of these tests.
    pub(crate) fn python(&self, script: &str) -> Command {
        let mut command = Command::new(self.0.join("py/bin/python"));
        command.arg(source(script));
        command
    }

    /// A JavaScript file of these tests; its first argument is where the
    /// packages are.
    pub(crate) fn script(&self, script: &str) -> Command {
        let mut command = Command::new(self.0.join("node"));
        command.arg(source(script)).arg(self.0.join("npm"));
        command
    }

    /// A program that came with a package.
    pub(crate) fn program(&self, name: &str) -> Command {
        let mut command = Command::new(self.0.join("node"));
        command.arg(self.0.join("npm/node_modules/.bin").join(name));
        // The programs start others by the name `node`.
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut places = vec![self.0.clone()];
        places.extend(std::env::split_paths(&path));
        command.env("PATH", std::env::join_paths(places).unwrap());
        command
    }
}

fn source(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("mcp").join(file)
}

/// What a program wrote, and whether it was content.
pub(crate) struct Ran {
    pub(crate) ok: bool,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs a program to its end.
pub(crate) async fn run(mut command: Command) -> Ran {
    command.stdin(Stdio::null()).kill_on_drop(true);
    let output = tokio::time::timeout(PATIENCE, command.output())
        .await
        .expect("the program does not end")
        .unwrap();
    Ran {
        ok: output.status.success(),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// A server over HTTP in a process of its own, which ends with this value.
pub(crate) struct Served {
    _process: Child,
    /// Held open, for a tool that prints would fail on a closed pipe.
    _output: Lines<BufReader<ChildStdout>>,
    pub(crate) url: String,
}

/// Starts a server that prints its address.
pub(crate) async fn serve(program: &str, arguments: &[&str]) -> Served {
    let mut process = Command::new(program)
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
    let line = lines.next_line().await.unwrap().expect("no address");
    let address: SocketAddr = line.parse().unwrap();
    Served {
        _process: process,
        _output: lines,
        url: format!("http://{address}/mcp"),
    }
}
