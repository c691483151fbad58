import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { parseScenario } from '../../../cli/src/eval/parse-scenario.ts'
import { runScenario } from '../../../cli/src/eval/run-scenario.ts'
import { createCaller } from '../../../cli/src/eval/step-caller.ts'
import { defineAgent } from '../../../runtime/src/agent.ts'
import { api, FwError, int, list, obj, schema, str } from '../../../runtime/src/index.ts'
import { createFwServer, createSessionStore, type FwServer } from '../../../runtime/src/server.ts'
import type { ScriptedModel, ScriptedStep } from '../../../runtime/src/testing.ts'
import { strictModel } from '../../support/vendors/strict-model.ts'

const session = createSessionStore<{ user: string }>({ secret: 'a secret of enough characters for anybody' })
const ran: string[] = []
let server: FwServer
let model: ScriptedModel
let configured = true

const desk = {
  find: api({
    description: 'Finds payments.',
    input: schema({ ids: list(str()).optional() }),
    run: ({ input }) => ({ asked: input, lines: [{ id: 'p1', cents: 5 }], constructor: undefined }),
  }),
  pay: api({
    description: 'Pays.',
    guard: 'confirm',
    input: schema({ to: obj({ name: str() }), cents: int() }),
    run: ({ input }) => {
      ran.push(`pay ${input.to.name} ${input.cents}`)
      return { paid: input.cents }
    },
  }),
  wipe: api({ description: 'Wipes.', guard: 'forbidden', run: () => ran.push('wipe') }),
  fail: api({
    description: 'Throws.',
    run: () => {
      throw new Error('out of paper')
    },
  }),
  missing: api({
    description: 'Finds nothing.',
    run: () => {
      throw new FwError('not_found', { message: 'There is no such payment.' })
    },
  }),
  sold: api({
    description: 'Sells nothing.',
    run: () => {
      throw new FwError('sold_out', { status: 409, message: 'Everything is sold.' })
    },
  }),
  visit: api({
    description: 'Greets, and remembers.',
    run: ({ ctx }) => {
      if (ctx.session === undefined) ctx.headers.append('set-cookie', session.issue({ user: 'guest' }))
      return { user: (ctx as { userId?: string }).userId ?? 'nobody' }
    },
  }),
}

beforeAll(async () => {
  model = await strictModel()
  const make = (env: Record<string, string>) =>
    createFwServer({
      apis: { desk },
      agent: defineAgent({ maxTurns: 2 }, { env }),
      session,
      ctxFor: (_, { session: data }) => ({ userId: (data as { user?: string } | undefined)?.user }),
      onAudit: ({ tool, origin }) => void origins.push(`${tool} ${origin}`),
      log: () => undefined,
    })
  const keyless = make({})
  const keyed = make(model.env())
  server = { ...keyed, fetch: (request) => (configured ? keyed : keyless).fetch(request) }
})
afterAll(() => model.close())
const origins: string[] = []
beforeEach(() => {
  ran.length = 0
  origins.length = 0
  configured = true
})

const ANN = session.issue({ user: 'ann' })

async function run(steps: readonly object[], cookie: string | undefined = ANN) {
  const parsed = parseScenario('evals/a.eval.json', JSON.stringify({ name: 'a', steps }))
  if ('problems' in parsed) throw new Error(parsed.problems.join('\n'))
  return runScenario(parsed.scenario, createCaller({ url: 'http://localhost', fetch: server.fetch }, cookie))
}
const failures = async (...given: Parameters<typeof run>) =>
  (await run(...given)).steps.flatMap(({ mismatches = [], problem, index }) => [
    ...mismatches.map(({ path, expected, actual }) => `${index} ${path}: ${expected} / ${actual}`),
    ...(problem === undefined ? [] : [`${index} ${problem}`]),
  ])
const PAY = { tool: 'api.desk.pay', input: { to: { name: 'bob' }, cents: 5 } }

it('EVL-10 EVL-14 EVL-18 RUN-09 a tool step calls as an agent: what waits for a person does not run', async () => {
  const report = await run([PAY, { tool: 'desk__find' }, { tool: 'desk.find', input: { ids: [] } }])
  expect(report).toMatchObject({ ok: true, file: 'evals/a.eval.json', name: 'a' })
  expect(report.steps[0]?.outcome).toMatchObject({ status: 200, ok: true, result: { status: 'proposal' } })
  expect(ran).toEqual([])
  expect(origins).toEqual(['api.desk.pay agent', 'api.desk.find agent', 'api.desk.find agent'])
})

