//! The protocol: the session, lists, resources and prompts.

use serde_json::{Value, json};

use crate::support::{Client, own_server};

fn names(list: &Value, key: &str) -> Vec<String> {
    let items = list.as_array().expect("a list").iter();
    items.map(|item| item[key].as_str().expect("a name").to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_says_what_the_server_can_do() {
    let server = own_server(&[]).await;
    let mut client = Client::connect(&server).await;
    assert_eq!(client.hello["protocolVersion"], "2025-06-18");
    assert_eq!(client.hello["serverInfo"]["name"], "turnwright");
    for capability in ["tools", "resources", "prompts"] {
        assert!(client.hello["capabilities"][capability].is_object(), "{capability}");
    }
    let instructions = client.hello["instructions"].as_str().expect("instructions");
    assert!(instructions.contains("You are game master."), "{instructions}");
    assert_eq!(client.request("ping", json!({})).await, Ok(json!({})));
    let error = client.request("fights/none", json!({})).await.expect_err("no such method");
    assert_eq!(error["code"], -32601);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_tool_is_described() {
    let server = own_server(&[]).await;
    let client = Client::connect(&server).await;
    let tools = Value::from(client.tools.clone());
    assert_eq!(
        names(&tools, "name"),
        [
            "list_rulesets",
            "start_fight",
            "list_fights",
            "state",
            "legal_actions",
            "why_not",
            "apply",
            "roll",
            "undo",
            "redo",
            "log",
            "plan",
            "explain_rule",
            "search_creatures"
        ]
    );
    for tool in &client.tools {
        let name = tool["name"].as_str().expect("a name");
        assert!(tool["description"].as_str().is_some_and(|it| it.len() > 40), "{name}");
        assert_eq!(tool["inputSchema"]["type"], "object", "{name}");
        assert_eq!(tool["inputSchema"]["additionalProperties"], json!(false), "{name}");
        assert_eq!(tool["outputSchema"]["type"], "object", "{name}");
        for (field, schema) in tool["inputSchema"]["properties"].as_object().into_iter().flatten() {
            assert!(schema["description"].is_string(), "{name}: {field}");
        }
        let formats = tool.to_string().matches("\"format\":").count();
        assert_eq!(formats, 0, "{name}: numbers without formats that only Rust knows");
        let hints = &tool["annotations"];
        let changes = ["start_fight", "apply", "roll", "undo", "redo"].contains(&name);
        assert_eq!(hints["readOnlyHint"], json!(!changes), "{name}");
        assert_eq!(hints["destructiveHint"], json!(name == "undo"), "{name}");
        assert_eq!(hints["openWorldHint"], json!(false), "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rulebooks_states_and_stories_can_be_read() {
    let server = own_server(&[]).await;
    let mut client = Client::connect(&server).await;
    let listed = client.request("resources/list", json!({})).await.expect("a list");
    let before = names(&listed["resources"], "uri");
    assert!(before.contains(&"turnwright://rulesets/srd-5/rules".to_owned()), "{before:?}");
    let start = json!({ "ruleset": "srd-5", "example": "duel", "seed": 3 });
    let started = client.ok("start_fight", start).await;
    let listed = client.request("resources/list", json!({})).await.expect("a list");
    assert_eq!(names(&listed["resources"], "uri").len(), before.len() + 2);
    let id = started["state"]["fight"].as_str().expect("an id").to_owned();
    client.ok("roll", json!({ "faces": [17] })).await;
    for (uri, wanted) in [
        ("turnwright://rulesets/srd-5/rules".to_owned(), "srd5.action.dodge"),
        (format!("turnwright://fights/{id}/state"), "\"waits_for\""),
        (format!("turnwright://fights/{id}/log"), "A duel in the yard"),
    ] {
        let read = client.request("resources/read", json!({ "uri": uri })).await.expect("a text");
        let text = read["contents"][0]["text"].as_str().expect("a text");
        assert!(text.contains(wanted), "{uri}: {text}");
        assert_eq!(read["contents"][0]["uri"], json!(uri));
    }
    for uri in ["turnwright://rulesets/none/rules", "turnwright://fights/none/log", "file:///x"] {
        let error = client.request("resources/read", json!({ "uri": uri })).await.expect_err(uri);
        assert_eq!(error["code"], -32002, "{error}");
    }
    let templates = client.request("resources/templates/list", json!({})).await.expect("a list");
    assert_eq!(templates["resourceTemplates"].as_array().map(Vec::len), Some(3));
}

#[tokio::test(flavor = "multi_thread")]
async fn prompts_begin_a_game() {
    let server = own_server(&[]).await;
    let mut client = Client::connect(&server).await;
    let listed = client.request("prompts/list", json!({})).await.expect("a list");
    assert_eq!(names(&listed["prompts"], "name"), ["run_fight", "play"]);
    let get = |name: &str, arguments: Value| json!({ "name": name, "arguments": arguments });
    let asked = get("play", json!({ "name": "Pip", "manner": "cautious" }));
    let prompt = client.request("prompts/get", asked).await.expect("a prompt");
    let text = prompt["messages"][0]["content"]["text"].as_str().expect("a text");
    assert!(text.contains("Play Pip") && text.contains("cautious"), "{text}");
    let asked = get("run_fight", json!({ "fight": "three goblins", "players": "Ana" }));
    let prompt = client.request("prompts/get", asked).await.expect("a prompt");
    let text = prompt["messages"][0]["content"]["text"].as_str().expect("a text");
    assert!(text.contains("three goblins") && text.contains("decide for Ana"), "{text}");
    for (name, arguments) in [
        ("play", json!({})),
        ("play", json!({ "name": " " })),
        ("play", json!({ "name": "Pip", "mood": "x" })),
        ("sing", json!({})),
    ] {
        let error = client.request("prompts/get", get(name, arguments)).await.expect_err(name);
        assert_eq!(error["code"], -32602, "{error}");
    }
}
