import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ScriptedModel } from '../../runtime/src/testing.ts'
import { strictModel } from '../support/vendors/strict-model.ts'
import { type AppCopy, copyApp, type Outcome, runFw, startFw } from './support/fixture.ts'

let app: AppCopy
let model: ScriptedModel
beforeAll(async () => {
  app = copyApp('scenarios')
  model = await strictModel()
  const git = (...args: string[]) => execFileSync('git', args, { cwd: app.root })
  git('init', '--quiet')
  git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '--quiet', '--allow-empty', '--message', 'a')
  const { code, stderr } = await app.fw('build')
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('Failed')])
  // For editors.
  expect(app.read('.fw/eval.schema.json')).toContain('"[confirm] Takes an amount from the account, for good."')
})
afterAll(async () => {
  await model?.close()
  app?.remove()
})

const EVALS = ['evals/later/ask.eval.json', 'evals/luck.eval.json', 'evals/pay.eval.json']
const START = `${process.execPath} ${fileURLToPath(new URL('../../cli/bin/fw.js', import.meta.url))} start`
const json = (file: string) => JSON.parse(app.read(file)) as Record<string, unknown>
const history = () =>
  app
    .read('.fw/evals/history.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
const evaluate = (...args: string[]): Promise<Outcome> => runFw(app.root, ['eval', ...args], model.env())

/** Returns whether the process runs. A zombie process, common in containers, does not. */
function runs(pid: number): boolean {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  if (state.error) throw state.error
  return /^[^Z]/.test(state.stdout.trim())
}

// In this order: each run is compared with the one before it.
describe('fw eval', () => {
  it('CLI-14 CNV-19 EVL-06 EVL-31 EVL-34 EVL-37 runs the scenarios by file name, reports differences, and exits with 1', async () => {
    model.add({ text: 'I am well.', usage: { input: 7, output: 3 } })
    const { code, stdout, stderr } = await evaluate()
    expect(stdout.replaceAll(/\d+ ms/g, '# ms').split('\n')).toEqual([
      'passed  evals/later/ask.eval.json  the agent answers  (1 step, # ms)',
      'failed  evals/luck.eval.json  luck  (2 steps, # ms)',
      '  step 0  api.desk.lucky',
      '    ok',
      '      expected  true',
      '      got       false (status 500, with the error "Error: no luck" and the code internal)',
      'passed  evals/pay.eval.json  a payment waits for Ann  (4 steps, # ms)',
      '',
    ])
    expect(stderr).toContain('1 of 3  evals/later/ask.eval.json\n')
    expect(stderr).toContain('Gate failed: 1 of 3 scenarios failed.\n  evals/luck.eval.json  luck\n')
    expect(stderr).not.toContain('Compared')
    expect(code).toBe(1)
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: app.root, encoding: 'utf8' }).trim()
    const run = { ok: false, commit, trials: 1, date: expect.stringMatching(/^\d{4}-.*Z$/), model: expect.any(String) }
    const usage = { inputTokens: 7, outputTokens: 3, cachedInputTokens: 0 }
    expect(history()).toEqual([expect.objectContaining({ ...run, usage: expect.objectContaining(usage) })])
    expect(json('eval-gate.json')).toMatchObject({ ...run, failed: ['evals/luck.eval.json'], unsteady: [] })
  })

  it('EVL-01 EVL-03 EVL-04 EVL-07 EVL-08 EVL-30 EVL-32 EVL-33 EVL-35 starts the app, again for scenarios that require it, and accepts unsteady ones', async () => {
    const usage = { input: 14, output: 6 }
    model.add({ text: 'I am well.', usage }, { text: 'Very well.', usage })
    const { code, stdout, stderr } = await evaluate('--start', START, '--json', '--trials', '2')
    expect(stderr).not.toContain('this line is of the app')
    const report = JSON.parse(stdout)
    const reports = report.reports.map(({ file, trial, ok }: Record<string, unknown>) => [file, trial, ok])
    const expected = [0, 1].flatMap((trial) => EVALS.map((file) => [file, trial, file !== EVALS[1] || trial === 0]))
    expect(reports).toEqual(expected)
    expect(report.comparison).toEqual({
      with: 'previous',
      date: history()[0]?.date,
      commit: report.commit,
      broken: [],
      fixed: ['evals/luck.eval.json'],
      added: [],
      removed: [],
      costPerTrial: { before: expect.objectContaining({ tokens: 10 }), now: expect.objectContaining({ tokens: 20 }) },
    })
    const { reports: _, ...gate } = report
    expect(json('eval-gate.json')).toEqual(gate)
    expect(gate).toMatchObject({ ok: true, failed: [], unsteady: ['evals/luck.eval.json'] })
    expect(stderr).toContain('Gate passed: 3 scenarios, none failed in every one of 2 trials.')
    expect(stderr).toContain('  unsteady  evals/luck.eval.json  passed 1 of 2\n')
    expect(stderr).toMatch(/Compared with the previous run \(.*\n {2}fixed: .*\n {2}cost per trial: 10 .* 20 tokens/)
    expect(code).toBe(0)
    // It was stopped: nothing listens at its URL.
    const urls = [...stderr.matchAll(/Listening on (\S+)/g)]
    expect(urls).toEqual([])
    app.write('kept.json', stdout)
  })

  it('EVL-02 EVL-05 EVL-09 EVL-37 asks a server that runs already, which a reset leaves alone', async () => {
    const running = await startFw(app.root, ['start', '--port', '0', '--host', '127.0.0.1'])
    const first = await evaluate('--url', running.url, '--baseline', 'kept.json', 'evals/pay.eval.json')
    expect(first.stderr).toContain('Gate passed: 1 scenario, none failed.')
    expect(first.stderr).toMatch(/Compared with kept\.json .*\n {2}not in this run: evals\/later\/ask.*, evals\/luck/)
    expect(first.code).toBe(0)
    const again = await evaluate('--url', running.url, '--session', '{"user":"eve"}', 'evals/pay.eval.json')
    expect(again.stdout).toContain('      expected  1\n      got       3\n')
    expect(again.stdout).toContain('      expected  "ann"\n      got       "eve"\n')
    expect(again.stderr).toContain('  broken: evals/pay.eval.json\n')
    expect(again.code).toBe(1)
    expect((await running.stop('SIGTERM')).stdout).toContain('this line is of the app')
    expect(history()).toHaveLength(4)
  })

  it('shows its progress on a terminal, and removes it again', async () => {
    const { code, text } = await app.fwInTerminal(['eval', 'evals/luck.eval.json'])
    expect(text).toContain('1 of 1  evals/luck.eval.json\r\u001b[2K')
    expect(text).toContain('\u001b[32mpassed\u001b[39m  evals/luck.eval.json')
    expect(code).toBe(0)
  })

  it('EVL-01 Ctrl-C stops the app that it has booted', async () => {
    mkdirSync(join(app.root, 'more'))
    app.write('more/hang.eval.json', '{"name":"hang","steps":[{"tool":"api.desk.hang"}]}')
    const before = history().length
    const bin = fileURLToPath(new URL('../../cli/bin/fw.js', import.meta.url))
    const child = spawn(process.execPath, [bin, 'eval', 'more', '--start', START], { cwd: app.root })
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    const ended = new Promise((resolve) => child.on('close', resolve))
    const booted = () => Number(/hang (\d+)/.exec(app.read('desk.log'))?.[1] ?? 0)
    await expect.poll(booted, { timeout: 60_000 }).toBeGreaterThan(0)
    child.kill('SIGINT')
    expect(await ended).toBe(1)
    expect(stderr).toContain('Failed: Stopped before all scenarios ran.')
    expect(runs(booted())).toBe(false)
    expect(history()).toHaveLength(before)
  })

  it.each<[string, readonly string[], string]>([
    ['EVL-36 an unreadable baseline', ['--baseline', 'package.json'], 'package.json does not contain an eval report.'],
    ['EVL-36 a missing baseline', ['--baseline', 'gone.json'], 'gone.json not found.'],
    ['EVL-02 a server that is not there', ['--url', 'http://127.0.0.1:9'], 'No server responds at http://127.0.0.1:9.'],
    ['EVL-01 an app that does not start', ['--start', 'exit 3'], '"exit 3" exited with code 3 before it listened.'],
    ['EVL-04 invalid trials', ['--trials', '0'], '--trials must be a number from 1 to 9999, got "0".'],
  ])('%s: it exits with 1 and runs nothing', async (_, args, words) => {
    const before = [history().length, app.read('desk.log')]
    const { code, stdout, stderr } = await evaluate(...args)
    expect(stderr).toContain(words)
    expect(stderr).toContain('Failed: ')
    expect(stderr).not.toContain('    at ')
    expect([code, stdout]).toEqual([1, ''])
    expect([history().length, app.read('desk.log')]).toEqual(before)
  })
})
