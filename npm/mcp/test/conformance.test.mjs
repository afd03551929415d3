/** The protocol's own conformance suite, as far as it needs no fixtures in the server. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { overHttp } from "./server.mjs";

const suite = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance");
const run = promisify(execFile);

/** Scenarios that ask for nothing but the protocol. The others call tools, prompts and resources that only a test
 * server has. */
const SCENARIOS = [
  "server-initialize",
  "ping",
  "tools-list",
  "resources-list",
  "prompts-list",
  "dns-rebinding-protection",
];

let server;
before(async () => {
  server = await overHttp();
});
after(async () => {
  assert.equal(await server.stop(), 0, "the server stops well");
});

for (const scenario of SCENARIOS) {
  test(scenario, async () => {
    const told = await run(process.execPath, [suite, "server", "--url", server.url, "--scenario", scenario]).catch(
      (error) => assert.fail(`${error.stdout}\n${error.stderr}`),
    );
    assert.match(told.stdout, /Passed: [1-9]\d*\/\d+, 0 failed/, told.stdout);
  });
}
