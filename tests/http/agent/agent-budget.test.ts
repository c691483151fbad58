import { expect, test } from 'vitest'
import { defineAgent } from '../../../runtime/src/agent.ts'
import type { Budget } from '../../../runtime/src/contract/agent/agent.ts'
import type { ScriptedStep } from '../../../runtime/src/testing.ts'
import { ask, ran, tidyAfterEach, withModel } from '../agent-app.ts'
import { describeTransports } from '../transports.ts'

tidyAfterEach()

/** Half past nine on a day in UTC. */
const NOW = Date.UTC(2026, 10, 21, 9, 30)

/** Callers identify themselves with a header, which only a test may do. */
async function budgeted(steps: readonly ScriptedStep[], budget: Budget, now = () => NOW) {
  const { model, options } = await withModel(steps)
  const agent = defineAgent({ budget }, { env: model.env('anthropic'), now })
  const ctxFor = (req: Request) => ({ userId: req.headers.get('x-user') ?? '' })
  return { model, options: { ...options, agent, ctxFor } }
}

const used = (input: number, output: number, text = 'Hello.'): ScriptedStep => ({ text, usage: { input, output } })

describeTransports("the budget of an app's agent", (start) => {
  test('a caller who has used it up is refused until the window ends; another is not', async () => {
    let now = NOW
    const { options, model } = await budgeted([used(90, 9), used(1, 0), used(1, 0)], { maxTokens: 100 }, () => now)
    const { post } = await start(options)
    const ann = { 'x-user': 'ann' }
    expect((await post('/_fw/agent', ask('Hi.'), ann)).status).toBe(200)
    // One token is left: a started turn continues, so a budget is exceeded by at most one round.
    expect((await post('/_fw/agent', ask('Hi.'), ann)).status).toBe(200)
    const refused = await post('/_fw/agent', ask('Hi.'), ann)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe(String(14.5 * 3600))
    expect(refused.body).toMatchObject({
      type: 'error',
      code: 'rate_limited',
      error: expect.stringContaining('used up'),
    })
    expect(model.requests).toHaveLength(2)
    expect((await post('/_fw/agent', ask('Hi.'), { 'x-user': 'bob' })).status).toBe(200)
    now += 14.5 * 3_600_000
    expect((await post('/_fw/agent', ask('Hi.'), ann)).body).toMatchObject({ type: 'error', code: 'provider_error' })
  })

  test('no identity counts as the reservation of another caller', async () => {
    const { options } = await budgeted([used(200, 0), used(1, 0)], { maxTokens: 100 })
    const { post } = await start(options)
    const slot = Math.floor(NOW / 600_000)
    expect((await post('/_fw/agent', ask('Hi.'), { 'x-user': `held:${slot}:ann` })).status).toBe(200)
    expect((await post('/_fw/agent', ask('Hi.'), { 'x-user': 'ann' })).status).toBe(200)
  })

  test('callers without an identity share one: a new session buys no new budget', async () => {
    const { options } = await budgeted([used(200, 0)], { maxTokens: 100 })
    const { post } = await start(options)
    expect((await post('/_fw/agent', ask('Hi.'), { cookie: 'fw=one' })).status).toBe(200)
    expect((await post('/_fw/agent', ask('Hi.'), { cookie: 'fw=two' })).status).toBe(429)
    expect((await post('/_fw/llm', ask('Hi.', { tools: [] }))).status).toBe(429)
  })

  test('dollars are counted by the price of the model', async () => {
    // 2 dollars for a million tokens: a cent is 5000 of them.
    const { options } = await budgeted([used(4_999, 0), used(1, 0)], { maxCostUsd: 0.01 })
    const { post } = await start(options)
    expect((await post('/_fw/agent', ask('Hi.'))).body.usage).toMatchObject({ costUsd: expect.closeTo(0.009998, 9) })
    expect((await post('/_fw/agent', ask('Hi.'))).status).toBe(200)
    expect((await post('/_fw/agent', ask('Hi.'))).status).toBe(429)
  })

  test('a turn that exhausts it in the middle stops after its calls, with a stop reason', async () => {
    const calls = [{ name: 'api.shop.search', input: { query: 'tea' } }]
    const { options, model } = await budgeted([{ text: 'Looking.', calls, usage: { input: 99, output: 9 } }], {
      maxTokens: 100,
    })
    const { post } = await start(options)
    const { status, body } = await post('/_fw/agent', ask('Tea?'))
    expect(status).toBe(200)
    const text = 'Looking.\n\nI have stopped, because the budget for this assistant is used up.'
    expect(body).toMatchObject({ type: 'text', text, stopReason: 'budget' })
    expect(body.messages).toHaveLength(3)
    expect(ran).toEqual(['search tea'])
    expect(model.requests).toHaveLength(1)
  })

  test('concurrent turns of a caller reserve what they may use', async () => {
    let reply: (step: ScriptedStep) => void = () => undefined
    const replied = new Promise<ScriptedStep>((resolve) => {
      reply = resolve
    })
    const { options, model } = await budgeted([async () => (await replied) as object, used(5, 5)], {
      maxTokens: 15_000,
    })
    const { post } = await start(options)
    const first = post('/_fw/agent', ask('Hi.'))
    await expect.poll(() => model.requests.length).toBe(1)
    const others = await Promise.all(Array.from({ length: 5 }, () => post('/_fw/agent', ask('Hi.'))))
    // The round may use 16,384 tokens and more, until it turns out that it used few.
    for (const { status, headers, body } of others) {
      expect([status, headers.get('retry-after')]).toEqual([429, '5'])
      expect(body.error).toContain('Your other conversations')
    }
    reply(used(5, 5))
    expect((await first).status).toBe(200)
    expect((await post('/_fw/agent', ask('Hi.'))).status).toBe(200)
    expect(model.requests).toHaveLength(2)
  })

  test.each([
    ['before a word', 'before', false],
    ['in the middle of the reply', 'within', true],
  ] as const)('a caller that leaves %s has used the tokens up to then', async (_, hang, stream) => {
    const { options, model } = await budgeted([{ text: 'A long answer.', hang }], { maxTokens: 100 })
    const client = await start(options)
    const left = new AbortController()
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, signal: left.signal }
    const asking = client.request('/_fw/agent', { ...init, body: JSON.stringify(ask('Hi.', { stream })) })
    if (stream) await (await asking).body?.getReader().read()
    await expect.poll(() => model.requests.length).toBe(1)
    left.abort()
    await asking.catch(() => undefined)
    await expect.poll(() => model.requests[0]?.aborted).toBe(true)
    model.add(...Array.from({ length: 50 }, () => used(0, 0)))
    await expect.poll(async () => (await client.post('/_fw/agent', ask('Hi.'))).status).toBe(429)
  })

  test('a model without a known price logs a warning, and is still limited by tokens', async () => {
    const lines: string[] = []
    const { model, options } = await withModel([used(60, 0), used(60, 0)])
    const agent = defineAgent(
      { model: 'anthropic/claude-next', budget: { maxCostUsd: 1, maxTokens: 100 } },
      { env: model.env('anthropic') },
    )
    const { post } = await start({ ...options, agent, log: (line) => void lines.push(JSON.stringify(line)) })
    await post('/_fw/agent', ask('Hi.'))
    expect(lines.join()).toContain('Set `prices` in defineAgent')
    await post('/_fw/agent', ask('Hi.'))
    expect((await post('/_fw/agent', ask('Hi.'))).status).toBe(429)
  })
})

test.each([
  [{}, 'maxTokens or maxCostUsd'],
  [{ maxTokens: 0 }, 'budget.maxTokens is 0'],
  [{ maxCostUsd: Number.NaN }, 'budget.maxCostUsd is NaN'],
  [{ maxTokens: 5, windowMs: 1 }, 'budget.windowMs is 1'],
])('defineAgent refuses the budget %j', (budget, message) => {
  expect(() => defineAgent({ budget })).toThrow(message)
})
