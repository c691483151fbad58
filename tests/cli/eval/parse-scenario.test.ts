import { expect, it } from 'vitest'
import { parseScenario } from '../../../cli/src/eval/parse-scenario.ts'

const FILE = 'evals/a.eval.json'
const parse = (value: unknown) => parseScenario(FILE, typeof value === 'string' ? value : JSON.stringify(value))
const withStep = (...steps: unknown[]) => parse({ name: 'a', steps })
const PARK = { tool: 'api.desk.pay', input: {} }

it('EVL-07 EVL-10 EVL-11 EVL-12 EVL-13 EVL-18 reads every form, with the default expectations', () => {
  const steps = [
    { tool: 'api.desk.pay' },
    { approve: '$steps[0].result.id', expect: { ok: false, status: 404, error: 'proposal' } },
    { reject: 'some-id' },
    { turn: 'What is here?', path: '/desk', expect: { result: undefined } },
  ]
  expect(parse({ $schema: '../.fw/eval.schema.json', name: 'A day', steps, reset: true })).toEqual({
    scenario: {
      file: FILE,
      name: 'A day',
      reset: true,
      steps: [
        { form: 'tool', tool: 'api.desk.pay', input: {}, expect: { ok: true } },
        {
          form: 'approve',
          proposal: '$steps[0].result.id',
          expect: { ok: false, status: 404, error: 'proposal' },
        },
        { form: 'reject', proposal: 'some-id', expect: { ok: true } },
        { form: 'turn', message: 'What is here?', path: '/desk', expect: { ok: true } },
      ],
    },
  })
})

it.each<[string, unknown, string]>([
  ['no JSON', '{"name": }', 'invalid JSON'],
  ['no object', '[]', 'a scenario must be an object with "name" and "steps".'],
  ['EVL-07 no name', { steps: [PARK] }, 'name: must be a non-empty string.'],
  ['EVL-07 no steps', { name: 'a', steps: [] }, 'steps: must be a list with at least one step.'],
  ['EVL-07 an invalid reset', { name: 'a', steps: [PARK], reset: 1 }, 'reset: must be true or false.'],
  ['an unknown field', { name: 'a', step: [], steps: [PARK] }, 'unknown field "step". Did you mean "steps"?'],
])('%s is reported with the file', (_, value, words) => {
  expect(parse(value)).toEqual({ problems: [expect.stringMatching(/^evals\/a\.eval\.json/)] })
  expect(JSON.stringify(parse(value))).toContain(JSON.stringify(words).slice(1, -1))
})

it.each<[string, unknown, string]>([
  [
    'a step of no form',
    { tools: 'x' },
    'steps[1]: a step must have exactly one of "tool", "approve", "reject", "turn".',
  ],
  ['a step of two forms', { tool: 'x', turn: 'y' }, 'steps[1]: a step must have exactly one of'],
  ['a tool that is not a string', { tool: 1 }, 'steps[1].tool: must be a string.'],
  ['a tool of pages', { tool: 'ui_click' }, 'steps[1].tool: "ui_click" is a page tool, and no page is open.'],
  ['a field of another form', { turn: 'x', input: {} }, 'steps[1]: unknown field "input".'],
  ['an invalid path', { turn: 'x', path: 'desk' }, 'steps[1].path: must begin with "/".'],
  ['EVL-17 a later step', { approve: '$steps[1].result.id' }, 'refers to a step that has not run yet'],
  [
    'EVL-17 half a reference',
    { tool: 'x', input: { a: ['$steps[0]'] } },
    'steps[1].input.a[0]: "$steps[0]" is not a valid refer',
  ],
  ['EVL-17 a reference in a text', { reject: '$steps[0].result.id!' }, 'Write only the reference, such as '],
  ['an invalid expectation', { tool: 'x', expect: true }, 'steps[1].expect: must be an object.'],
  ['a misspelled expectation', { tool: 'x', expect: { statu: 4 } }, 'unknown field "statu". Did you mean "status"?'],
  ['EVL-18 an invalid ok', { tool: 'x', expect: { ok: 'no' } }, 'steps[1].expect.ok: must be true or false.'],
  [
    'EVL-19 an invalid status',
    { tool: 'x', expect: { status: '404' } },
    'steps[1].expect.status: must be an HTTP status',
  ],
  ['EVL-20 an invalid error', { tool: 'x', expect: { error: 4 } }, 'steps[1].expect.error: must be a string'],
  ['EVL-25 a matcher beside others', { tool: 'x', expect: { result: { $not: 1, a: 2 } } }, '$not must be the only key'],
])('%s is reported with its position', (_, step, words) => {
  const parsed = withStep(PARK, step)
  expect('problems' in parsed && parsed.problems.join('\n')).toContain(words)
})
