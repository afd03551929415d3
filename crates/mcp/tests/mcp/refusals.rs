//! Bad input for each tool: an answer in words that says where and what to do.

use serde_json::json;

use crate::support::{Client, own_server, text};

#[tokio::test(flavor = "multi_thread")]
async fn input_that_does_not_fit_is_a_result_in_words() {
    let server = own_server(&[]).await;
    let mut client = Client::connect(&server).await;
    let tools: Vec<String> =
        client.tools.iter().filter_map(|tool| tool["name"].as_str().map(str::to_owned)).collect();
    for tool in tools {
        let refused = client.refused(&tool, json!({ "no_such_field": 1 })).await;
        let wanted = format!("the input of {tool} cannot be used: unknown field `no_such_field`");
        assert!(refused.contains(&wanted), "{refused}");
        assert!(refused.contains("What to do: look at the input schema"), "{refused}");
    }
    let foes = json!({ "ruleset": "srd-5", "heroes": ["Mira"], "foes": ["2 rat"] });
    let refused = client.refused("start_fight", foes).await;
    assert!(refused.contains("expected a string, at `foes`"), "{refused}");
    let params = json!({ "name": "sing", "arguments": {} });
    let error = client.request("tools/call", params).await.expect_err("no such tool");
    assert_eq!(error["code"], -32602);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_fight_the_way_to_one_is_told() {
    let server = own_server(&[]).await;
    let mut client = Client::connect(&server).await;
    for (tool, input) in [
        ("state", json!({})),
        ("legal_actions", json!({})),
        ("why_not", json!({ "line": "end" })),
        ("apply", json!({ "lines": ["end"] })),
        ("roll", json!({})),
        ("undo", json!({})),
        ("redo", json!({})),
        ("log", json!({})),
        ("plan", json!({ "actor": "Pip" })),
        ("explain_rule", json!({ "topic": "dodge" })),
    ] {
        let refused = client.refused(tool, input).await;
        assert!(refused.contains("call start_fight"), "{tool}: {refused}");
    }
    let refused = client.refused("state", json!({ "fight": "nowhere/../x" })).await;
    assert!(refused.contains("no such encounter"), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn mistakes_in_input_are_named() {
    let server = own_server(&[]).await;
    let mut client = Client::connect(&server).await;
    client.ok("start_fight", json!({ "ruleset": "srd-5", "example": "duel" })).await;
    let broken = "ruleset = \"srd-5\"\n[[combatant]]\nname = \"Ana\"\nsied = \"pcs\"\n";
    for (tool, input, wanted) in [
        ("start_fight", json!({}), "nothing says which fight to start"),
        ("start_fight", json!({ "example": "duel" }), "`ruleset` is missing"),
        ("start_fight", json!({ "ruleset": "srd-5", "example": "x" }), "no such example"),
        ("start_fight", json!({ "ruleset": "none", "example": "duel" }), "no such example"),
        ("start_fight", json!({ "setup": "a", "example": "b" }), "exclude each other"),
        ("start_fight", json!({ "setup": broken }), "sied"),
        ("start_fight", json!({ "ruleset": "srd-5", "foes": "goblin", "board": "x" }), "x"),
        ("legal_actions", json!({ "actor": "Nobody" }), "Nobody"),
        ("why_not", json!({ "line": " " }), "`line` is empty"),
        ("why_not", json!({ "line": "Pip: sing" }), "`Pip: sing`: There's no action"),
        ("apply", json!({ "lines": [] }), "1 to 100 lines"),
        ("apply", json!({ "lines": ["end", ""] }), "line 2 is empty"),
        ("apply", json!({ "lines": vec!["end"; 101] }), "1 to 100 lines"),
        ("apply", json!({ "lines": ["Pip: sing"] }), "`Pip: sing`: There's no action"),
        ("apply", json!({ "lines": ["a\nb"] }), "one line"),
        ("apply", json!({ "lines": "end" }), "invalid type"),
        ("roll", json!({ "faces": [70000] }), "65535"),
        ("roll", json!({ "faces": [-1] }), "invalid value"),
        ("undo", json!({ "steps": 0 }), "1 or more"),
        ("undo", json!({ "steps": 5 }), "undo"),
        ("redo", json!({}), "nothing to do again"),
        ("log", json!({ "limit": 0 }), "1 to 1000"),
        ("plan", json!({ "actor": "Pip" }), "not Pip's turn"),
        ("explain_rule", json!({ "topic": "" }), "`topic` is empty"),
        ("explain_rule", json!({ "topic": "qqqq" }), "fits `qqqq`"),
        ("explain_rule", json!({ "topic": "dodge", "ruleset": "none" }), "no such ruleset"),
        ("search_creatures", json!({ "ruleset": "none" }), "no such ruleset"),
        ("search_creatures", json!({ "ruleset": "srd-5", "limit": 0 }), "1 to 100"),
    ] {
        let sequence = client.ok("state", json!({})).await["sequence"].clone();
        let refused = client.refused(tool, input.clone()).await;
        assert!(refused.contains(wanted), "{tool} {input}: {refused}");
        let after = client.ok("state", json!({})).await["sequence"].clone();
        assert_eq!(after, sequence, "{tool} {input} has changed something");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_denial_has_its_reasons_in_words_and_for_programs() {
    let server = own_server(&[]).await;
    let mut client = Client::connect(&server).await;
    let start = json!({ "ruleset": "srd-5", "example": "duel" });
    client.ok("start_fight", start).await;
    client.ok("roll", json!({ "faces": [18] })).await;
    client.ok("roll", json!({ "faces": [2] })).await;
    client.apply("Pip: dodge").await;
    let result = client.call("apply", json!({ "lines": ["Pip: attack"] })).await;
    assert_eq!(result["isError"], true);
    let problem = &result["_meta"]["turnwright/problem"];
    assert_eq!(problem["code"], "denied");
    let rule = problem["reasons"][0]["rules"][0]["id"].as_str().expect("a rule");
    assert!(text(&result).contains(&format!("[{rule}")), "{}", text(&result));
    // If one of several lines is refused, none is given.
    let before = client.ok("state", json!({})).await;
    let refused = client.refused("apply", json!({ "lines": ["Pip: walk 2", "Pip: attack"] })).await;
    assert!(refused.contains("none of the 2 lines"), "{refused}");
    let after = client.ok("state", json!({})).await;
    assert_eq!(after["sequence"], before["sequence"]);
}
