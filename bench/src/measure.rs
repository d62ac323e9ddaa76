//! Times subjects in turns, so that what else the machine does hits all alike.

use std::time::{Duration, Instant};

pub use bench_count::now;

/// One thing to measure.
pub struct Subject<'a> {
    pub(crate) name: &'static str,
    once: Box<dyn FnMut() + 'a>,
}

impl<'a> Subject<'a> {
    /// A subject that does its work once when it is called.
    pub fn new(name: &'static str, once: impl FnMut() + 'a) -> Self {
        Self {
            name,
            once: Box::new(once),
        }
    }
}

/// Nanoseconds for one go of each subject, one list per subject, round by round.
#[must_use]
pub fn rounds(subjects: &mut [Subject<'_>], rounds: usize) -> Vec<Vec<f64>> {
    // Short enough that most slices are not interrupted.
    const SLICE: Duration = Duration::from_micros(400);
    let goes: Vec<u32> = subjects
        .iter_mut()
        .map(|subject| {
            time(subject, 3);
            let mut goes = 1;
            loop {
                let taken = time(subject, goes);
                if taken >= SLICE || goes >= 1 << 20 {
                    return goes;
                }
                goes *= 2;
            }
        })
        .collect();
    let mut times = vec![Vec::with_capacity(rounds); subjects.len()];
    for _ in 0..rounds {
        for (at, subject) in subjects.iter_mut().enumerate() {
            let taken = time(subject, goes[at]);
            times[at].push(taken.as_secs_f64() * 1e9 / f64::from(goes[at]));
        }
    }
    times
}

fn time(subject: &mut Subject<'_>, goes: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..goes {
        (subject.once)();
    }
    start.elapsed()
}

/// Median, least and greatest.
#[must_use]
pub fn spread(values: &[f64]) -> [f64; 3] {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    [
        sorted[sorted.len() / 2],
        sorted[0],
        sorted[sorted.len() - 1],
    ]
}

/// The ratios of two lists, round by round.
#[must_use]
pub fn ratios(over: &[f64], under: &[f64]) -> [f64; 3] {
    let ratios: Vec<f64> = over.iter().zip(under).map(|(a, b)| a / b).collect();
    spread(&ratios)
}
