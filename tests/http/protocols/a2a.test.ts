/** The Agent2Agent protocol, judged by its official client over a real socket, once for each binding. */
import { type AgentCard, Role, type StreamResponse, type Task, TaskState } from '@a2a-js/sdk'
import {
  type Client,
  ClientFactory,
  ClientFactoryOptions,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client'
import { afterEach, describe, expect, test } from 'vitest'
import { serve } from '../../../runtime/src/host.ts'
import { createFwServer, type FwServerOptions } from '../../../runtime/src/server.ts'
import { ran, shop, tidyAfterEach, withModel } from '../agent-app.ts'

tidyAfterEach()

const SITE = 'https://tea.example'
const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

/** Who is behind each token. */
const PEOPLE: Readonly<Record<string, unknown>> = {
  ann: { subject: 'ann' },
  ben: { subject: 'ben', scopes: ['staff'] },
}

interface Running {
  readonly url: string
  /** A client with a token, or without one. */
  connect(token?: string): Promise<Client>
  /** Approves or rejects as a person on the page of proposals. */
  settle(id: string, decision: 'approve' | 'reject'): Promise<unknown>
}

type Binding = 'JSONRPC' | 'HTTP+JSON'

async function start(binding: Binding, more: FwServerOptions = {}): Promise<Running> {
  const server = createFwServer({
    title: 'Tea shop',
    apis: { shop },
    siteUrl: SITE,
    mcpAuth: { verify: (token) => PEOPLE[token] ?? null },
    log: () => undefined,
    ...more,
  })
  const listening = await serve(server, { port: 0, drainMs: 100 })
  open.push(listening)
  return {
    url: listening.url,
    settle: (id, decision) => server.settle(id, decision),
    async connect(token) {
      // The card names the public origin; the tests have only this machine's.
      const fetchImpl: typeof fetch = (url, init) => {
        const headers = new Headers(init?.headers)
        if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
        return fetch(String(url).replace(SITE, listening.url), { ...init, headers })
      }
      const factory = new ClientFactory(
        ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
          transports: [new JsonRpcTransportFactory({ fetchImpl }), new RestTransportFactory({ fetchImpl })],
          preferredTransports: [binding],
          cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
        }),
      )
      return factory.createFromUrl(SITE)
    },
  }
}

type Content = { readonly text: string } | { readonly data: unknown }

/** A `SendMessageRequest` of one part. */
function message(content: Content, more: { taskId?: string; contextId?: string } = {}, now = false) {
  const [$case, value] = Object.entries(content)[0] as ['text', string]
  const part = { content: { $case, value }, metadata: undefined, filename: '', mediaType: '' }
  return {
    tenant: '',
    metadata: undefined,
    configuration: now
      ? { acceptedOutputModes: [], taskPushNotificationConfig: undefined, returnImmediately: true }
      : undefined,
    message: {
      messageId: crypto.randomUUID(),
      contextId: '',
      taskId: '',
      role: Role.ROLE_USER,
      parts: [part],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
      ...more,
    },
  }
}

const call = (tool: string, input: unknown = {}) => ({ data: { tool, input } })
const get = (id: string) => ({ tenant: '', id })
const list = {
  tenant: '',
  contextId: '',
  status: TaskState.TASK_STATE_UNSPECIFIED,
  pageToken: '',
  statusTimestampAfter: undefined,
}

async function send(client: Client, content: Content, more?: Parameters<typeof message>[1]): Promise<Task> {
  const answer = await client.sendMessage(message(content, more))
  if ('messageId' in answer) throw new Error('A message came, no task.')
  return answer
}

/** Plain data of the parts of the first artifact. */
const firstResult = (task: Task) => task.artifacts[0]?.parts.map(({ content }) => content?.value)
const saysText = (task: Task) => String(task.status?.message?.parts[0]?.content?.value)
const approvalOf = (task: Task) => {
  const data = task.status?.message?.parts.find(({ content }) => content?.$case === 'data')?.content?.value
  return (data as { approvals: { id: string; approveAt: string }[] }).approvals[0] as { id: string; approveAt: string }
}

