/** Limits of one task: messages can't make it grow without end while one of its calls is pending. */
import { afterEach, expect, test, vi } from 'vitest'
import { serve } from '../../../runtime/src/host.ts'
import { api, int, schema, str } from '../../../runtime/src/index.ts'
import { createFwServer } from '../../../runtime/src/server.ts'

const runs: string[] = []
const pay = api({ description: 'Pays.', guard: 'confirm', input: schema({}), run: () => ({ paid: true }) })
const note = api({
  description: 'Stores a note.',
  input: schema({ text: str() }),
  run: ({ input }) => {
    runs.push(input.text)
    return { noted: input.text.length }
  },
})
const echo = api({
  description: 'Echoes.',
  input: schema({ length: int() }),
  run: ({ input }) => 'x'.repeat(input.length),
})
const payLong = api({
  description: 'Pays.',
  guard: 'confirm',
  input: schema({}),
  run: () => 'x'.repeat(1_000_001),
})
const load = api({ description: 'Loads.', readonly: true, input: schema({}), run: () => 'x'.repeat(400_000) })

let listening: Awaited<ReturnType<typeof serve>> | undefined
afterEach(async () => {
  runs.length = 0
  await listening?.close()
})

interface Task {
  readonly id: string
  readonly contextId: string
  readonly status: { readonly state: string; readonly message: { readonly parts: readonly { data?: Approvals }[] } }
  readonly artifacts: readonly { readonly name: string; readonly parts: readonly { readonly data: unknown }[] }[]
}

interface Approvals {
  readonly approvals: readonly { readonly id: string }[]
}

interface Reply {
  readonly task?: Task
  readonly error?: { readonly message: string; readonly details: readonly { readonly reason: string }[] }
}

async function start() {
  const server = createFwServer({ apis: { shop: { pay, payLong, note, echo, load } }, log: () => undefined })
  listening = await serve(server, { port: 0, drainMs: 100 })
  const { url } = listening
  const headers = { 'content-type': 'application/a2a+json', 'a2a-version': '1.0' }
  return {
    server,
    async send(tool: string, input: object, ids: { taskId?: string; contextId?: string } = {}): Promise<Reply> {
      const parts = [{ data: { tool: `shop.${tool}`, input } }]
      const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts, ...ids }
      const body = JSON.stringify({ message })
      return (await (await fetch(`${url}/_fw/a2a/message:send`, { method: 'POST', headers, body })).json()) as Reply
    },
    get: async (id: string) => (await (await fetch(`${url}/_fw/a2a/tasks/${id}`, { headers })).json()) as Task,
  }
}

const getTask = ({ task, error }: Reply): Task => {
  if (task === undefined) throw new Error(error?.message)
  return task
}

test('a message that makes a task too long is refused before it runs, and the earlier results are stored', async () => {
  const { server, send, get } = await start()
  const pending = getTask(await send('pay', {}))
  const text = 'x'.repeat(300_000)
  for (let count = 1; count <= 3; count++)
    expect((await send('note', { text }, { taskId: pending.id })).task?.status.state).toBe('TASK_STATE_AUTH_REQUIRED')
  const { error } = await send('note', { text }, { taskId: pending.id })
  expect(error?.details[0]?.reason).toBe('UNSUPPORTED_OPERATION')
  expect(error?.message).toBe(
    'With this message the task would be longer than 1000000 characters. To begin a new task, send the message with its contextId, and without its taskId.',
  )
  expect(runs.length).toBe(3)
  // The conversation continues in a new task, and the pending call of this one is still approved and run.
  expect((await send('note', { text }, { contextId: pending.contextId })).task?.status.state).toBe(
    'TASK_STATE_COMPLETED',
  )
  const { id = '' } = pending.status.message.parts.find(({ data }) => data !== undefined)?.data?.approvals[0] ?? {}
  await server.settle(id, 'approve')
  const ended = await get(pending.id)
  expect(ended.status.state).toBe('TASK_STATE_COMPLETED')
  const noted = { noted: 300_000 }
  expect(ended.artifacts.map(({ parts }) => parts[0]?.data)).toEqual([noted, noted, noted, { paid: true }])
})

test('results count too, and a call that has run keeps its result', async () => {
  const { send, get } = await start()
  const { id } = getTask(await send('pay', {}))
  for (let count = 1; count <= 3; count++) expect((await send('load', {}, { taskId: id })).task?.id).toBe(id)
  expect((await send('load', {}, { taskId: id })).error?.message).toContain('longer than 1000000 characters')
  const { artifacts } = await get(id)
  expect(artifacts.map(({ parts }) => String(parts[0]?.data).length)).toEqual([400_000, 400_000, 400_000])
})

test('a task has at most 20 pending calls', async () => {
  const { send } = await start()
  const { id } = getTask(await send('pay', {}))
  for (let count = 2; count <= 20; count++) expect((await send('pay', {}, { taskId: id })).task?.id).toBe(id)
  expect((await send('pay', {}, { taskId: id })).error?.message).toContain('The task has 20 pending calls')
})

test('a result that is too long fails the task, which explains that the call has run', async () => {
  const { server, send, get } = await start()
  expect(getTask(await send('echo', { length: 999_000 })).status.state).toBe('TASK_STATE_COMPLETED')
  const failed = getTask(await send('echo', { length: 1_000_001 }))
  const message =
    'has run, but its result is longer than 1000000 characters, and was not stored. Check what the call has changed before you repeat it.'
  expect(failed.status).toMatchObject({
    state: 'TASK_STATE_FAILED',
    message: { parts: [{ text: `api.shop.echo ${message}` }, { data: { code: 'payload_too_large' } }] },
  })
  expect(failed.artifacts).toEqual([])
  const pending = getTask(await send('payLong', {}))
  const { id = '' } = pending.status.message.parts.find(({ data }) => data !== undefined)?.data?.approvals[0] ?? {}
  await server.settle(id, 'approve')
  expect((await get(pending.id)).status).toMatchObject({
    state: 'TASK_STATE_FAILED',
    message: { parts: [{ text: `api.shop.payLong ${message}` }] },
  })
})

test('a task at its limit is read without reading its messages and results value by value', async () => {
  const { send, get } = await start()
  const { id } = getTask(await send('pay', {}))
  for (let count = 1; count <= 2; count++) await send('load', {}, { taskId: id })
  const parse = vi.spyOn(JSON, 'parse')
  const task = await get(id)
  const long = parse.mock.calls.filter(([text]) => String(text).length > 1_000)
  parse.mockRestore()
  expect(task.artifacts.length).toBe(2)
  // The one of this client.
  expect(long.length).toBe(1)
})
