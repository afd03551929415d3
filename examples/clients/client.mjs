// A complete client of Turnwright's API in JavaScript, without any library (Node 20 or later).
//
//     node client.mjs http://127.0.0.1:7777 KEY
//
// With a host's key it makes an example fight first. It listens and plays the first legal thing.
const [address, ownKey, commands = "20"] = process.argv.slice(2);
const base = `${address.replace(/\/$/, "")}/api/v1`;

async function call(method, path, { body, key = ownKey, signal } = {}) {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const answer = await fetch(base + path, { method, headers, signal, body: body && JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return answer;
}
const json = async (...request) => (await call(...request)).json();

/** Prints every line of the log as it happens. */
async function listen(encounter, key, signal) {
  const { body } = await call("GET", `/encounters/${encounter}/events`, { key, signal });
  let rest = "";
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + piece).split("\n\n");
    rest = blocks.pop();
    for (const data of blocks.flatMap((block) => block.split("\ndata: ").slice(1))) {
      for (const update of JSON.parse(data).updates ?? []) {
        for (const line of update.lines) console.log(`  ${line.text}`);
      }
    }
  }
}

/** What to say to the decision that is waited for. */
async function choose(encounter, { decision }, key) {
  if (decision.kind === "rule") return { kind: "rule", answer: decision.ruling.default };
  if (decision.kind === "roll") return { kind: "roll" };
  const [actor] = decision.who;
  const path = `/encounters/${encounter}/options?who=${encodeURIComponent(actor)}`;
  const { combatants } = await json("GET", path, { key });
  const option = combatants[0].legal.find((one) => one.targets.length && one.payments.length);
  if (!option) return { kind: decision.kind === "act" ? "end" : "pass" };
  const { activity, targets, payments } = option;
  return { kind: "declare", actor, activity, target: targets[0], pay: payments[0].pay };
}

let { role, encounter } = await json("GET", "/me");
let key = ownKey;
if (role === "host") {
  const from = { kind: "example", ruleset: "collective", name: "skirmish" };
  const made = await json("POST", "/encounters", { body: { from } });
  [encounter, key] = [made.encounter.id, made.game_master.secret];
}
const stop = new AbortController();
listen(encounter, key, stop.signal).catch((error) => stop.signal.aborted || console.error(error));
let state = await json("GET", `/encounters/${encounter}/state`, { key });
for (let given = 0; given < Number(commands) && state.decision.kind !== "over"; given++) {
  const body = { expected: state.sequence, command: await choose(encounter, state, key) };
  ({ state } = await json("POST", `/encounters/${encounter}/commands`, { key, body }));
}
stop.abort();
console.log(`${state.sequence} changes; ${state.decision.text}`);
