//! Opens a text in the person's editor.

use std::fs::File;
use std::io::{self, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::screen;

/// How often the editor is looked at.
const TICK: Duration = Duration::from_millis(50);

/// How long an editor has to end by itself once the request has ended.
const GRACE: Duration = Duration::from_secs(2);

/// Lets the person edit the text; `None` when the request ended meanwhile. The
/// editor works on the terminal itself, and the terminal is as it was after it.
pub(super) fn edit(text: &str, is_open: impl Fn() -> bool) -> io::Result<Option<String>> {
    let mut file = tempfile::Builder::new()
        .prefix("approval-")
        .suffix(".json")
        .tempfile()?;
    file.write_all(text.as_bytes())?;
    file.flush()?;
    let device = screen::device()?;
    let modes = Modes::of(&device);
    let mut child = command()
        .arg(file.path())
        .stdin(Stdio::from(device.try_clone()?))
        .stdout(Stdio::from(device.try_clone()?))
        .stderr(Stdio::from(device.try_clone()?))
        .spawn()?;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if !is_open() {
            end(&mut child)?;
            modes.restore(&device);
            return Ok(None);
        }
        std::thread::sleep(TICK);
    };
    modes.restore(&device);
    if !status.success() {
        return Err(io::Error::other(format!("the editor ended with {status}")));
    }
    // The editor may have put another file in the place of the first one.
    std::fs::read_to_string(file.path()).map(Some)
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
        command
            .arg("-c")
            .arg(format!("{editor} \"$@\""))
            .arg("editor");
        return command;
    }
    let editor = editor.unwrap_or_else(|| "notepad".into());
    let mut words = editor.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or("notepad"));
    command.args(words);
    command
}

/// Asks the editor to end, and ends it if it does not.
fn end(child: &mut Child) -> io::Result<()> {
    #[cfg(unix)]
    if let Some(id) = i32::try_from(child.id())
        .ok()
        .and_then(rustix::process::Pid::from_raw)
    {
        let _ = rustix::process::kill_process(id, rustix::process::Signal::TERM);
    }
    let deadline = Instant::now() + GRACE;
    while child.try_wait()?.is_none() {
        if Instant::now() >= deadline {
            child.kill()?;
            child.wait()?;
            break;
        }
        std::thread::sleep(TICK);
    }
    Ok(())
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
