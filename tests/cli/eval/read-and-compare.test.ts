import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compareRuns } from '../../../cli/src/eval/compare.ts'
import { keepRun, readBaseline, readPrevious, runFacts } from '../../../cli/src/eval/history.ts'
import { readScenarios } from '../../../cli/src/eval/read-scenarios.ts'
import { type RunSummary, summarize } from '../../../cli/src/eval/summary.ts'
import { issueSession, readSession } from '../../../cli/src/session.ts'

let root: string
const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}
const scenario = (name: string) => JSON.stringify({ name, steps: [{ tool: 'api.x.y' }] })
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'fw-evals-'))
  for (const name of ['b', 'a/z', 'a', 'c/b']) write(`evals/${name}.eval.json`, scenario(name))
  write('evals/session.json', '{"user":"ann"}')
  write('evals/notes.json', '{}')
  write('bad/one.eval.json', '{"name":"x"}')
  write('bad/two.eval.json', '{')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const filesOf = (cwd: string, ...given: string[]) => readScenarios(root, join(root, cwd), given).map(({ file }) => file)

it('EVL-06 finds the scenarios below evals/, sorted by file name', () => {
  expect(filesOf('.')).toEqual(['evals/a.eval.json', 'evals/a/z.eval.json', 'evals/b.eval.json', 'evals/c/b.eval.json'])
})

it('takes files and folders relative to where it was called, each once', () => {
  expect(filesOf('evals/c', 'b.eval.json', '../a', '../a/z.eval.json')).toEqual([
    'evals/a/z.eval.json',
    'evals/c/b.eval.json',
  ])
})

it.each<[string, string, string]>([
  ['a file that is not there', 'evals/gone.eval.json', 'File evals/gone.eval.json not found.'],
  ['a folder without scenarios', 'evals/notes', 'File evals/notes not found.'],
  ['every scenario that is none', 'bad', 'bad/one.eval.json steps: must be a list'],
  ['every scenario that is none', 'bad', 'bad/two.eval.json: invalid JSON'],
])('reports %s', (_, given, words) => {
  expect(() => filesOf('.', given)).toThrow(words)
})

it('reads the session of the flag, of a file, of evals/session.json', () => {
  write('eve.json', '{"user":"eve"}')
  const read = (given?: string) => readSession(root, root, given)
  expect([read(), read('eve.json'), read(' {"user":"bob"}')]).toEqual([
    { user: 'ann' },
    { user: 'eve' },
    { user: 'bob' },
  ])
  expect(readSession(join(root, 'bad'), root, undefined)).toBeUndefined()
  expect(() => read('gone.json')).toThrow('File gone.json not found.')
  for (const bad of ['{"user":', 'bad/two.eval.json']) expect(() => read(bad)).toThrow('as a JSON object')
  expect(() => issueSession(undefined, {})).toThrow('it has no src/session.ts')
})

const usage = (tokens: number, costUsd?: number) => ({
  inputTokens: tokens,
  outputTokens: 0,
  cachedInputTokens: 0,
  ...(costUsd !== undefined && { costUsd }),
})
const run = (trials: number, ...scenarios: [file: string, passed: number, tokens: number, cost?: number][]) =>
  ({
    ok: true,
    date: '2026-11-22T00:00:00.000Z',
    trials,
    durationMs: 1,
    usage: usage(0),
    scenarios: scenarios.map(([file, passed, tokens, cost]) => ({
      file,
      name: file,
      passed,
      failed: trials - passed,
      usage: usage(tokens, cost),
    })),
  }) satisfies RunSummary

it('EVL-35 compares verdicts by file, and costs per trial of the scenarios that both runs have', () => {
  const before = run(1, ['a', 1, 100, 0.5], ['b', 0, 50], ['old', 1, 900])
  const now = run(4, ['a', 0, 600, 4], ['b', 1, 100], ['new', 4, 900])
  expect(compareRuns(now, before, 'main.json')).toEqual({
    with: 'main.json',
    date: before.date,
    broken: ['a'],
    fixed: ['b'],
    added: ['new'],
    removed: ['old'],
    costPerTrial: { before: { tokens: 150, costUsd: 0.5 }, now: { tokens: 175, costUsd: 1 } },
  })
  expect(compareRuns(run(1, ['a', 1, 0]), before, 'x')).not.toHaveProperty('costPerTrial')
})

it('EVL-30 a scenario stops the gate when every trial of it failed, and only then', () => {
  const report = { name: 'a', durationMs: 1, usage: usage(1), steps: [] }
  const scenarios = ['a', 'b'].map((file) => ({ file, name: 'a', reset: false, steps: [] }))
  const verdict = (...oks: boolean[]) =>
    summarize(
      scenarios,
      oks.flatMap((ok, trial) => scenarios.map(({ file }) => ({ ...report, file, trial, ok: ok || file === 'b' }))),
      { date: '', trials: oks.length, durationMs: 1 },
    )
  expect(verdict(false)).toMatchObject({ ok: false })
  expect(verdict(false, false, false)).toMatchObject({ ok: false, usage: { inputTokens: 6 } })
  expect(verdict(false, true, false)).toMatchObject({ ok: true, scenarios: [{ passed: 1, failed: 2 }, { passed: 3 }] })
})

it('EVL-34 EVL-36 stores each run in a separate line, also after a line that a crash has truncated', () => {
  expect(readPrevious(root)).toBeUndefined()
  keepRun(root, run(1, ['a', 1, 0]), { failed: [] })
  keepRun(root, run(2, ['b', 1, 0]), { failed: ['b'] })
  expect(readPrevious(root)).toEqual(run(2, ['b', 1, 0]))
  const file = join(root, '.fw/evals/history.jsonl')
  writeFileSync(file, `${readFileSync(file, 'utf8')}{"date":"20`)
  expect(readPrevious(root)).toEqual(run(2, ['b', 1, 0]))
  keepRun(root, run(3, ['c', 1, 0]), {})
  expect(readPrevious(root)).toEqual(run(3, ['c', 1, 0]))
  expect(readBaseline(join(root, 'eval-gate.json'))).toEqual(run(3, ['c', 1, 0]))
  for (const other of ['evals/notes.json', 'bad/two.eval.json'])
    expect(() => readBaseline(join(root, other))).toThrow('does not contain an eval report')
})

it('EVL-34 a run outside of version control has a date and no commit', () => {
  expect(runFacts(root)).toEqual({ date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) })
})
