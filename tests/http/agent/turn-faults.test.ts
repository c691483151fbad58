/**
 * A provider fails at every point of a turn, for every form of reply and with every store, and the user sends the message
 * again: each effect happens once, because the model reads what has happened. The scripted model acts again if it doesn't.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defineAgent } from '../../../runtime/src/agent.ts'
import { webhookChannel } from '../../../runtime/src/channels.ts'
import { serve } from '../../../runtime/src/host.ts'
import { api, int, schema } from '../../../runtime/src/index.ts'
import { createFwServer, type FwServerOptions } from '../../../runtime/src/server.ts'
import type { ScriptedRequest, ScriptedStep } from '../../../runtime/src/testing.ts'
import { startRedis, type TestRedis } from '../../servers/redis.ts'
import { FAULT_POINTS, type FaultPoint, REFUSED } from '../../support/vendors/fault-points.ts'
import { strictModel } from '../../support/vendors/strict-model.ts'

const folder = mkdtempSync(join(tmpdir(), 'fw-faults-'))
let redis: TestRedis
beforeAll(async () => {
  redis = await startRedis({ fsync: 'everysec' })
})
afterAll(async () => {
  await redis.close()
  rmSync(folder, { recursive: true, force: true })
})

let cases = 0

/** Returns the `data` option of a store that no other case uses. */
const STORES: Readonly<Record<string, () => NonNullable<FwServerOptions['data']>>> = {
  memory: () => 'memory',
  SQLite: () => `sqlite:${join(folder, `${cases++}.db`)}`,
  Redis: () => `${redis.url}?prefix=c${cases++}:`,
}

const HEADERS = { 'content-type': 'application/json', authorization: 'Bearer secret', 'x-user': 'ann' }

/** How the message is sent, and whether the turn has failed. */
const REPLIES: Readonly<Record<string, (url: string, threadId: string) => Promise<boolean>>> = {
  JSON: async (url, threadId) => {
    const { type } = await (await sendMessage(url, threadId)).json()
    return type === 'error'
  },
  stream: async (url, threadId) => (await (await sendMessage(url, threadId, true)).text()).includes('"type":"error"'),
  channel: async (url, threadId) => {
    const body = JSON.stringify({ text: 'Pay 17, then mail the receipt.', threadId })
    const { error } = await (
      await fetch(`${url}/_fw/channels/support`, { method: 'POST', headers: HEADERS, body })
    ).json()
    return error !== undefined
  },
}

function sendMessage(url: string, threadId: string, stream = false): Promise<Response> {
  const messages = [{ role: 'user', content: 'Pay 17, then mail the receipt.' }]
  const body = JSON.stringify({ messages, threadId, stream })
  return fetch(`${url}/_fw/agent`, { method: 'POST', headers: HEADERS, body })
}

const PAID = 'receipt-4711'
const MAILED = 'mailed-4712'

/** The calls that a model makes which has read these messages: it pays, then it mails, then it is done. */
function planAnswer({ body }: ScriptedRequest) {
  const read = JSON.stringify(body.messages)
  const text = 'One moment please.'
  if (!read.includes(PAID)) return { text, calls: [{ name: 'api.shop.pay', input: { amount: 17 } }] }
  if (!read.includes(MAILED)) return { text, calls: [{ name: 'api.shop.mail', input: { amount: 17 } }] }
  return { text: 'One payment, one mail.' }
}

