/** An app that an agent can reach through every transport, and its users: Ann with a scope, Ann without it, Bob. */
import { createCaller } from '../../cli/src/eval/step-caller.ts'
import { defineAgent } from '../../runtime/src/agent.ts'
import { webhookChannel } from '../../runtime/src/channels.ts'
import type { Proposal } from '../../runtime/src/contract/agent/proposal.ts'
import type { Guard } from '../../runtime/src/contract/api.ts'
import { api, int, schedule, schema, str } from '../../runtime/src/index.ts'
import { createFwServer, createSessionStore } from '../../runtime/src/server.ts'
import type { ScriptedModel, ScriptedStep } from '../../runtime/src/testing.ts'
import { strictModel } from '../support/vendors/strict-model.ts'
import { writeDecisionForm } from './proposals/decision-form.ts'

export type Headers = Readonly<Record<string, string>>

/** A call of an agent. */
export interface AgentCall {
  /** For example `desk.pay`. */
  readonly tool: string
  readonly input: unknown
  /** Headers of the user on whose behalf the agent calls. Absent: anonymous. */
  readonly as?: Headers
  /** Additional headers. */
  readonly headers?: Headers
  /** Whether the client can open URLs: it then receives a token with which it requests the outcome. */
  readonly collects?: boolean
  /** Additional fields, at each place where the transport allows some. */
  readonly claims?: Readonly<Record<string, unknown>>
}

/** A transport through which an agent calls tools of the server. */
export type Transport =
  | 'HTTP'
  | 'form of a page'
  | 'agent loop'
  | 'MCP 2026-07-28'
  | 'MCP 2025-11-25'
  | 'A2A'
  | 'channel'
  | 'schedule'
  | 'fw eval'

export interface ApprovalApp {
  readonly transports: Readonly<Record<Transport, (call: AgentCall) => Promise<string>>>
  /** The calls that ran. */
  readonly done: [tool: string, input: unknown][]
  readonly parked: Proposal[]
  readonly ann: Headers
  /** Ann in a session without the scope. */
  readonly annWithout: Headers
  readonly bob: Headers
  /** The result of the guard function of `desk.flex`, and the milliseconds that are added to the clock. */
  readonly set: { guard: Guard; later: number }
  post(path: string, body: unknown, headers?: Headers): Promise<{ status: number; text: string }>
  form(path: string, body: string, headers?: Headers): Promise<{ status: number; text: string }>
  /** Returns the fields of the proposal's form on the approval page that Ann opens. */
  printForm(id: string): Promise<string>
  close(): Promise<void>
}

interface Person {
  user: string
  scopes: string[]
}

const SECRET = 'a-long-secret'
const META = 'io.modelcontextprotocol'

function deskApis(done: ApprovalApp['done'], readGuard: () => Guard) {
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
    flex: tool('flex', { guard: readGuard }),
  }
}

/** Creates a function for each transport that sends a call in its format and returns the text of the response. */
function createTransports(
  { post, form }: Pick<ApprovalApp, 'post' | 'form'>,
  model: Pick<ScriptedModel, 'add'>,
  fetch: (request: Request) => Promise<Response>,
  runSchedule: (call: AgentCall) => Promise<string>,
): ApprovalApp['transports'] {
  const send = async (path: string, body: unknown, { as = {}, headers = {} }: AgentCall, own: Headers = {}) =>
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
    return send('/_fw/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, call, { ...headers, ...routed })
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
    HTTP: (call) => send(`/_fw/api/${call.tool}`, call.input, call, { 'x-fw-origin': 'agent' }),
    'agent loop'(call) {
      model.add(...steps(call))
      return send('/_fw/agent', { ...call.claims, messages: [{ role: 'user', content: 'Pay.' }], path: '/' }, call)
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
      return send('/_fw/a2a', { jsonrpc: '2.0', id: 'r1', method: 'SendMessage', params }, call, {
        'a2a-version': '1.0',
      })
    },
    channel(call) {
      model.add(...steps(call))
      const authorization = `Bearer ${SECRET}`
      // A platform sends no cookies of users.
      return send('/_fw/channels/support', { text: 'Pay.', ...call.claims }, { ...call, as: {} }, { authorization })
    },
    async 'fw eval'({ tool, input, as = {} }) {
      // A scenario can't contain headers or additional fields.
      return JSON.stringify(
        await createCaller({ url: 'http://localhost', fetch }, as.cookie)({ form: 'tool', tool, input }),
      )
    },
  }
}

export async function openApprovalApp(): Promise<ApprovalApp> {
  const done: ApprovalApp['done'] = []
  const parked: Proposal[] = []
  const set: ApprovalApp['set'] = { guard: 'confirm', later: 0 }
  const model = await strictModel()
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
  const post: ApprovalApp['post'] = (path, body, headers = {}) =>
    send(path, JSON.stringify(body), { 'content-type': 'application/json', ...headers })
  const form: ApprovalApp['form'] = (path, body, headers = {}) =>
    send(path, body, { 'content-type': 'application/x-www-form-urlencoded', ...headers })
  return {
    transports: createTransports(
      { post, form },
      model,
      (request) => server.fetch(request),
      async (call) => {
        due = call
        return server.runSchedule('due').then(() => 'It ran or is pending.', String)
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
    printForm(id) {
      const request = (path: string, init?: RequestInit) => server.fetch(new Request(`http://localhost${path}`, init))
      return writeDecisionForm({ request }, id, cookie({ user: 'ann', scopes: ['staff'] }))
    },
    async close() {
      await server.close()
      await model.close()
    },
  }
}
