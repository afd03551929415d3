import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import { EngineProblem, load, Rulebook } from '../index.js';
import { games, ruleset, text } from './support.mjs';

before(() => load());

const first = () => new Rulebook(ruleset('examples/first-ruleset'));
const encounter = () =>
  ruleset('examples/first-ruleset').find((file) => file.path.startsWith('examples/')).path;

test('a ruleset that is in order has no mistakes and its scenarios pass', () => {
  const rulebook = first();
  assert.equal(rulebook.check().errors, 0);
  const results = rulebook.scenarios();
  assert.ok(results.passed > 0);
  assert.equal(results.failed, 0);
});

test('a mistake is told with its file, line, column, code and hint', () => {
  const rulebook = first();
  const file = ruleset('examples/first-ruleset').find((one) => one.path.startsWith('rules/'));
  rulebook.set(file.path, file.text.replace('[[rule]]', '[[rule]]\nsaxs = "x"'));
  const report = rulebook.check();
  assert.ok(report.errors > 0);
  const [mistake] = report.diagnostics;
  assert.equal(mistake.place.file, file.path);
  assert.match(mistake.code, /^E\d+$/);
  assert.ok(mistake.place.line > 0 && mistake.place.column > 0);
  assert.throws(
    () => rulebook.begin(encounter()),
    (error) => {
      assert.ok(error instanceof EngineProblem);
      assert.equal(error.problem.code, 'unloadable');
      return true;
    },
  );
  rulebook.set(file.path, file.text);
  assert.equal(rulebook.check().errors, 0);
});

test('a fight is played, undone, redone, saved and gone on with', () => {
  const rulebook = first();
  const fight = rulebook.begin(encounter(), 7);
  fight.table({ auto_roll: true });
  let played = 0;
  for (let turn = 0; turn < 30 && fight.state().decision.kind !== 'over'; turn += 1) {
    const { decision } = fight.state();
    if (decision.kind === 'rule') {
      fight.command({ kind: 'rule', answer: decision.ruling.default });
      continue;
    }
    const options = fight.options();
    const able = options.combatants.find((one) => one.legal.length > 0);
    const choice = able?.legal.find((one) => one.targets.length > 0 || one.untargeted);
    if (!choice) {
      fight.command({ kind: decision.kind === 'act' ? 'end' : 'pass' });
      continue;
    }
    assert.ok(Array.isArray(choice.payments));
    const target = choice.untargeted ? null : choice.targets[0];
    const news = fight.command({
      kind: 'declare',
      actor: able.name,
      activity: choice.activity,
      target,
    });
    assert.ok(news.updates.length > 0);
    played += 1;
  }
  assert.ok(played > 0, 'nobody could do anything');
  const after = fight.state();
  fight.undo();
  assert.equal(fight.state().point, after.point - 1);
  fight.redo();
  const same = (state) => ({ ...state, sequence: 0, decision: { ...state.decision, id: 0 } });
  assert.deepEqual(same(fight.state()), same(after));
  const again = rulebook.resume(fight.export());
  assert.deepEqual(again.state().combatants, after.combatants);
  const recorded = rulebook.resume(fight.record());
  assert.deepEqual(recorded.state().combatants, after.combatants);
});

test('what is denied says why and changes nothing', () => {
  const fight = first().begin(encounter());
  const ask = () => fight.options().combatants.flatMap((one) => one.denied);
  if (fight.state().decision.kind === 'rule') {
    fight.command({ kind: 'rule', answer: fight.state().decision.ruling.default });
  }
  const before = fight.state();
  const denied = ask();
  assert.ok(denied.length > 0);
  assert.ok(denied.every((one) => one.reasons.length > 0));
  const who = fight.options().combatants.find((one) => one.denied.length > 0);
  assert.throws(
    () => fight.command({ kind: 'declare', actor: who.name, activity: who.denied[0].activity }),
    (error) => error.problem.code === 'denied' && error.problem.reasons.length > 0,
  );
  assert.deepEqual(fight.state(), before);
});

test('nonsense is answered with a problem', () => {
  const rulebook = first();
  const problem = (call) => {
    try {
      call();
    } catch (error) {
      return error.problem?.code;
    }
    return 'nothing';
  };
  assert.equal(
    problem(() => new Rulebook('no files')),
    'invalid',
  );
  assert.equal(
    problem(() => rulebook.begin('no/such.toml')),
    'invalid',
  );
  assert.equal(
    problem(() => rulebook.beginText('][')),
    'unloadable',
  );
  assert.equal(
    problem(() => rulebook.resume('{}')),
    'invalid',
  );
  assert.equal(
    problem(() => rulebook.resume('turnwright record 1\nrubbish')),
    'unloadable',
  );
  const fight = rulebook.begin(encounter());
  assert.equal(
    problem(() => fight.command({ kind: 'no such' })),
    'invalid',
  );
  assert.equal(
    problem(() => fight.command({ kind: 'end' }, 99)),
    'stale',
  );
  assert.equal(
    problem(() => new Rulebook([]).scenarios()),
    'unloadable',
  );
});

test('a recorded game is gone on with as a fight', () => {
  const id = 'collective';
  const rulebook = new Rulebook(ruleset(`rulesets/${id}`));
  const fight = rulebook.resume(text(games(id)[0]));
  assert.ok(fight.log().updates.length > 0);
});
