/** An app that an agent can reach by every door there is, and its people: Ann with a scope, Ann without, Bob. */
import { createCaller } from '../../cli/src/eval/caller.ts'
import { defineAgent } from '../../runtime/src/agent.ts'
import { webhookChannel } from '../../runtime/src/channels.ts'
import type { Proposal } from '../../runtime/src/contract/agent/proposal.ts'
import type { Guard } from '../../runtime/src/contract/api.ts'
import { api, int, schedule, schema, str } from '../../runtime/src/index.ts'
import { createFwServer, createSessionStore } from '../../runtime/src/server.ts'
import { type ScriptedModel, type ScriptedStep, scriptedModel } from '../../runtime/src/testing.ts'

export type Headers = Readonly<Record<string, string>>

/** A call as an agent makes it. */
export interface AgentCall {
  /** As `desk.pay`. */
  readonly tool: string
  readonly input: unknown
  /** Of the person for whom it calls; absent: nobody's. */
  readonly as?: Headers
  /** What the agent sends beside. */
  readonly headers?: Headers
  /** It opens addresses for its person, and so is given a token with which to ask for the outcome. */
  readonly collects?: boolean
  /** What it writes beside the call, wherever the door has room for it. */
  readonly claims?: Readonly<Record<string, unknown>>
}

/** The doors through which an agent calls tools of the server. Each answers what came back, as text. */
export type DoorName =
  | 'HTTP'
  | 'form of a page'
  | 'agent loop'
  | 'MCP 2026-07-28'
  | 'MCP 2025-11-25'
  | 'A2A'
  | 'channel'
  | 'schedule'
  | 'fw eval'

export interface DoorApp {
  readonly doors: Readonly<Record<DoorName, (call: AgentCall) => Promise<string>>>
  /** What ran. */
  readonly done: [tool: string, input: unknown][]
  readonly parked: Proposal[]
  readonly ann: Headers
  /** Ann in a session that has lost the scope. */
  readonly annWithout: Headers
  readonly bob: Headers
  /** What the guard function of `desk.flex` says from now on, and what is added to the clock. */
  readonly set: { guard: Guard; later: number }
  post(path: string, body: unknown, headers?: Headers): Promise<{ status: number; text: string }>
  form(path: string, body: string, headers?: Headers): Promise<{ status: number; text: string }>
  close(): Promise<void>
}

interface Person {
  user: string
  scopes: string[]
}

const SECRET = 'a-long-secret'
const META = 'io.modelcontextprotocol'

function deskApis(done: DoorApp['done'], guardOf: () => Guard) {
  const input = schema({ to: str(), cents: int() })
  const tool = (name: string, more: { guard: Guard | (() => Guard); scopes?: string[] }) =>
    api({
      description: `Pays (${name}).`,
      ...more,
      input,
      run: ({ input: given }) => {
        done.push([name, given])
        return { paid: given.cents }
      },
    })
  return {
    pay: tool('pay', { guard: 'confirm' }),
    staff: tool('staff', { guard: 'confirm', scopes: ['staff'] }),
    flex: tool('flex', { guard: guardOf }),
  }
}

