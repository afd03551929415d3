//! Figures about the server in the text format of Prometheus. None of them concerns a single fight.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;

/// Upper bounds of the buckets for times, in microseconds.
const BOUNDS: [u64; 9] =
    [500, 1_000, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000, 5_000_000];

/// A counter or a gauge.
#[derive(Debug, Default)]
pub(crate) struct Number(AtomicU64);

impl Number {
    /// Adds to the number.
    pub(crate) fn add(&self, count: u64) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }

    /// Sets the number.
    pub(crate) fn set(&self, value: u64) {
        self.0.store(value, Ordering::Relaxed);
    }

    /// Returns the number.
    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A histogram of durations.
#[derive(Debug, Default)]
pub(crate) struct Times {
    buckets: [AtomicU64; BOUNDS.len()],
    count: Number,
    micros: Number,
}

impl Times {
    /// Records one duration.
    pub(crate) fn record(&self, taken: Duration) {
        let micros = u64::try_from(taken.as_micros()).unwrap_or(u64::MAX);
        for (bound, bucket) in BOUNDS.iter().zip(&self.buckets) {
            if micros <= *bound {
                bucket.fetch_add(1, Ordering::Relaxed);
            }
        }
        self.count.add(1);
        self.micros.add(micros);
    }
}

/// All counters, gauges and histograms.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    requests: Mutex<BTreeMap<u16, u64>>,
    request_times: Times,
    /// Number of open connections.
    pub(crate) connections: Number,
    /// Number of connections refused because there were too many.
    pub(crate) connections_refused: Number,
    /// Number of changes made durable.
    pub(crate) changes: Number,
    /// Time to make changes durable.
    pub(crate) write_times: Times,
    /// Number of writes that failed.
    pub(crate) write_failures: Number,
    /// Number of encounters opened.
    pub(crate) opened: Number,
    /// Number of encounters that could not be opened because of damage.
    pub(crate) damaged: Number,
    /// Number of encounters released from memory because nobody used them.
    pub(crate) released: Number,
}

/// Figures that are looked up when requested.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Now {
    pub(crate) encounters: u64,
    pub(crate) listeners: u64,
    pub(crate) is_read_only: bool,
    pub(crate) data_bytes: u64,
}

impl Metrics {
    /// Counts an answered request.
    pub(crate) fn answered(&self, status: StatusCode, taken: Duration) {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        *requests.entry(status.as_u16()).or_default() += 1;
        drop(requests);
        self.request_times.record(taken);
    }

    /// Returns all figures in the text format, version 0.0.4.
    pub(crate) fn text(&self, now: Now) -> String {
        let mut page = Page::default();
        page.head("turnwright_requests_total", "counter", "Requests answered, by status.");
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for (status, count) in requests {
            page.line(&format!("turnwright_requests_total{{status=\"{status}\"}} {count}"));
        }
        page.times("turnwright_request_seconds", "Time to an answer.", &self.request_times);
        let counters = [
            ("connections_refused", "Connections refused: too many.", &self.connections_refused),
            ("changes", "Changes made durable.", &self.changes),
            ("write_failures", "Writes to the data file that failed.", &self.write_failures),
            ("encounters_opened", "Encounters read into memory.", &self.opened),
            ("encounters_released", "Encounters let go of: nobody used them.", &self.released),
            ("encounters_damaged", "Encounters found damaged.", &self.damaged),
        ];
        for (name, help, number) in counters {
            page.number(&format!("turnwright_{name}_total"), "counter", help, number.get());
        }
        page.times("turnwright_write_seconds", "Time to make changes durable.", &self.write_times);
        let gauges = [
            ("connections", "Connections now.", self.connections.get()),
            ("encounters_open", "Encounters in memory.", now.encounters),
            ("listeners", "Live streams now.", now.listeners),
            ("read_only", "1 if nothing can be written.", u64::from(now.is_read_only)),
            ("data_bytes", "Size of the data file.", now.data_bytes),
        ];
        for (name, help, value) in gauges {
            page.number(&format!("turnwright_{name}"), "gauge", help, value);
        }
        page.0
    }
}

#[derive(Default)]
struct Page(String);

impl Page {
    fn line(&mut self, line: &str) {
        self.0.push_str(line);
        self.0.push('\n');
    }

    fn head(&mut self, name: &str, kind: &str, help: &str) {
        // Writing to a string does not fail.
        let _ = write!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}\n");
    }

    fn number(&mut self, name: &str, kind: &str, help: &str, value: u64) {
        self.head(name, kind, help);
        self.line(&format!("{name} {value}"));
    }

    fn times(&mut self, name: &str, help: &str, times: &Times) {
        self.head(name, "histogram", help);
        for (bound, bucket) in BOUNDS.iter().zip(&times.buckets) {
            let (seconds, count) = (*bound as f64 / 1e6, bucket.load(Ordering::Relaxed));
            self.line(&format!("{name}_bucket{{le=\"{seconds}\"}} {count}"));
        }
        let count = times.count.get();
        self.line(&format!("{name}_bucket{{le=\"+Inf\"}} {count}"));
        self.line(&format!("{name}_sum {}", times.micros.get() as f64 / 1e6));
        self.line(&format!("{name}_count {count}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_of_a_histogram_hold_all_smaller_times() {
        let metrics = Metrics::default();
        for millis in [2, 7, 7, 9_000] {
            metrics.answered(StatusCode::OK, Duration::from_millis(millis));
        }
        metrics.answered(StatusCode::NOT_FOUND, Duration::from_micros(1));
        let now = Now { encounters: 2, listeners: 3, is_read_only: false, data_bytes: 4096 };
        let text = metrics.text(now);
        for line in [
            "turnwright_requests_total{status=\"200\"} 4",
            "turnwright_requests_total{status=\"404\"} 1",
            "turnwright_request_seconds_bucket{le=\"0.0005\"} 1",
            "turnwright_request_seconds_bucket{le=\"0.005\"} 2",
            "turnwright_request_seconds_bucket{le=\"0.01\"} 4",
            "turnwright_request_seconds_bucket{le=\"5\"} 4",
            "turnwright_request_seconds_bucket{le=\"+Inf\"} 5",
            "turnwright_request_seconds_count 5",
            "turnwright_listeners 3",
            "turnwright_data_bytes 4096",
        ] {
            assert!(text.lines().any(|it| it == line), "{line} is not in\n{text}");
        }
    }
}
