/** Checks `docs/guide/eval.md`: its scenario runs unchanged, and its tables match the code. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { parseScenario } from '../../../cli/src/eval/parse-scenario.ts'
import { runScenario } from '../../../cli/src/eval/run-scenario.ts'
import { createCaller } from '../../../cli/src/eval/step-caller.ts'
import { defineAgent } from '../../../runtime/src/agent.ts'
import { api, schema, str } from '../../../runtime/src/index.ts'
import { createFwServer } from '../../../runtime/src/server.ts'
import { strictModel } from '../../support/vendors/strict-model.ts'

const page = readFileSync(fileURLToPath(new URL('../../../docs/guide/eval.md', import.meta.url)), 'utf8')
const shown = /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
const firstCells = (heading: string) => {
  const lines = page.split('\n')
  const from = lines.findIndex((line) => line.startsWith(`| ${heading} `)) + 2
  const rows = lines.slice(from, lines.indexOf('', from))
  return rows.map((row) => /`([^`]+)`/.exec(row)?.[1] ?? '')
}

it('shows a scenario that passes', async () => {
  const model = await strictModel()
  model.add('There is nothing open any more.')
  const server = createFwServer({
    apis: {
      desk: {
        find: api({
          description: 'Finds what has to be paid.',
          input: schema({ word: str() }),
          run: () => ({ lines: [{ id: 'p1', open: true }] }),
        }),
        pay: api({ description: 'Pays.', guard: 'confirm', input: schema({ id: str() }), run: () => ({ paid: 5 }) }),
        wipe: api({ description: 'Wipes.', guard: 'forbidden', run: () => null }),
      },
    },
    agent: defineAgent({}, { env: model.env() }),
    log: () => undefined,
  })
  const parsed = parseScenario('evals/a.eval.json', shown)
  if ('problems' in parsed) throw new Error(parsed.problems.join('\n'))
  const report = await runScenario(parsed.scenario, createCaller({ url: 'http://localhost', fetch: server.fetch }, ''))
  await model.close()
  expect(report.steps.map(({ verdict, problem, mismatches }) => problem ?? mismatches ?? verdict)).toEqual(
    report.steps.map(() => 'passed'),
  )
})

it('names every step, every expectation and every flag', () => {
  const forms = firstCells('step').map((form) => /"(\w+)"/.exec(form)?.[1] ?? '')
  const steps = forms.map((form) => ({ [form]: 'x', ...(form === 'turn' && { path: '/' }) }))
  const expected = { ok: false, status: 1, error: 'x', code: 'x', result: 'x' }
  expect(firstCells('key')).toEqual(Object.keys(expected))
  const all = steps.map((step) => ({ ...step, expect: expected }))
  expect(parseScenario('a', JSON.stringify({ name: 'a', steps: all }))).toHaveProperty('scenario')
  expect(forms).toEqual(['tool', 'approve', 'reject', 'turn'])
  const command = readFileSync(fileURLToPath(new URL('../../../cli/src/commands/eval.ts', import.meta.url)), 'utf8')
  const flags = [...command.matchAll(/Option\.\w+\('--(\w+)'/g)].map(([, flag]) => flag)
  expect(flags.filter((flag) => !page.includes(`\`--${flag}`))).toEqual([])
  expect(flags).toHaveLength(6)
})