/** Each call as its protocol writes it. */
function openDoors(
  { post, form }: Pick<DoorApp, 'post' | 'form'>,
  model: Pick<ScriptedModel, 'add'>,
  fetch: (request: Request) => Promise<Response>,
  runSchedule: (call: AgentCall) => Promise<string>,
): DoorApp['doors'] {
  const told = async (path: string, body: unknown, { as = {}, headers = {} }: AgentCall, own: Headers = {}) =>
    (await post(path, body, { ...own, ...as, ...headers })).text
  const wire = (tool: string) => tool.replace('.', '__')
  const steps = ({ tool, input }: AgentCall): ScriptedStep[] => [{ calls: [{ name: `api.${tool}`, input }] }, 'Done.']
  const mcp = (version: string, call: AgentCall) => {
    const { tool, input, claims, collects } = call
    const meta = {
      [`${META}/protocolVersion`]: version,
      [`${META}/clientInfo`]: { name: 'test', version: '1' },
      [`${META}/clientCapabilities`]: collects ? { elicitation: { url: {} } } : {},
    }
    const params = {
      name: wire(tool),
      arguments: input,
      ...claims,
      _meta: { ...claims, ...(version > '2026' && meta) },
    }
    const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': version }
    const routed: Headers = version > '2026' ? { 'mcp-method': 'tools/call', 'mcp-name': wire(tool) } : {}
    return told('/_fw/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, call, { ...headers, ...routed })
  }
  return {
    'form of a page'({ tool, input, claims = {}, as = {}, headers = {} }) {
      const fields = new URLSearchParams({ 'fw:tool': `api.${tool}` })
      for (const [name, value] of Object.entries(input as object)) fields.set(name, String(value))
      for (const [name, value] of Object.entries(claims)) fields.set(`fw:${name}`, String(value))
      const own = { accept: 'application/json', 'sec-fetch-site': 'same-origin', 'x-fw-origin': 'agent' }
      return form('/', fields.toString(), { ...own, ...as, ...headers }).then(({ text }) => text)
    },
    schedule: runSchedule,
    HTTP: (call) => told(`/_fw/api/${call.tool}`, call.input, call, { 'x-fw-origin': 'agent' }),
    'agent loop'(call) {
      model.add(...steps(call))
      return told('/_fw/agent', { ...call.claims, messages: [{ role: 'user', content: 'Pay.' }], path: '/' }, call)
    },
    'MCP 2026-07-28': (call) => mcp('2026-07-28', call),
    'MCP 2025-11-25': (call) => mcp('2025-11-25', call),
    A2A(call) {
      const { tool, input, claims = {} } = call
      const message = {
        messageId: crypto.randomUUID(),
        role: 'ROLE_USER',
        parts: [{ data: { ...claims, tool, input } }],
        metadata: claims,
      }
      const params = { message, configuration: { returnImmediately: false }, metadata: claims }
      return told('/_fw/a2a', { jsonrpc: '2.0', id: 'r1', method: 'SendMessage', params }, call, {
        'a2a-version': '1.0',
      })
    },
    channel(call) {
      model.add(...steps(call))
      const authorization = `Bearer ${SECRET}`
      // A platform sends nobody's cookies.
      return told('/_fw/channels/support', { text: 'Pay.', ...call.claims }, { ...call, as: {} }, { authorization })
    },
    async 'fw eval'({ tool, input, as = {} }) {
      // A scenario has no room for headers or claims.
      return JSON.stringify(
        await createCaller({ url: 'http://localhost', fetch }, as.cookie)({ form: 'tool', tool, input }),
      )
    },
  }
}

export async function openDoorApp(): Promise<DoorApp> {
  const done: DoorApp['done'] = []
  const parked: Proposal[] = []
  const set: DoorApp['set'] = { guard: 'confirm', later: 0 }
  const model = await scriptedModel()
  const session = createSessionStore<Person>({ secret: 'a secret of enough characters for anybody' })
  const cookie = (person: Person) => ({ cookie: session.issue(person).split(';')[0] ?? '' })
  const desk: Readonly<Record<string, (input: never) => unknown>> = deskApis(done, () => set.guard)
  let due: AgentCall = { tool: '', input: {} }
  const runDue = async () => desk[due.tool.replace('desk.', '')]?.(due.input as never)
  const server = createFwServer({
    siteUrl: 'http://localhost',
    apis: { desk },
    schedules: { due: schedule({ every: '1h', run: runDue }) },
    agent: defineAgent({}, { env: model.env() }),
    session,
    ctxFor: (_, { session: person }) => {
      const { user, scopes } = (person ?? {}) as Partial<Person>
      return { userId: user, scopes: scopes ?? [] }
    },
    routes: { '/': () => undefined },
    channels: { support: webhookChannel({ secret: SECRET }) },
    onProposal: (proposal) => void parked.push(proposal),
    now: () => Date.now() + set.later,
    log: () => undefined,
  })
  const send = async (path: string, body: string, headers: Headers) => {
    const response = await server.fetch(
      new Request(`http://localhost${path}`, { method: 'POST', headers, body, redirect: 'manual' }),
    )
    return { status: response.status, text: await response.text() }
  }
  const post: DoorApp['post'] = (path, body, headers = {}) =>
    send(path, JSON.stringify(body), { 'content-type': 'application/json', ...headers })
  const form: DoorApp['form'] = (path, body, headers = {}) =>
    send(path, body, { 'content-type': 'application/x-www-form-urlencoded', ...headers })
  return {
    doors: openDoors(
      { post, form },
      model,
      (request) => server.fetch(request),
      async (call) => {
        due = call
        return server.runSchedule('due').then(() => 'It ran, or waits.', String)
      },
    ),
    done,
    parked,
    ann: cookie({ user: 'ann', scopes: ['staff'] }),
    annWithout: cookie({ user: 'ann', scopes: [] }),
    bob: cookie({ user: 'bob', scopes: ['staff'] }),
    set,
    post,
    form,
    async close() {
      await server.close()
      await model.close()
    },
  }
}