it('a scenario that expects error codes passes in development and in production', async () => {
  const steps = [
    { tool: 'api.desk.fail', expect: { ok: false, status: 500, code: 'internal' } },
    { tool: 'api.desk.missing', expect: { ok: false, code: 'not_found' } },
    { tool: 'api.desk.sold', expect: { ok: false, status: 409, code: 'sold_out' } },
    { tool: 'api.desk.pay', input: { cents: 'x' }, expect: { ok: false, code: 'invalid_input' } },
    { tool: 'api.desk.wipe', expect: { ok: false, code: 'forbidden' } },
  ]
  const wrong = [{ tool: 'api.desk.wipe', expect: { ok: false, code: 'internal' } }]
  const development = server
  for (const production of [false, true]) {
    server = createFwServer({ apis: { desk }, session, production, log: () => undefined })
    expect(await failures(steps)).toEqual([])
    expect(await failures(wrong)).toEqual([expect.stringMatching(/^0 code: internal \/ forbidden, with the error /)])
  }
  server = development
})

it('EVL-11 EVL-15 EVL-17 an approval by the real endpoint runs the parked call once', async () => {
  const approve = { approve: '$steps[0].result.id' }
  const again = { ...approve, expect: { ok: false, status: 404 } }
  expect(await failures([PAY, { ...approve, expect: { result: { paid: 5 } } }, again])).toEqual([])
  expect(ran).toEqual(['pay bob 5'])
})

it('EVL-12 EVL-15 a rejection discards it, and a second one is no longer ok', async () => {
  const reject = { reject: '$steps[0].result.id' }
  const late = { approve: '$steps[0].result.id', expect: { ok: false } }
  expect(await failures([PAY, reject, { ...reject, expect: { ok: false, status: 200 } }, late])).toEqual([])
  expect(ran).toEqual([])
})

it('EVL-15 anonymous callers and other users cannot approve', async () => {
  const parked = await run([PAY])
  const { id } = { ...(parked.steps[0]?.outcome?.result as { id: string } | undefined) }
  const refused = { approve: id, expect: { ok: false, status: 404 } }
  for (const person of [session.issue({ user: 'eve' }), '']) expect(await failures([refused], person)).toEqual([])
  expect(ran).toEqual([])
})

it('EVL-17 references take values of any kind from status, ok, result and error', async () => {
  const steps = [
    { tool: 'api.desk.find', input: { ids: ['a', 'b'] } },
    {
      tool: 'api.desk.find',
      input: { ids: '$steps[0].result.asked.ids' },
      expect: { result: { asked: { ids: ['a', 'b'] } } },
    },
    { tool: 'api.desk.missing', expect: { ok: false } },
    { tool: 'api.desk.find', input: { ids: ['$steps[2].error', '$steps[0].result.lines[0].id'] } },
    {
      tool: 'api.desk.pay',
      input: { to: { name: '$steps[0].result.lines[0].id' }, cents: '$steps[2].status' },
      expect: { result: { input: { to: { name: 'p1' }, cents: 404 } } },
    },
  ]
  const { steps: reports, ok } = await run(steps)
  expect(ok).toBe(true)
  expect(reports[3]?.outcome?.result).toMatchObject({ asked: { ids: ['There is no such payment.', 'p1'] } })
})

it.each(['result.nothing', 'result.lines[7].id', 'result.constructor.name', 'error'])(
  'EVL-17 a reference to %s, which has no result, fails its step, which is not sent',
  async (path) => {
    const { steps, ok } = await run([{ tool: 'api.desk.find' }, { ...PAY, input: { to: `$steps[0].${path}` } }, PAY])
    expect(ok).toBe(false)
    expect(steps.map(({ verdict }) => verdict)).toEqual(['passed', 'failed', 'skipped'])
    expect(steps[1]?.problem).toBe(`$steps[0].${path} does not exist in the outcome of that step.`)
    expect(origins).toEqual(['api.desk.find agent'])
  },
)

it.each<[string, object, string[]]>([
  ['EVL-18 ok', { tool: 'api.desk.wipe' }, ['0 ok: true / false (status 403, with the error']],
  ['EVL-18 ok: false', { tool: 'api.desk.find', expect: { ok: false } }, ['0 ok: false / true (status 200)']],
  ['EVL-19 status', { tool: 'api.desk.find', expect: { status: 201 } }, ['0 status: 201 / 200']],
  [
    'EVL-20 error',
    { tool: 'api.desk.missing', expect: { ok: false, error: 'paper' } },
    ['0 error: a string that contains "paper" / There is no such payment.'],
  ],
  [
    'EVL-21 result',
    { tool: 'api.desk.find', expect: { result: { lines: [{ cents: 6 }] } } },
    ['0 result.lines[0].cents: 6 / 5'],
  ],
])('%s that is not met is reported', async (_, step, told) => {
  expect(await failures([step])).toEqual(told.map((text) => expect.stringContaining(text)))
})

