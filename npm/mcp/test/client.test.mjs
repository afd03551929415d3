/** A duel through the official TypeScript client, which checks every structured result against its schema. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { program } from '../server.mjs';

let client;
before(async () => {
  client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({ command: program, args: ['mcp'], stderr: 'ignore' }),
  );
  // Only listed tools have their results checked.
  await client.listTools();
});
after(() => client.close());

/** Calls a tool that is to succeed. */
async function call(name, input = {}) {
  const result = await client.callTool({ name, arguments: input });
  assert.ok(!result.isError, `${name}: ${result.content[0].text}`);
  return result.structuredContent;
}

test('every tool that reads can be called', async () => {
  const { rulesets } = await call('list_rulesets');
  assert.ok(rulesets.length > 0);
  await call('start_fight', { ruleset: 'srd-5', example: 'duel', seed: 3, auto_roll: true });
  const { creatures } = await call('search_creatures', { ruleset: 'srd-5', search: 'goblin' });
  assert.ok(creatures.length > 0);
  for (const tool of ['state', 'list_fights', 'log', 'legal_actions']) {
    await call(tool);
  }
  await call('explain_rule', { topic: 'dodge' });
  const refused = await client.callTool({ name: 'apply', arguments: { lines: ['Pip: sing'] } });
  assert.equal(refused.isError, true);
  assert.match(refused.content[0].text, /no action called/);
});

test('a duel is played by the best plan', async () => {
  const started = await call('start_fight', {
    ruleset: 'srd-5',
    example: 'duel',
    seed: 3,
    auto_roll: true,
  });
  let waits = started.state.waits_for;
  for (let turns = 0; turns < 400 && waits.kind !== 'over'; turns += 1) {
    const state = await call('state');
    if (state.combatants.some((one) => one.health?.startsWith('0 of'))) break;
    let line = 'pass';
    if (waits.kind === 'rule') {
      line = waits.next.split('`')[1];
    } else if (waits.kind === 'act') {
      const { ways } = await call('plan', { actor: waits.who[0] });
      line = ways[0]?.lines[0] ?? 'end';
    }
    waits = (await call('apply', { lines: [line] })).waits_for;
  }
  const { combatants } = await call('state');
  assert.ok(
    combatants.some((one) => one.health.startsWith('0 of')),
    'somebody has lost',
  );
});
