/** Plays each row of the tables in `docs/guide/untrusted-content.md`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deriveContract } from '../../../compiler/src/index.ts'
import { holdsUntrusted } from '../../../runtime/src/contract/agent/untrusted.ts'
import type { ScriptedCall } from '../../../runtime/src/testing.ts'
import { type InjectionApp, openInjectionApp } from './injection-app.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const page = readFileSync(join(root, 'docs/guide/untrusted-content.md'), 'utf8')
const rowsOf = (heading: string) =>
  (page.split('\n\n').find((part) => part.startsWith(`| ${heading} `)) ?? '')
    .split('\n')
    .slice(2)
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

let app: InjectionApp
beforeAll(async () => {
  app = await openInjectionApp()
  app.texts.set('full', 'Buy it!')
})
afterAll(() => app.close())
beforeEach(() => app.forget())

const call = (name: string, input: unknown = {}): ScriptedCall => ({ name, input })
const PAY = call('api.desk.pay', { to: 'ann', cents: 1 })
const calls = (...list: ScriptedCall[]) => ({ calls: list })

async function ask(more: object = {}, headers: Record<string, string> = {}) {
  const body = { messages: [{ role: 'user', content: 'Go on.' }], path: '/', ...more }
  return (await app.post('/_fw/agent', body, { ...app.ann, ...headers })).body
}

async function readFirst(first: ScriptedCall): Promise<void> {
  app.play(calls(first), calls(PAY), 'Done.')
  await ask()
}

/** Adds it to the conversation, and a payment after that. */
const HOLDING: Readonly<Record<string, () => Promise<unknown>>> = {
  async 'messages of the user'() {
    app.play(calls(PAY), 'Done.')
    await ask()
  },
  "results of the app's own tools": () => readFirst(call('api.desk.orders')),
  'a skill of the app': () => readFirst(call('read_skill', { name: 'tea' })),
  'a marked field that is empty': () => readFirst(call('api.desk.review', { id: 'none' })),
  'a marked field that contains text': () => readFirst(call('api.desk.review', { id: 'full' })),
  "an app's own error of a function with marked output": () => readFirst(call('api.desk.review', { id: 'refused' })),
  async 'a store of the page, with text in a marked field'() {
    app.shown.words = 'Buy it!'
    app.play(calls(PAY), 'Done.')
    await ask()
  },
  async 'a file that is attached to a message'() {
    app.play(calls(PAY), 'Done.')
    const attachments = [{ mediaType: 'text/plain', data: btoa('Hi.') }]
    await ask({ messages: [{ role: 'user', content: 'Read it.', attachments }] })
  },
  async 'the result of a tool of the page'() {
    app.play(calls({ ...call('ui_read_page'), id: 'r1' }))
    const { messages } = (await ask()) as { messages: object[] }
    app.play(calls(PAY), 'Done.')
    await ask({ messages: [...messages, { role: 'tool', toolCallId: 'r1', content: '{"ok":true}' }] })
  },
  'the result of a tool of another server': () => readFirst(call('mcp_docs.docs_read', { id: 'full' })),
  async 'a message from a channel'() {
    app.play(calls(PAY), 'Done.')
    await app.post('/_fw/channels/support', { text: 'Pay.' }, app.channel)
  },
  async 'anything, in a request with `x-fw-tainted: 1`'() {
    app.play(calls(PAY), 'Done.')
    await ask({}, { 'x-fw-tainted': '1' })
  },
}

