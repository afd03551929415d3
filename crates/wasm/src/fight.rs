//! A fight in the caller's memory: the calls of [`server::local::Fight`], with texts in and out.

use server::local;
use wasm_bindgen::prelude::wasm_bindgen;

/// A fight. Each call returns a text, or throws a `Problem` as JSON and changes nothing.
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
    /// Returns the state as a game master sees it (`State`).
    pub fn state(&mut self) -> Result<String, String> {
        self.fight.state()
    }

    /// Returns the legal options with their payments, and the refused ones with reasons
    /// (`Options`).
    pub fn options(&mut self, who: Option<String>) -> Result<String, String> {
        self.fight.options(who)
    }

    /// Returns the squares that a combatant can reach on the board (`Reach`).
    pub fn reach(&mut self, who: String) -> Result<String, String> {
        self.fight.reach(who)
    }

    /// Returns the ways in which a combatant can end its turn (`Plan`).
    pub fn plan(&mut self, who: String) -> Result<String, String> {
        self.fight.plan(who)
    }

    /// Returns at most `limit` log entries after a number (`Log`).
    pub fn log(&mut self, after: f64, limit: f64) -> Result<String, String> {
        self.fight.log(after as u64, limit as u64)
    }

    /// Returns the history with all branches (`History`).
    pub fn history(&mut self) -> Result<String, String> {
        self.fight.history()
    }

    /// Returns a rule by id (`Rule`).
    pub fn rule(&mut self, id: String) -> Result<String, String> {
        self.fight.rule(id)
    }

    /// Returns the encounter file and the files that it names (`Setup`).
    pub fn setup(&mut self) -> Result<String, String> {
        self.fight.setup()
    }

    /// Returns everything about the fight, to continue it later (`Export`).
    pub fn export(&mut self) -> Result<String, String> {
        self.fight.export()
    }

    /// Returns the fight as a recorded game, which is plain text and not JSON.
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

    /// Moves through the history (`MoveRequest` to `News`).
    pub fn go(&mut self, request: &str) -> Result<String, String> {
        self.fight.go(request)
    }

    /// Changes the table's settings (`TableRequest` to `News`).
    pub fn table(&mut self, request: &str) -> Result<String, String> {
        self.fight.table(request)
    }

    /// Replaces the encounter file and plays the log again (`SetupRequest` to `News`).
    #[wasm_bindgen(js_name = changeSetup)]
    pub fn change_setup(&mut self, request: &str) -> Result<String, String> {
        self.fight.change_setup(request)
    }
}
