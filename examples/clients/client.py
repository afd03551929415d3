"""A complete client of Turnwright's API in Python, without any library.

    python3 client.py http://127.0.0.1:7777 KEY

With a host's key it makes an example fight first. It listens and plays the first legal thing.
"""
import json
import sys
import threading
import urllib.error
import urllib.parse
import urllib.request

BASE, KEY, COMMANDS = sys.argv[1].rstrip("/") + "/api/v1", sys.argv[2], int((sys.argv + [20])[3])


def call(method, path, body=None, key=KEY):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": "Bearer " + key, "Content-Type": "application/json"}
    request = urllib.request.Request(BASE + path, data, headers, method=method)
    return urllib.request.urlopen(request)


def listen(encounter, key):
    """Prints every line of the log as it happens."""
    for raw in call("GET", f"/encounters/{encounter}/events", key=key):
        if raw.startswith(b"data: "):
            for update in json.loads(raw[6:]).get("updates", []):
                sys.stdout.write("".join(f"  {line['text']}\n" for line in update["lines"]))  # in one piece


def choose(encounter, state, key):
    """What to say to the decision that is waited for."""
    decision = state["decision"]
    if decision["kind"] == "rule":
        return {"kind": "rule", "answer": decision["ruling"]["default"]}
    if decision["kind"] == "roll":
        return {"kind": "roll"}  # the server rolls; `faces` would be dice of one's own
    who = urllib.parse.quote(decision["who"][0])
    options = json.load(call("GET", f"/encounters/{encounter}/options?who={who}", key=key))
    for option in options["combatants"][0]["legal"]:
        if option["targets"] and option["payments"]:
            return {"kind": "declare", "actor": decision["who"][0], "activity": option["activity"],
                    "target": option["targets"][0], "pay": option["payments"][0]["pay"]}
    return {"kind": "end" if decision["kind"] == "act" else "pass"}

me, key = json.load(call("GET", "/me")), KEY
encounter = me["encounter"]
if me["role"] == "host":
    origin = {"kind": "example", "ruleset": "collective", "name": "skirmish"}
    made = json.load(call("POST", "/encounters", {"from": origin}))
    encounter, key = made["encounter"]["id"], made["game_master"]["secret"]
threading.Thread(target=listen, args=(encounter, key), daemon=True).start()
state = json.load(call("GET", f"/encounters/{encounter}/state", key=key))
for _ in range(COMMANDS):
    if state["decision"]["kind"] == "over":
        break
    command = {"expected": state["sequence"], "command": choose(encounter, state, key)}
    state = json.load(call("POST", f"/encounters/{encounter}/commands", command, key))["state"]
sys.stdout.write(f"{state['sequence']} changes; {state['decision']['text']}\n")
