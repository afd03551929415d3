//! A fight as the caller has it: the calls of [`server::local::Fight`], each text to text.

use server::local;
use wasm_bindgen::prelude::wasm_bindgen;

/// A fight. Each call gives JSON, or throws a `Problem` as JSON and has changed nothing.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Fight {
    fight: local::Fight,
}

impl Fight {
    pub(crate) fn of(fight: local::Fight) -> Fight {
        Fight { fight }
    }
}

#[wasm_bindgen]
impl Fight {
    /// The state (`State`).
    pub fn state(&mut self) -> Result<String, String> {
        self.fight.state()
    }

    /// Everything that is legal with its payments, and why the rest is not (`Options`).
    pub fn options(&mut self, who: Option<String>) -> Result<String, String> {
        self.fight.options(who)
    }

    /// Where someone can get to on the board (`Reach`).
    pub fn reach(&mut self, who: String) -> Result<String, String> {
        self.fight.reach(who)
    }

    /// The ways in which someone can end the turn (`Plan`).
    pub fn plan(&mut self, who: String) -> Result<String, String> {
        self.fight.plan(who)
    }

    /// Log entries after a number (`Log`).
    pub fn log(&mut self, after: f64, limit: f64) -> Result<String, String> {
        self.fight.log(after as u64, limit as u64)
    }

    /// The history with all branches (`History`).
    pub fn history(&mut self) -> Result<String, String> {
        self.fight.history()
    }

    /// A rule by its id (`Rule`).
    pub fn rule(&mut self, id: String) -> Result<String, String> {
        self.fight.rule(id)
    }

    /// The encounter file and those that it names (`Setup`).
    pub fn setup(&mut self) -> Result<String, String> {
        self.fight.setup()
    }

    /// Everything about the fight, to go on with it later (`Export`).
    pub fn export(&mut self) -> Result<String, String> {
        self.fight.export()
    }

    /// The fight as a recorded game.
    pub fn record(&mut self) -> Result<String, String> {
        self.fight.record()
    }

    /// Returns the predicted result of a command (`PreviewRequest` to `Preview`).
    pub fn preview(&mut self, request: &str) -> Result<String, String> {
        self.fight.preview(request)
    }

    /// Gives a command (`CommandRequest` to `News`).
    pub fn command(&mut self, request: &str) -> Result<String, String> {
        self.fight.command(request)
    }

    /// Goes through the history (`MoveRequest` to `News`).
    pub fn go(&mut self, request: &str) -> Result<String, String> {
        self.fight.go(request)
    }

    /// Changes how the table plays (`TableRequest` to `News`).
    pub fn table(&mut self, request: &str) -> Result<String, String> {
        self.fight.table(request)
    }

    /// Takes another encounter file and plays everything again (`SetupRequest` to `News`).
    #[wasm_bindgen(js_name = changeSetup)]
    pub fn change_setup(&mut self, request: &str) -> Result<String, String> {
        self.fight.change_setup(request)
    }
}
