//! The tracker on one device: the calls of [`server::device`], with records stored by the browser.

use serde::de::DeserializeOwned;
use server::device::{self, Answered, Asked};
use server::local::invalid_json;
use server::wire::TextFile;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = crypto, js_name = getRandomValues)]
    fn get_random_values(bytes: &mut [u8]);
}

/// All fights of one device.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Tracker {
    tracker: device::Tracker,
}

/// The answer to a request.
#[wasm_bindgen]
#[derive(Debug)]
pub struct TrackerAnswer {
    answered: Answered,
}

#[wasm_bindgen]
impl Tracker {
    /// Opens a tracker with the records that the device stores (`[key, value][]`). Throws a
    /// `Problem` if the records cannot be read.
    #[wasm_bindgen(constructor)]
    pub fn new(records: &str) -> Result<Tracker, String> {
        device::set_random(get_random_values);
        let records: Vec<(String, String)> = read(records)?;
        Ok(Tracker { tracker: device::Tracker::open(records) })
    }

    /// Answers a request: its method, path with query, headers (`[name, value][]`) and body.
    pub fn answer(
        &mut self,
        method: String,
        address: String,
        headers: &str,
        body: Vec<u8>,
    ) -> Result<TrackerAnswer, String> {
        let headers = read(headers)?;
        let answered = self.tracker.answer(Asked { method, address, headers, body });
        Ok(TrackerAnswer { answered })
    }
}

#[wasm_bindgen]
impl TrackerAnswer {
    /// Returns the HTTP status.
    #[wasm_bindgen(getter)]
    pub fn status(&self) -> u16 {
        self.answered.status
    }

    /// Returns the media type of the body; empty if the answer has none.
    #[wasm_bindgen(getter, js_name = contentType)]
    pub fn content_type(&self) -> String {
        self.answered.content_type.clone()
    }

    /// Returns a copy of the body.
    #[wasm_bindgen(getter)]
    pub fn body(&self) -> Vec<u8> {
        self.answered.body.clone()
    }

    /// Returns the records to store before the answer is valid (`[key, value | null][]`). A `null`
    /// removes the record.
    #[wasm_bindgen(getter)]
    pub fn changes(&self) -> String {
        serde_json::to_string(&self.answered.changes).unwrap_or_default()
    }

    /// Returns the rulesets that were missing. If there are any, discard the answer and the
    /// tracker, provide the rulesets, open a new tracker and repeat the request.
    #[wasm_bindgen(getter)]
    pub fn missing(&self) -> Vec<String> {
        self.answered.missing.clone()
    }
}

/// Announces rulesets that can be provided. Requests that need one of them report it as missing.
#[wasm_bindgen(js_name = announceRulesets)]
pub fn announce_rulesets(names: Vec<String>) {
    names.iter().for_each(|name| device::announce(name));
}

/// Provides the files of a ruleset (`TextFile[]`). Later calls for the same ruleset change nothing.
#[wasm_bindgen(js_name = provideRuleset)]
pub fn provide_ruleset(name: &str, files: &str) -> Result<(), String> {
    let files: Vec<TextFile> = read(files)?;
    device::provide(name, files.into_iter().map(|file| (file.path, file.text)));
    Ok(())
}

/// Returns the problem (`Problem`) of records that the browser failed to store.
#[wasm_bindgen(js_name = unkeptProblem)]
pub fn unkept_problem(why: &str) -> String {
    device::unkept_json(why)
}

/// Returns the problem (`Problem`) of a ruleset that cannot be fetched.
#[wasm_bindgen(js_name = missingProblem)]
pub fn missing_problem(ruleset: &str) -> String {
    device::missing_json(ruleset)
}

fn read<T: DeserializeOwned>(json: &str) -> Result<T, String> {
    serde_json::from_str(json).map_err(|error| invalid_json(&error.to_string()))
}
