/** One pending task of A2A and two servers over one store, as two workers are: each request may reach either one. */
import { afterEach, describe, expect, test } from 'vitest'
import { api, schema, str } from '../../../runtime/src/index.ts'
import { createFwServer, type FwServer, type FwServerOptions } from '../../../runtime/src/server.ts'
import { KINDS, useStores } from '../../runtime/data/stores.ts'

const stores = useStores()
const servers: FwServer[] = []
const runs: string[] = []
let finishPayment: () => void = () => undefined
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
  runs.length = 0
})

const shop = {
  pay: api({ description: 'Pays.', guard: 'confirm', input: schema({}), run: () => 'paid' }),
  payLater: api({
    description: 'Pays when the test allows it.',
    guard: 'confirm',
    input: schema({}),
    run: () =>
      new Promise<string>((resolve) => {
        finishPayment = () => resolve('paid later')
      }),
  }),
  note: api({
    description: 'Stores a note.',
    input: schema({ text: str() }),
    run: async ({ input }) => {
      runs.push(input.text)
      await new Promise((resolve) => setTimeout(resolve, 20))
      return input.text
    },
  }),
}

interface Task {
  readonly id: string
  readonly status: { readonly state: string; readonly message?: { readonly parts: readonly { data?: Approvals }[] } }
  readonly artifacts: readonly { readonly parts: readonly { readonly data?: unknown }[] }[]
  readonly history: readonly { readonly parts: readonly { readonly data: { readonly input: { text?: string } } }[] }[]
}

interface Approvals {
  readonly approvals: readonly { readonly id: string }[]
}

interface Reply<Result> {
  readonly result?: Result
  readonly error?: { readonly message: string }
}

function open(data: Pick<FwServerOptions, 'data' | 'dataStore'>) {
  const server = createFwServer({ apis: { shop }, ...data, log: () => undefined })
  servers.push(server)
  const request = async <Result>(method: string, params: object): Promise<Reply<Result>> => {
    const response = await server.fetch(
      new Request('http://localhost/_fw/a2a', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      }),
    )
    return (await response.json()) as Reply<Result>
  }
  return {
    server,
    request,
    send: (tool: string, input: object, taskId?: string) =>
      request<{ task: Task }>('SendMessage', {
        message: {
          messageId: crypto.randomUUID(),
          role: 'ROLE_USER',
          parts: [{ data: { tool: `shop.${tool}`, input } }],
          ...(taskId !== undefined && { taskId }),
        },
      }),
    async get(id: string): Promise<Task> {
      const { result, error } = await request<Task>('GetTask', { id })
      if (result === undefined) throw new Error(error?.message)
      return result
    },
  }
}

function getTask({ result, error }: Reply<{ task: Task }>): Task {
  if (result === undefined) throw new Error(error?.message)
  return result.task
}

const findApproval = (task: Task): string =>
  task.status.message?.parts.find(({ data }) => data !== undefined)?.data?.approvals[0]?.id ?? ''

const readNotes = ({ history }: Task) =>
  history.flatMap(({ parts }) => parts[0]?.data.input.text ?? []).sort((one, other) => one.localeCompare(other))
const readResults = ({ artifacts }: Task) => artifacts.map(({ parts }) => String(parts[0]?.data)).sort()

describe.each(KINDS.filter((kind) => kind !== 'memory'))('Two servers with one %s store', (kind) => {
  const openTwo = (name: string) =>
    [open(stores.createOptions(kind, name)), open(stores.createOptions(kind, name))] as const

  test('run the messages to a pending task one at a time, and store the message and result of each', async () => {
    const two = openTwo('messages')
    const { id, ...pending } = getTask(await two[0].send('pay', {}))
    const accepted: string[] = []
    for (let round = 0; round < 6; round++) {
      const replies = await Promise.all(
        [0, 1, 2, 3].map(async (sender) => {
          const text = `note ${round}-${sender}`
          const reply = await two[sender % 2 === 0 ? 0 : 1].send('note', { text }, id)
          if (reply.error === undefined) accepted.push(text)
          return reply.error?.message
        }),
      )
      for (const message of replies)
        expect([undefined, expect.stringContaining('still running')]).toContainEqual(message)
    }
    expect(accepted.length).toBeGreaterThanOrEqual(6)
    expect([...runs].sort()).toEqual([...accepted].sort())
    const task = await two[1].get(id)
    expect(task.status.state).toBe('TASK_STATE_AUTH_REQUIRED')
    expect(readNotes(task)).toEqual([...accepted].sort())
    expect(readResults(task)).toEqual([...accepted].sort())
    await two[1].server.settle(findApproval({ id, ...pending }), 'approve')
    const ended = await two[0].get(id)
    expect(ended.status.state).toBe('TASK_STATE_COMPLETED')
    expect(readResults(ended)).toEqual([...accepted, 'paid'].sort())
  })

  test('never lose the decision of a user, or the result of a message that has run', async () => {
    const two = openTwo('decisions')
    for (let round = 0; round < 8; round++) {
      const pending = getTask(await two[0].send('pay', {}))
      const [sent] = await Promise.all([
        two[0].send('note', { text: `note ${round}` }, pending.id),
        two[1].server.settle(findApproval(pending), 'approve').then(() => two[1].get(pending.id)),
      ])
      await expect.poll(async () => (await two[1].get(pending.id)).status.state).toBe('TASK_STATE_COMPLETED')
      const expected = sent.error === undefined ? [`note ${round}`, 'paid'] : ['paid']
      for (const one of two) expect(readResults(await one.get(pending.id))).toEqual(expected)
    }
  })

  test('cancel a task while messages reach it, and no call of it remains pending', async () => {
    const two = openTwo('cancel')
    for (let round = 0; round < 8; round++) {
      const pending = getTask(await two[0].send('pay', {}))
      await Promise.all([two[0].send('pay', {}, pending.id), two[1].request('CancelTask', { id: pending.id })])
      for (const one of two) expect((await one.get(pending.id)).status.state).toBe('TASK_STATE_CANCELED')
      const response = await two[1].server.fetch(
        new Request('http://localhost/_fw/proposals', { headers: { accept: 'application/json' } }),
      )
      expect(await response.json()).toMatchObject({ ok: true, result: [] })
    }
  })

  test('show the end of an approved call as soon as it has ended', async () => {
    const two = openTwo('ends')
    const pending = getTask(await two[0].send('payLater', {}))
    const settled = two[1].server.settle(findApproval(pending), 'approve')
    await expect.poll(async () => (await two[0].get(pending.id)).status.state).toBe('TASK_STATE_WORKING')
    finishPayment()
    await settled
    for (const one of two) expect((await one.get(pending.id)).status.state).toBe('TASK_STATE_COMPLETED')
  })
})