const caught = async (work: Promise<unknown>): Promise<Error & { reason?: string; metadata?: object }> => {
  try {
    await work
  } catch (error) {
    return error as Error
  }
  throw new Error('Nothing was thrown.')
}

async function collect(events: AsyncIterable<StreamResponse>, until?: (event: StreamResponse) => unknown) {
  const all: StreamResponse[] = []
  for await (const event of events) {
    all.push(event)
    await until?.(event)
  }
  return all.map(({ payload }) => payload)
}

describe.each(['JSONRPC', 'HTTP+JSON'] as const)('the official client over %s', (binding) => {
  test('HTP-13 GEN-08 calls a tool and gets its result as an artifact; both names of a tool are known', async () => {
    const client = await (await start(binding)).connect('ann')
    expect(client.protocolVersion).toBe('1.0')
    const task = await send(client, call('shop__search', { query: 'tea' }))
    expect(task.status?.state).toBe(TaskState.TASK_STATE_COMPLETED)
    expect(firstResult(task)).toEqual([{ names: ['tea pot'] }])
    expect(task.history[0]?.messageId).toBeDefined()
    expect(await client.getTask(get(task.id))).toEqual(task)
    expect(firstResult(await send(client, call('api.shop.search', { query: 'tea' })))).toEqual([{ names: ['tea pot'] }])
  })

  test('a refusal of the pipeline ends the task, with the reason', async () => {
    const client = await (await start(binding)).connect('ann')
    const wrong = await send(client, call('shop.search', { query: 'x' }))
    expect(wrong.status?.state).toBe(TaskState.TASK_STATE_FAILED)
    expect(saysText(wrong)).toContain('- query: ')
    for (const tool of ['shop.wipe', 'shop.report']) {
      const refused = await send(client, call(tool))
      expect([tool, refused.status?.state]).toEqual([tool, TaskState.TASK_STATE_REJECTED])
    }
    const staff = await send(await (await start(binding)).connect('ben'), call('shop.report'))
    expect(firstResult(staff)).toEqual([{ total: 3 }])
    expect(ran).toEqual([])
  })

  test('a call that needs approval is AUTH_REQUIRED, and get returns its result after a user approved it', async () => {
    const app = await start(binding)
    const client = await app.connect('ann')
    const parked = await send(client, call('shop.refund', { amount: 5 }))
    expect(parked.status?.state).toBe(TaskState.TASK_STATE_AUTH_REQUIRED)
    const { id, approveAt } = approvalOf(parked)
    expect(approveAt).toBe(`${SITE}/_fw/proposals?id=${id}`)
    expect(saysText(parked)).toContain(approveAt)
    expect((await client.getTask(get(parked.id))).status?.state).toBe(TaskState.TASK_STATE_AUTH_REQUIRED)
    expect(ran).toEqual([])
    await app.settle(id, 'approve')
    const done = await client.getTask(get(parked.id))
    expect(done.status?.state).toBe(TaskState.TASK_STATE_COMPLETED)
    expect(firstResult(done)).toEqual([{ refunded: 5 }])
    expect(ran).toEqual(['refund 5'])
  })

  test('a stream continues while the task is pending, and ends with the decision of the user', async () => {
    const app = await start(binding)
    const client = await app.connect('ann')
    const events = await collect(client.sendMessageStream(message(call('shop.refund', { amount: 7 }))), (event) => {
      if (event.payload?.$case !== 'statusUpdate') return
      const { status } = event.payload.value
      if (status?.state === TaskState.TASK_STATE_AUTH_REQUIRED)
        return app.settle(approvalOf({ status } as Task).id, 'approve')
    })
    expect(events.map((event) => event?.$case)).toEqual(['task', 'statusUpdate', 'artifactUpdate', 'statusUpdate'])
    const last = events.at(-1)
    expect(last?.$case === 'statusUpdate' && last.value.status?.state).toBe(TaskState.TASK_STATE_COMPLETED)
  })

  test('subscribe hears of a rejection; a task that has ended cannot be subscribed to', async () => {
    const app = await start(binding)
    const client = await app.connect('ann')
    const parked = await send(client, call('shop.refund', { amount: 8 }))
    const events = await collect(client.resubscribeTask(get(parked.id)), (event) =>
      event.payload?.$case === 'task' ? app.settle(approvalOf(parked).id, 'reject') : undefined,
    )
    expect(events.map((event) => event?.$case)).toEqual(['task', 'statusUpdate'])
    const last = events.at(-1)
    expect(last?.$case === 'statusUpdate' && last.value.status?.state).toBe(TaskState.TASK_STATE_REJECTED)
    const error = await caught(collect(client.resubscribeTask(get(parked.id))))
    expect(error.message).toContain('has ended')
    expect(ran).toEqual([])
  })

  test("cancel withdraws a pending call: it can't be approved afterwards, nor canceled twice", async () => {
    const app = await start(binding)
    const client = await app.connect('ann')
    const parked = await send(client, call('shop.refund', { amount: 9 }))
    const cancelled = await client.cancelTask({ ...get(parked.id), metadata: undefined })
    expect(cancelled.status?.state).toBe(TaskState.TASK_STATE_CANCELED)
    await expect(app.settle(approvalOf(parked).id, 'approve')).rejects.toMatchObject({ code: 'unknown_proposal' })
    const error = await caught(client.cancelTask({ ...get(parked.id), metadata: undefined }))
    expect(error).toMatchObject({ reason: 'TASK_NOT_CANCELABLE' })
    expect(ran).toEqual([])
  })

  test("list shows the caller's own tasks in pages, the newest change first", async () => {
    let time = Date.parse('2026-11-21T10:00:00Z')
    const app = await start(binding, { now: () => time++ })
    const [ann, ben] = [await app.connect('ann'), await app.connect('ben')]
    const first = await send(ann, call('shop.search', { query: 'one' }))
    const second = await send(ann, call('shop.search', { query: 'two' }), { contextId: first.contextId })
    const third = await send(ann, call('shop.refund', { amount: 1 }))
    await send(ben, call('shop.search', { query: 'ben' }))
    const page = await ann.listTasks({ ...list, pageSize: 2 })
    expect(page.tasks.map(({ id }) => id)).toEqual([third.id, second.id])
    expect(page).toMatchObject({ totalSize: 3, pageSize: 2 })
    expect(page.tasks[1]?.artifacts).toEqual([])
    const rest = await ann.listTasks({ ...list, pageSize: 2, pageToken: page.nextPageToken })
    expect([rest.tasks.map(({ id }) => id), rest.nextPageToken]).toEqual([[first.id], ''])
    const same = await ann.listTasks({ ...list, contextId: first.contextId, includeArtifacts: true })
    expect(same.tasks.map(firstResult)).toEqual([[{ names: ['two pot'] }], [{ names: ['one pot'] }]])
    const waiting = await ann.listTasks({ ...list, status: TaskState.TASK_STATE_AUTH_REQUIRED })
    expect(waiting.tasks.map(({ id }) => id)).toEqual([third.id])
    for (const wrong of [{ pageSize: 101 }, { pageToken: 'x' }, { historyLength: -1 }])
      expect(await caught(ann.listTasks({ ...list, ...wrong }))).toMatchObject({ reason: 'INVALID_PARAMS' })
  })

  test("another caller's task doesn't exist for get, cancel, subscribe and messages alike", async () => {
    const app = await start(binding)
    const [ann, ben] = [await app.connect('ann'), await app.connect('ben')]
    const { id } = await send(ann, call('shop.refund', { amount: 2 }))
    for (const attempt of [
      () => ben.getTask(get(id)),
      () => ben.cancelTask({ ...get(id), metadata: undefined }),
      () => send(ben, call('shop.search', { query: 'tea' }), { taskId: id }),
      () => ben.getTask(get('nothing')),
    ])
      expect(await caught(attempt())).toMatchObject({
        reason: 'TASK_NOT_FOUND',
        message: 'Task not found.',
      })
    expect((await caught(collect(ben.resubscribeTask(get(id))))).message).toContain('not found')
    expect((await ann.getTask(get(id))).status?.state).toBe(TaskState.TASK_STATE_AUTH_REQUIRED)
  })

  test('a text is a streamed turn of the agent; the next one in its context remembers it', async () => {
    const { options, model } = await withModel([{ text: 'We have green tea.' }, { text: 'It costs 5.' }])
    const client = await (await start(binding, options)).connect('ann')
    const events = await collect(client.sendMessageStream(message({ text: 'Which teas?' })))
    const [task] = events
    const chunks = events.flatMap((event) => (event?.$case === 'artifactUpdate' ? [event.value] : []))
    expect(chunks.at(-1)).toMatchObject({ append: false, lastChunk: true })
    const told = chunks.slice(0, -1).map(({ artifact }) => artifact?.parts[0]?.content?.value)
    expect(told.join('')).toBe('We have green tea.')
    expect(chunks.map(({ append }) => append)).toEqual([false, ...told.slice(1).map(() => true), false])
    const contextId = task?.$case === 'task' ? task.value.contextId : ''
    const next = await send(client, { text: 'How much?' }, { contextId })
    expect([next.contextId, firstResult(next)]).toEqual([contextId, ['It costs 5.']])
    expect(JSON.stringify(model.requests.at(-1))).toContain('Which teas?')
  })

  test('the bytes of a file reach the model; the task and the conversation keep its name, type and size', async () => {
    const { options, model } = await withModel([{ text: 'A red dot.' }, { text: 'Yes, red.' }])
    const client = await (await start(binding, options)).connect('ann')
    const question = message({ text: 'What is this?' })
    const bytes = Buffer.from('not really a picture')
    const file = { content: { $case: 'raw', value: bytes }, filename: 'dot.png', mediaType: 'image/png' }
    question.message.parts.push({ ...file, metadata: undefined } as never) // the client takes any content
    const task = (await client.sendMessage(question)) as Task
    expect(firstResult(task)).toEqual(['A red dot.'])
    expect(JSON.stringify(model.requests[0])).toContain(bytes.toString('base64'))
    expect(task.history[0]?.parts.map(({ content }) => content?.value)).toEqual([
      'What is this?',
      { file: { name: 'dot.png', mediaType: 'image/png', bytes: 20 } },
    ])
    expect(firstResult(await send(client, { text: 'Is it red?' }, { contextId: task.contextId }))).toEqual([
      'Yes, red.',
    ])
    const again = JSON.stringify(model.requests[1])
    expect(again).not.toContain(bytes.toString('base64'))
    expect(again).toContain('[dot.png, image/png: not stored in the conversation]')
  })

  test("a repeated message is the same task, and its work runs once; its id can't be reused for another message", async () => {
    const app = await start(binding)
    const [ann, ben] = [await app.connect('ann'), await app.connect('ben')]
    const pay = message(call('shop.refund', { amount: 6 }))
    const answers = (await Promise.all(Array.from({ length: 4 }, () => ann.sendMessage(pay)))) as Task[]
    const [parked] = answers as [Task]
    for (const { id, status } of answers)
      expect([id, status?.state]).toEqual([parked.id, TaskState.TASK_STATE_AUTH_REQUIRED])
    await app.settle(approvalOf(parked).id, 'approve')
    const late = (await ann.sendMessage(pay)) as Task
    expect(late).toMatchObject({ id: parked.id, status: { state: TaskState.TASK_STATE_COMPLETED } })
    expect(firstResult(late)).toEqual([{ refunded: 6 }])
    const streamed = await collect(ann.sendMessageStream(pay))
    expect(streamed.map((event) => event?.$case === 'task' && event.value.id)).toEqual([parked.id])
    expect((await ann.listTasks({ ...list, pageSize: 50 })).totalSize).toBe(1)
    const other = message(call('shop.refund', { amount: 7 }))
    Object.assign(other.message, { messageId: pay.message.messageId })
    expect(await caught(ann.sendMessage(other))).toMatchObject({ reason: 'INVALID_PARAMS' })
    // Another caller's ids are its own.
    const foreign = (await ben.sendMessage(pay)) as Task
    expect([foreign.id === parked.id, foreign.status?.state]).toEqual([false, TaskState.TASK_STATE_AUTH_REQUIRED])
    expect(ran).toEqual(['refund 6'])
  })

  test('a turn that creates a proposal is pending too; irreversible calls need approval because the text is untrusted', async () => {
    const { options } = await withModel([{ calls: [{ name: 'shop__send', input: {} }] }, { text: 'It waits for you.' }])
    const app = await start(binding, options)
    const client = await app.connect('ann')
    const task = await send(client, { text: 'Send it!' })
    expect(task.status?.state).toBe(TaskState.TASK_STATE_AUTH_REQUIRED)
    expect([firstResult(task), ran]).toEqual([['It waits for you.'], []])
    const approval = task.status?.message?.parts.find(({ content }) => content?.$case === 'data')?.content?.value
    await app.settle((approval as { approvals: { id: string }[] }).approvals[0]?.id ?? '', 'approve')
    const done = await client.getTask(get(task.id))
    expect(done.status?.state).toBe(TaskState.TASK_STATE_COMPLETED)
    expect(done.artifacts.at(-1)?.parts[0]?.content?.value).toEqual({ sent: true })
    expect((await send(client, call('shop.send'))).status?.state).toBe(TaskState.TASK_STATE_AUTH_REQUIRED)
    expect(ran).toEqual(['send'])
  })

  test("an agent can't resolve a proposal: neither by a message to its task nor by the approval endpoint", async () => {
    const app = await start(binding)
    const client = await app.connect('ann')
    const parked = await send(client, call('shop.refund', { amount: 3 }))
    const { id } = approvalOf(parked)
    const more = await send(client, call('shop.refund', { amount: 4 }), { taskId: parked.id })
    expect(more).toMatchObject({ id: parked.id, status: { state: TaskState.TASK_STATE_AUTH_REQUIRED } })
    expect(more.history.map(({ taskId }) => taskId)).toEqual([parked.id, parked.id])
    for (const name of ['approve', 'reject']) {
      const answer = await fetch(`${app.url}/_fw/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer ann', 'x-fw-origin': 'agent' },
        body: JSON.stringify({ id }),
      })
      expect(answer.status).toBe(403)
    }
    expect(ran).toEqual([])
    // Both calls are settled before the task has ended, and both results stand in it.
    await app.settle(id, 'approve')
    expect((await client.getTask(get(parked.id))).status?.state).toBe(TaskState.TASK_STATE_AUTH_REQUIRED)
    await app.settle(approvalOf(more).id, 'approve')
    const done = await client.getTask(get(parked.id))
    expect(done.status?.state).toBe(TaskState.TASK_STATE_COMPLETED)
    expect(done.artifacts.map(({ parts }) => parts[0]?.content?.value)).toEqual([{ refunded: 3 }, { refunded: 4 }])
  })

  test('the card of a caller shows the tools of its scopes', async () => {
    const app = await start(binding)
    const names = ({ skills }: AgentCard) => skills.map(({ id }) => id)
    expect(names(await (await app.connect('ann')).getAgentCard())).not.toContain('shop__report')
    expect(names(await (await app.connect('ben')).getAgentCard())).toContain('shop__report')
  })

  test("push notifications are refused, and so are media types that the client can't read", async () => {
    const client = await (await start(binding)).connect('ann')
    const push = { tenant: '', id: '', taskId: 't', url: 'https://a.example', token: '', authentication: undefined }
    const request = message(call('shop.search', { query: 'tea' }))
    const configuration = { acceptedOutputModes: [], taskPushNotificationConfig: push, returnImmediately: false }
    expect(await caught(client.sendMessage({ ...request, configuration }))).toMatchObject({
      reason: 'PUSH_NOTIFICATION_NOT_SUPPORTED',
    })
    expect(await caught(client.deleteTaskPushNotificationConfig({ tenant: '', taskId: 't', id: 'p' }))).toMatchObject({
      reason: 'PUSH_NOTIFICATION_NOT_SUPPORTED',
    })
    const images = {
      acceptedOutputModes: ['image/png'],
      taskPushNotificationConfig: undefined,
      returnImmediately: false,
    }
    expect(await caught(client.sendMessage({ ...request, configuration: images }))).toMatchObject({
      reason: 'CONTENT_TYPE_NOT_SUPPORTED',
    })
  })
})
