//! Writes the JavaScript around a compiled engine: `wasm-glue FILE.wasm FOLDER`.
//!
//! It uses `wasm-bindgen` as a library, so that its program need not be installed in the matching
//! version.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [wasm, folder] = arguments.as_slice() else {
        eprintln!("Usage: wasm-glue FILE.wasm FOLDER");
        return ExitCode::from(2);
    };
    match write(wasm, folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write(wasm: &str, folder: &str) -> Result<(), String> {
    let mut glue = Bindgen::new();
    let target = glue.input_path(wasm).web(true).map_err(|error| format!("{error:#}"))?;
    let settings = target.typescript(true).keep_debug(false).remove_name_section(true);
    settings.remove_producers_section(true).generate(folder).map_err(|error| format!("{error:#}"))
}
