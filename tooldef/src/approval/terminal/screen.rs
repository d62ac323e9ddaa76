//! The terminal itself: its device, its modes, and giving it back.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::time::Duration;

use crossterm::cursor::Show;
use crossterm::event::{self, DisableBracketedPaste, EnableBracketedPaste, Event};
use crossterm::style::Print;
use crossterm::terminal::{self, Clear, ClearType};
use crossterm::{execute, queue};

#[cfg(unix)]
const DEVICE: &str = "/dev/tty";
#[cfg(not(unix))]
const DEVICE: &str = "CONOUT$";

/// Opens the terminal that the process belongs to, whatever its input and
/// output are.
pub(super) fn device() -> io::Result<File> {
    OpenOptions::new().read(true).write(true).open(DEVICE)
}

/// Whether a person can be asked.
pub(super) fn available() -> Result<(), String> {
    if input_is_null() {
        return Err("the input is empty, so this is no terminal".into());
    }
    let device = device().map_err(|error| format!("there is no terminal ({error})"))?;
    // A program in the background is stopped when it touches the terminal.
    if in_background(&device) {
        return Err("the program runs in the background of its terminal".into());
    }
    Ok(())
}

#[cfg(unix)]
fn input_is_null() -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;

    let device_of = |file: File| file.metadata().map(|data| (data.mode(), data.rdev()));
    let null = File::open("/dev/null").and_then(device_of);
    let input = io::stdin().as_fd().try_clone_to_owned();
    // An input that is closed or cannot be looked at counts as none.
    match input.map(File::from).and_then(device_of) {
        Ok((mode, device)) => {
            // The file type must match too: plain files have device 0.
            null.is_ok_and(|(of_null, null)| {
                mode & 0o170_000 == of_null & 0o170_000 && device == null
            })
        }
        Err(_) => true,
    }
}

#[cfg(not(unix))]
fn input_is_null() -> bool {
    use std::io::IsTerminal;
    !io::stdin().is_terminal()
}

#[cfg(unix)]
fn in_background(device: &File) -> bool {
    rustix::termios::tcgetpgrp(device).is_ok_and(|group| group != rustix::process::getpgrp())
}

#[cfg(not(unix))]
fn in_background(_: &File) -> bool {
    false
}

/// The terminal while a card is open. Dropping it gives the terminal back.
pub(super) struct Screen {
    device: File,
}

impl Screen {
    /// Takes the terminal and forgets what was typed before.
    pub(super) fn open() -> io::Result<Self> {
        let mut screen = Self { device: device()? };
        terminal::enable_raw_mode()?;
        execute!(screen.device, EnableBracketedPaste)?;
        while event::poll(Duration::ZERO)? {
            event::read()?;
        }
        Ok(screen)
    }

    /// The width, in columns.
    pub(super) fn width() -> usize {
        terminal::size().map_or(80, |(columns, _)| usize::from(columns).max(1))
    }

    /// The next key or paste, if one comes within the time.
    pub(super) fn event(within: Duration) -> io::Result<Option<Event>> {
        if event::poll(within)? {
            return event::read().map(Some);
        }
        Ok(None)
    }

    /// Writes lines for good, above the prompt.
    pub(super) fn print(&mut self, text: &str) -> io::Result<()> {
        queue!(self.device, Print("\r"), Clear(ClearType::UntilNewLine))?;
        for line in text.lines() {
            queue!(self.device, Print(line), Print("\r\n"))?;
        }
        self.device.flush()
    }

    /// Writes the one line that is written again and again.
    pub(super) fn prompt(&mut self, text: &str) -> io::Result<()> {
        let clear = Clear(ClearType::UntilNewLine);
        execute!(self.device, Print("\r"), Print(text), clear)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Whatever fails here, the rest is still tried.
        let _ = execute!(self.device, DisableBracketedPaste, Show);
        let _ = terminal::disable_raw_mode();
    }
}

/// Colours are wanted unless the person or the terminal says no.
pub(super) fn wants_colour() -> bool {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    set("NO_COLOR").is_none() && set("TERM").is_none_or(|term| term != "dumb")
}