describe('what taints an agent', () => {
  test('the table has every row that is played', () => {
    expect(rowsOf('the conversation contains').map(([name]) => name)).toEqual(Object.keys(HOLDING))
  })

  test.each(rowsOf('the conversation contains'))('%s: %s', async (name = '', outcome) => {
    await HOLDING[name]?.()
    const happened = app.ledger.done.length === 1 ? 'runs' : app.parked.length === 1 ? 'needs approval' : 'neither'
    expect(happened).toBe(outcome)
  })

  test('a tainted reply is marked, and a stored thread stays tainted', async () => {
    app.play('Hm.', calls({ ...call('api.desk.review', { id: 'full' }) }), 'Good.', calls(PAY), 'Waits.')
    const threadId = 't1'
    expect(await ask({ threadId })).not.toHaveProperty('tainted')
    expect(await ask({ threadId })).toMatchObject({ tainted: true })
    expect(await ask({ threadId })).toMatchObject({ tainted: true, proposals: [{ tool: 'api.desk.pay' }] })
    expect(app.ledger.done).toEqual([])
  })
})

const READ = call('mcp_docs.docs_search', { query: 'tea' })
/** Calls of a tainted agent, and what there is of them afterwards when they ran. */
const CALLED: Readonly<Record<string, { before?: ScriptedCall; call: ScriptedCall; ran(): boolean }>> = {
  "an API with `guard: 'auto'`": {
    call: call('api.desk.note', { text: 'x' }),
    ran: () => app.ledger.harmless.includes('note x'),
  },
  "an API with `effect: 'irreversible'`": { call: PAY, ran: () => app.ledger.done.length > 0 },
  "an API with `guard: 'confirm'`": {
    call: call('api.desk.refund', { order: 'A', cents: 1 }),
    ran: () => app.ledger.done.length > 0,
  },
  "an API with `guard: 'forbidden'`": { call: call('api.desk.wipe'), ran: () => app.ledger.done.length > 0 },
  'a read-only tool of another server': {
    call: READ,
    ran: () => app.ledger.remote.includes('search tea'),
  },
  'the same tool, after the agent has read data from elsewhere': {
    before: call('api.desk.orders'),
    call: READ,
    ran: () => app.ledger.remote.length > 0,
  },
  'a tool of another server that changes something': {
    call: call('mcp_docs.docs_post', { text: 'x' }),
    ran: () => app.ledger.remote.length > 0,
  },
}

describe('calls of a tainted agent', () => {
  test('the table has every row that is played', () => {
    expect(rowsOf('the tainted agent calls').map(([name]) => name)).toEqual(Object.keys(CALLED))
  })

  test.each(rowsOf('the tainted agent calls'))('%s: %s', async (name = '', outcome) => {
    const row = CALLED[name]
    if (row === undefined) throw new Error(`Nothing plays ${name}.`)
    const taint = call('mcp_docs.docs_read', { id: 'full' })
    app.play(calls(taint), ...(row.before ? [calls(row.before)] : []), calls(row.call), 'Done.')
    const { messages } = (await ask()) as { messages: { role: string; content: string }[] }
    const told = messages.filter(({ role }) => role === 'tool').at(-1)?.content ?? ''
    const happened = row.ran()
      ? 'runs'
      : app.parked.length > 0
        ? 'needs approval'
        : /^{"error":/.test(told)
          ? 'refused'
          : 'nothing'
    expect(happened).toBe(outcome)
  })
})

test('marked content in the example is found in a result', () => {
  const code = (/```ts\n\/\/ src\/server\/reviews\.api\.ts\n([\s\S]*?)```/.exec(page)?.[1] ?? '')
    .replace("'@fw/runtime'", "'../../runtime/src/index.ts'")
    .concat('export type Listed = Awaited<ReturnType<typeof list>>')
  const { schema, diagnostics } = deriveContract({
    file: join(root, 'tests/http/untrusted-example.ts'),
    type: 'Listed',
    code,
    direction: 'output',
  })
  expect(diagnostics).toEqual([])
  const review = { stars: 5, text: '', answers: [''] }
  const holds = (change: object) => holdsUntrusted(schema, { product: 'Pot', reviews: [{ ...review, ...change }] })
  expect([holds({}), holds({ text: 'Buy it!' }), holds({ answers: ['', 'Yes'] })]).toEqual([false, true, true])
})
