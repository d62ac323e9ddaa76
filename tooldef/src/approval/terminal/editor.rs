//! Opens a text in the person's editor.

use std::fs::File;
use std::io::{self, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::NamedTempFile;

use super::screen;

/// How long an editor has to end by itself once the request has ended.
const GRACE: Duration = Duration::from_secs(1);

/// How often it is looked whether it has.
const TICK: Duration = Duration::from_millis(20);

/// A text in the person's editor, which works on the terminal itself. Dropping
/// it ends the editor and leaves the terminal as it was before.
pub(super) struct Editor {
    child: Child,
    file: NamedTempFile,
    device: File,
    modes: Modes,
}

impl Editor {
    /// Opens the text.
    pub(super) fn open(text: &str) -> io::Result<Self> {
        let mut file = tempfile::Builder::new()
            .prefix("approval-")
            .suffix(".json")
            .tempfile()?;
        file.write_all(text.as_bytes())?;
        file.flush()?;
        let device = screen::device()?;
        let modes = Modes::of(&device);
        let child = command()
            .arg(file.path())
            .stdin(Stdio::from(device.try_clone()?))
            .stdout(Stdio::from(device.try_clone()?))
            .stderr(Stdio::from(device.try_clone()?))
            .spawn()?;
        Ok(Self {
            child,
            file,
            device,
            modes,
        })
    }

    /// The text, once the person has closed the editor.
    pub(super) fn text(&mut self) -> io::Result<Option<String>> {
        let Some(status) = self.child.try_wait()? else {
            return Ok(None);
        };
        if !status.success() {
            return Err(io::Error::other(format!("the editor ended with {status}")));
        }
        // The editor may have put another file in the place of the first one.
        std::fs::read_to_string(self.file.path()).map(Some)
    }

    /// Asks the editor to end, and ends it if it does not.
    fn end(&mut self) -> io::Result<()> {
        if self.child.try_wait()?.is_some() {
            return Ok(());
        }
        #[cfg(unix)]
        if let Some(id) = i32::try_from(self.child.id())
            .ok()
            .and_then(rustix::process::Pid::from_raw)
        {
            let _ = rustix::process::kill_process(id, rustix::process::Signal::TERM);
        }
        let deadline = Instant::now() + GRACE;
        while Instant::now() < deadline {
            if self.child.try_wait()?.is_some() {
                return Ok(());
            }
            std::thread::sleep(TICK);
        }
        self.child.kill()?;
        self.child.wait().map(|_| ())
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        // Whatever fails here, the rest is still tried.
        let _ = self.end();
        self.modes.restore(&self.device);
    }
}

/// `$VISUAL` or `$EDITOR`, which may hold options.
fn command() -> Command {
    let set = |name| {
        std::env::var(name)
            .ok()
            .filter(|value| !value.trim().is_empty())
    };
    let editor = set("VISUAL").or_else(|| set("EDITOR"));
    if cfg!(unix) {
        let editor = editor.unwrap_or_else(|| "vi".into());
        let mut command = Command::new("/bin/sh");
        // The editor takes the shell's place, so that ending the one ends the
        // other; `env` is for settings that stand before the editor's name.
        command
            .arg("-c")
            .arg(format!("exec env {editor} \"$@\""))
            .arg("editor");
        return command;
    }
    let editor = editor.unwrap_or_else(|| "notepad".into());
    let mut words = editor.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or("notepad"));
    command.args(words);
    command
}

/// How the terminal was before the editor changed it.
#[cfg(unix)]
struct Modes(Option<rustix::termios::Termios>);

#[cfg(unix)]
impl Modes {
    fn of(device: &File) -> Self {
        Self(rustix::termios::tcgetattr(device).ok())
    }

    fn restore(&self, device: &File) {
        if let Some(modes) = &self.0 {
            let now = rustix::termios::OptionalActions::Now;
            let _ = rustix::termios::tcsetattr(device, now, modes);
        }
    }
}

#[cfg(not(unix))]
struct Modes;

#[cfg(not(unix))]
impl Modes {
    fn of(_: &File) -> Self {
        Self
    }

    fn restore(&self, _: &File) {}
}