/** An app whose provider fails at `point` while the fault of a round is armed. */
async function openApp(point: FaultPoint, data: NonNullable<FwServerOptions['data']>) {
  const effects: string[] = []
  const act = (name: string, result: string) =>
    api({
      description: `Does ${name}.`,
      input: schema({ amount: int() }),
      run: ({ input }) => {
        effects.push(`${name} ${input.amount}`)
        return { result }
      },
    })
  const fault = { round: 0, requests: 0, isPlayed: false }
  const isArmed = (request: ScriptedRequest) => {
    const read = JSON.stringify(request.body.messages)
    return fault.round === 1 + Number(read.includes(PAID)) + Number(read.includes(MAILED))
  }
  const step: ScriptedStep = (request) => {
    const answer = planAnswer(request)
    // Faults that don't end the turn occur once.
    if (!isArmed(request) || (fault.isPlayed && point.fails?.(request) === false)) return answer
    fault.isPlayed = true
    return point.play(answer, request)
  }
  const model = await strictModel(Array.from({ length: 60 }, () => step))
  const send: typeof fetch = async (input, init) => {
    const isRefused = point.title === REFUSED && isArmed({ body: JSON.parse(String(init?.body)) } as ScriptedRequest)
    return fetch(isRefused ? 'http://127.0.0.1:1/' : input, init)
  }
  // Only silence waits for the timeout, which must not end a reply on a busy machine.
  const config = { memory: true, providerTimeoutMs: point.title.startsWith('silence') ? 1_500 : 20_000 }
  const open = async () => {
    const server = createFwServer({
      apis: { shop: { pay: act('pay', PAID), mail: act('mail', MAILED) } },
      agent: defineAgent(config, { env: model.env('anthropic'), fetch: send }),
      channels: { support: webhookChannel({ secret: 'secret' }) },
      ctxFor: (request) => ({ userId: request.headers.get('x-user') ?? '' }),
      data,
      log: () => undefined,
    })
    return serve(server, { port: 0, drainMs: 100 })
  }
  return { effects, fault, model, open }
}

const MATRIX = Object.keys(STORES).flatMap((store) => Object.keys(REPLIES).map((reply) => [reply, store] as const))

describe.each(MATRIX)('%s with %s', (reply, store) => {
  test.concurrent.each(FAULT_POINTS)('$title: each effect happens once', async (point) => {
    const { effects, fault, model, open } = await openApp(point, STORES[store]?.() ?? 'memory')
    const send = REPLIES[reply] ?? (() => Promise.reject(new Error(`Unknown reply: ${reply}`)))
    let running = await open()
    for (const round of [1, 2, 3]) {
      effects.length = 0
      Object.assign(fault, { round, isPlayed: false })
      const hasFailed = await send(running.url, `t${round}`)
      expect(hasFailed).toBe(point.fails?.({ stream: reply === 'stream' } as ScriptedRequest) ?? true)
      // The calls before the fault have run, and the call within the reply that failed has not.
      if (hasFailed) expect(effects).toEqual(['pay 17', 'mail 17'].slice(0, round - 1))
      fault.round = 0
      // Another process may receive the retry.
      if (store !== 'memory') {
        await running.close()
        running = await open()
      }
      const before = model.requests.length
      expect(await send(running.url, `t${round}`)).toBe(false)
      const [retry] = model.requests.slice(before)
      const read = JSON.stringify(retry?.body.messages)
      if (round > 1) expect(read).toMatch(/shop__pay.*receipt-4711/)
      if (round > 2) expect(read).toMatch(/shop__mail.*mailed-4712/)
      if (hasFailed) expect(read.split('Pay 17')).toHaveLength(2)
      expect(effects).toEqual(['pay 17', 'mail 17'])
    }
    expect(model.broken).toEqual([])
    await running.close()
    await model.close()
  })
})

test('turns of two processes in one thread lose no call', async () => {
  const { model, open } = await openApp({ title: 'none', play: (answer) => answer }, STORES.Redis?.() ?? 'memory')
  const servers = [await open(), await open()]
  const ask = (text: string, index: number) => {
    const body = JSON.stringify({ messages: [{ role: 'user', content: text }], threadId: 'shared' })
    return fetch(`${servers[index % 2]?.url}/_fw/agent`, { method: 'POST', headers: HEADERS, body })
  }
  const questions = Array.from({ length: 6 }, (_, index) => `Question ${index}.`)
  const statuses = (await Promise.all(questions.map(ask))).map(({ status }) => status)
  expect(statuses).toEqual(questions.map(() => 200))
  await ask('And now?', 0)
  const read = JSON.stringify(model.requests.at(-1)?.body.messages)
  for (const question of questions) expect(read.split(question)).toHaveLength(2)
  // Each call of each turn has its own result.
  expect(read.split('"tool_use"').length).toBe(read.split('"tool_result"').length)
  expect(read).not.toContain('No result of this call')
  expect(model.broken).toEqual([])
  for (const server of servers) await server.close()
  await model.close()
})
