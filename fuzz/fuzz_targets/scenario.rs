#![no_main]

#[path = "../targets.rs"]
#[allow(dead_code, reason = "each binary fuzzes one of them")]
mod targets;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::scenario_file(bytes));
