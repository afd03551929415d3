/** The protocol's own conformance suite, as far as it needs nothing that only a test server has. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { overHttp } from '../server.mjs';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const suite = path('../node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** Scenarios that ask for nothing but the protocol. */
const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'server-sse-multiple-streams',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
];

test('the server conforms to the protocol', async () => {
  const server = await overHttp();
  // It fails on a scenario that fails and is not listed in the file, and on one that is and passes.
  const beyond = ['--expected-failures', path('beyond.yml')];
  const arguments_ = [suite, 'server', '--url', server.url, ...beyond];
  const told = await promisify(execFile)(process.execPath, arguments_).catch((error) =>
    assert.fail(`${error.stdout}\n${error.stderr}`),
  );
  for (const scenario of SCENARIOS) {
    assert.match(told.stdout, new RegExp(`✓ ${scenario}: [1-9]\\d* passed, 0 failed`));
  }
  assert.equal(await server.stop(), 0, 'the server stops well');
});