it.each<[string, object]>([
  ['EVL-19 EVL-20 a forbidden tool', { tool: 'api.desk.wipe', expect: { ok: false, status: 403 } }],
  ['EVL-19 an unknown tool', { tool: 'api.desk.nothing', expect: { ok: false, status: 404 } }],
  ['an address in the place of a tool', { tool: '../approve', expect: { ok: false } }],
  ['EVL-19 a wrong input', { tool: 'api.desk.pay', input: { cents: 'x' }, expect: { ok: false, status: 400 } }],
  [
    'EVL-27 ERR-15 a throw',
    { tool: 'api.desk.fail', expect: { ok: false, status: 500, error: 'Error: out of paper' } },
  ],
])('%s is an outcome that can be expected', async (_, step) => {
  expect(await failures([step])).toEqual([])
  const { steps } = await run([step])
  expect(steps[0]?.outcome?.result).toBeUndefined()
})

it('stores the cookies that it gets, like a client, and starts each scenario without any', async () => {
  const visit = (user: string) => ({ tool: 'api.desk.visit', expect: { result: { user } } })
  expect(await failures([visit('nobody'), visit('guest')], '')).toEqual([])
  expect(await failures([visit('nobody')], '')).toEqual([])
  expect(await failures([visit('ann'), visit('ann')])).toEqual([])
})

const TURN = { turn: 'What is there?', path: '/' }
it.each<[string, ScriptedStep[], object]>([
  [
    'EVL-13 EVL-16 EVL-28 a text',
    [{ calls: [{ name: 'api.desk.find', input: {} }] }, 'One payment.'],
    { result: { type: 'text', text: { $contains: 'One' }, stopReason: '$absent' } },
  ],
  [
    'EVL-28 calls for the page',
    [{ calls: [{ name: 'ui_navigate', input: { path: '/' } }] }],
    { result: { type: 'ui_calls' } },
  ],
  [
    'EVL-28 EVL-29 an exhausted loop',
    Array.from({ length: 2 }, () => ({ calls: [{ name: 'api.desk.find', input: {} }] })),
    { ok: false, status: 200, error: 'max_turns', result: { type: 'text', stopReason: 'max_turns' } },
  ],
  [
    'EVL-29 a refusal',
    [{ refusal: 'I would rather not.' }],
    { ok: false, error: 'refusal', result: { type: 'refusal' } },
  ],
  ['EVL-29 a provider failure', [{ status: 400, message: 'no' }], { ok: false, status: 502 }],
])('%s of a turn', async (_, script, expected) => {
  model.add(...script)
  expect(await failures([{ ...TURN, expect: expected }])).toEqual([])
  // Without the expectation, the same turn passes only where it was ok.
  model.add(...script)
  expect((await run([TURN])).ok).toBe(!('ok' in expected))
})

it('EVL-29 a missing model is not ok', async () => {
  configured = false
  expect(await failures([{ ...TURN, expect: { ok: false, status: 200, error: 'ANTHROPIC_API_KEY' } }])).toEqual([])
  expect((await run([TURN])).ok).toBe(false)
})

it('EVL-34 reports the model and its tokens', async () => {
  model.add({ text: 'One.', usage: { input: 7, output: 3 } }, { text: 'Two.', usage: { input: 1, output: 2 } })
  const report = await run([TURN, { tool: 'api.desk.find' }, TURN])
  expect(report.model).toMatch(/\w\/\w/)
  expect(report.usage).toMatchObject({ inputTokens: 8, outputTokens: 5 })
  expect((await run([{ tool: 'api.desk.find' }])).model).toBeUndefined()
})

it('EVL-13 approves the proposals of a turn, as the user of the turn', async () => {
  model.add({ calls: [{ name: 'api.desk.pay', input: PAY.input }] }, 'It waits for you.')
  const approve = { approve: '$steps[0].result.proposals[0].id', expect: { result: { paid: 5 } } }
  expect(await failures([TURN, approve])).toEqual([])
  expect(ran).toEqual(['pay bob 5'])
})

it('an app that does not respond fails the step, with any expectation', async () => {
  const gone = createCaller({ url: 'http://localhost', fetch: () => Promise.reject(new Error('refused')) }, undefined)
  const parsed = parseScenario('evals/a.eval.json', '{"name":"a","steps":[{"tool":"x","expect":{"ok":false}}]}')
  const report = await runScenario('scenario' in parsed ? parsed.scenario : ({} as never), gone)
  expect(report.steps).toMatchObject([{ verdict: 'failed', problem: 'The app did not respond: refused' }])
})

it('a response that is not an envelope of fw is not ok', async () => {
  const other = createCaller(
    { url: 'http://localhost', fetch: async () => new Response('<h1>Bad gateway</h1>', { status: 502 }) },
    undefined,
  )
  expect(await other({ form: 'tool', tool: 'x', input: {} })).toEqual({
    status: 502,
    ok: false,
    error: 'Unexpected response: <h1>Bad gateway</h1>',
  })
})
