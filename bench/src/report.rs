//! Tables as text, and the goals.

use crate::measure::{Subject, ratios, rounds, spread};

/// What was found so far.
#[derive(Default)]
pub struct Report {
    goals: Vec<(String, bool)>,
}

impl Report {
    /// Starts a table.
    pub fn title(&self, title: &str) {
        println!("\n{title}");
    }

    /// Measures subjects and prints one line for each, with its ratio to the
    /// first; gives the times back.
    #[allow(clippy::must_use_candidate, reason = "what it prints is the point")]
    pub fn compare(&self, title: &str, mut subjects: Vec<Subject<'_>>) -> Vec<Vec<f64>> {
        self.title(title);
        let times = rounds(&mut subjects, 201);
        println!(
            "  {:<34} {:>12} {:>12} {:>12}   ratio to the first (median, min, max)",
            "", "median ns", "min", "max"
        );
        for (subject, own) in subjects.iter().zip(&times) {
            let [median, least, most] = spread(own);
            let [ratio, low, high] = ratios(own, &times[0]);
            println!(
                "  {:<34} {median:>12.1} {least:>12.1} {most:>12.1}   {ratio:>8.3} {low:>8.3} {high:>8.3}",
                subject.name
            );
        }
        times
    }

    /// Notes a figure that may be at most `limit`.
    pub fn at_most(&mut self, what: &str, figure: f64, limit: f64) {
        self.goal(
            format!("{what}: {figure:.2}, at most {limit}"),
            figure <= limit,
        );
    }

    /// Notes a figure that must be at least `limit`.
    pub fn at_least(&mut self, what: &str, figure: f64, limit: f64) {
        self.goal(
            format!("{what}: {figure:.2}, at least {limit}"),
            figure >= limit,
        );
    }

    fn goal(&mut self, text: String, reached: bool) {
        let mark = if reached { "reached" } else { "missed " };
        println!("  {mark}  {text}");
        self.goals.push((text, reached));
    }

    /// Prints what was missed, and the closing line.
    pub fn close(&self) {
        println!();
        for (text, _) in self.goals.iter().filter(|(_, reached)| !reached) {
            println!("missed: {text}");
        }
        let reached = self.goals.iter().filter(|(_, reached)| *reached).count();
        println!("{reached} of {} goals reached", self.goals.len());
    }
}
