/**
 * A request whose work may speak to the client: what it is told before the answer, and what it is asked. A client of 2025
 * is asked on the stream of its answer. Since 2026-07-28 the questions are the answer, and the request comes once more.
 */
import type { Ctx } from '#contract/api.ts'
import type { ClientAbility, ClientAnswer, ClientRequest } from '#contract/call-client.ts'
import { canonicalJson } from '#contract/canonical-json.ts'
import { FwError } from '#contract/error.ts'
import { isRecord, rpcError } from '#wire/json-rpc.ts'
import type { InvokeLine, McpApp, McpCall, McpReply, McpRequest } from './host.ts'
import { LegacySessions, sessionAbilities } from './legacy-session.ts'
import { listAbilities, McpPeer, readLogLevel } from './peer.ts'
import {
  META_CLIENT_CAPABILITIES,
  META_LOG_LEVEL,
  META_PROGRESS,
  MISSING_CAPABILITY,
  SESSION_HEADER,
} from './protocol.ts'
import { okJson, refuseMessage, stampResult } from './reply.ts'
import { ReplyLine } from './reply-line.ts'
import { type RequestState, readRequestState, requestMark, STATE_TTL_MS, writeState } from './request-state.ts'

/** What a request asks for: a client that comes back has to ask for the same. */
export interface Subject {
  readonly ctx: Ctx
  readonly name: string
  readonly input: unknown
}

/** What work gets beside its input. */
export interface Talk extends InvokeLine {
  /** What the client brought back. Absent at the first time. */
  readonly state: RequestState | undefined
  readonly responses: Readonly<Record<string, ClientAnswer>>
  /** The answer where what was thrown is no failure: the work has asked, and the questions are the answer. */
  findQuestion(error: unknown): McpReply | Promise<McpReply> | undefined
  /** The answer that asks: questions, and what the client brings back with its answers. */
  inputRequired(questions: Readonly<Record<string, ClientRequest>>, more?: Partial<RequestState>): Promise<McpReply>
}

/** What the client brought back, or why it cannot be used. */
type Returned = { readonly state?: RequestState; readonly responses: Readonly<Record<string, ClientAnswer>> } | string

const FIRST: Returned = { responses: {} }

type Work = (talk: Talk) => Promise<McpReply>

/** For a client that wants to hear nothing before the answer, or cannot. */
const CLOSED = new ReplyLine(undefined)

/** Whether anything could be said before the answer: since 2026-07-28 only what the request asks for. */
function mayBeTold({ era, params: { _meta: meta } }: McpRequest): boolean {
  if (era === 'legacy') return true
  return isRecord(meta) && (meta[META_PROGRESS] !== undefined || meta[META_LOG_LEVEL] !== undefined)
}

export class Conversations {
  readonly sessions: LegacySessions
  readonly #app: McpApp

  constructor(app: McpApp) {
    this.#app = app
    this.sessions = new LegacySessions(app.data)
  }

  /** The answer of `work`. What it throws for the tool's sake it has to answer itself. */
  hold(request: McpRequest, call: McpCall, subject: Subject, work: Work): McpReply | Promise<McpReply> {
    const returned = request.era === 'modern' ? this.#returned(request, subject) : FIRST
    if (returned instanceof Promise) return returned.then((late) => this.#begin(request, call, subject, late, work))
    return this.#begin(request, call, subject, returned, work)
  }

  #begin(
    request: McpRequest,
    call: McpCall,
    subject: Subject,
    returned: Returned,
    work: Work,
  ): McpReply | Promise<McpReply> {
    if (typeof returned === 'string') return refuseMessage(request, returned)
    const line = mayBeTold(request) ? new ReplyLine(call.header('accept')) : CLOSED
    const turn = new Turn(this.#app, this.sessions, request, call, subject, returned, line)
    return line.open ? line.answer(() => turn.run(work)) : turn.run(work)
  }

  #returned({ method, params }: McpRequest, subject: Subject): Returned | Promise<Returned> {
    const { requestState, inputResponses } = params
    if (requestState === undefined && inputResponses === undefined) return FIRST
    const given = inputResponses === undefined ? {} : inputResponses
    if (!isRecord(given) || !Object.values(given).every(isRecord))
      return 'The member "inputResponses" of params must be an object of objects.'
    const responses = given as Record<string, ClientAnswer> // just checked
    if (requestState === undefined) return { responses }
    return this.#withState(method, requestState, subject, responses)
  }

  async #withState(
    method: string,
    text: unknown,
    subject: Subject,
    responses: Readonly<Record<string, ClientAnswer>>,
  ): Promise<Returned> {
    const { stateKey, ownerOf, now } = this.#app
    const owner = ownerOf(subject.ctx)
    const expected = { of: createMark(method, subject), ...(owner === undefined ? {} : { owner }), now: now() }
    const state = typeof text === 'string' ? readRequestState(text, await stateKey(), expected) : undefined
    return state === undefined
      ? 'The member "requestState" of params is not what this server gave out.'
      : { state, responses }
  }
}

function createMark(method: string, { name, input }: Subject): string {
  return requestMark(method, name, canonicalJson(input))
}

/** One request on its way to an answer. */
class Turn implements Talk {
  readonly state: RequestState | undefined
  readonly responses: Readonly<Record<string, ClientAnswer>>
  readonly #app: McpApp
  readonly #sessions: LegacySessions
  readonly #request: McpRequest
  readonly #call: McpCall
  readonly #subject: Subject
  readonly #line: ReplyLine
  #client: McpPeer | undefined
  #questions: Readonly<Record<string, ClientRequest>> | undefined
  #controller: AbortController | undefined
  #cancelled = false

  constructor(
    app: McpApp,
    sessions: LegacySessions,
    request: McpRequest,
    call: McpCall,
    subject: Subject,
    returned: Exclude<Returned, string>,
    line: ReplyLine,
  ) {
    this.#app = app
    this.#sessions = sessions
    this.#request = request
    this.#call = call
    this.#subject = subject
    this.state = returned.state
    this.responses = returned.responses
    this.#line = line
  }

  /** Made when a tool reads it: most never do. */
  get client(): McpPeer {
    this.#client ??= this.#makeClient()
    return this.#client
  }

  #makeClient(): McpPeer {
    const { params, era } = this.#request
    const meta = isRecord(params._meta) ? params._meta : undefined
    const modern = era === 'modern'
    const session = modern ? undefined : this.#call.header(SESSION_HEADER)
    return new McpPeer({
      line: this.#line,
      abilities: modern ? listAbilities(meta?.[META_CLIENT_CAPABILITIES]) : askable(this.#line, session),
      progressToken: meta?.[META_PROGRESS],
      logLevel: modern
        ? readLogLevel(meta?.[META_LOG_LEVEL])
        : session === undefined
          ? 'info'
          : this.#sessions.readLevel(session),
      ask: modern ? (questions) => this.#askAgain(questions) : (questions) => this.#askNow(questions),
    })
  }

  /** Made when somebody reads it. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      const { signal } = this.#call
      if (this.#cancelled || signal.aborted) this.#controller.abort()
      else signal.addEventListener('abort', () => this.#cancel(), { once: true })
    }
    return this.#controller.signal
  }

  #cancel(): void {
    this.#cancelled = true
    this.#controller?.abort()
  }

  run(work: Work): Promise<McpReply> {
    if (this.#line.open) this.#line.onLeave(() => this.#cancel())
    // `notifications/cancelled` names a request of a session.
    const session = this.#request.era === 'legacy' ? this.#call.header(SESSION_HEADER) : undefined
    if (session === undefined) return work(this)
    const ended = this.#sessions.trackRequest(session, this.#request.id, () => this.#cancel())
    return work(this)
      .finally(ended)
      .finally(() => this.#client?.flush())
  }

  findQuestion(error: unknown): McpReply | Promise<McpReply> | undefined {
    if (!(error instanceof FwError) || this.#request.era === 'legacy') return undefined
    const lacks = this.#client?.missing ?? []
    if (lacks.length > 0 && (error.code === 'unavailable' || this.#hasOpen(error)))
      return refuseMissingAbility(this.#request, lacks)
    return this.#hasOpen(error) ? this.inputRequired(this.#questions ?? {}) : undefined
  }

  #hasOpen({ code }: FwError): boolean {
    return code === 'input_required' && this.#questions !== undefined
  }

  async inputRequired(
    questions: Readonly<Record<string, ClientRequest>>,
    more: Partial<RequestState> = {},
  ): Promise<McpReply> {
    const { ownerOf, now, stateKey, server } = this.#app
    const owner = ownerOf(this.#subject.ctx)
    const state: RequestState = {
      of: createMark(this.#request.method, this.#subject),
      ...(owner === undefined ? {} : { owner }),
      expiresAt: now() + STATE_TTL_MS,
      answers: { ...this.state?.answers, ...this.responses },
      ...more,
    }
    const requestState = writeState(state, await stateKey())
    const result = { resultType: 'input_required', inputRequests: withParams(questions), requestState }
    return okJson(this.#request, JSON.stringify(stampResult(result, server)))
  }

  async #askAgain(questions: Readonly<Record<string, ClientRequest>>): Promise<Record<string, ClientAnswer>> {
    const known = { ...this.state?.answers, ...this.responses } as Record<string, ClientAnswer> // only objects get in
    const open = Object.keys(questions).filter((name) => !Object.hasOwn(known, name))
    if (open.length === 0) return Object.fromEntries(Object.keys(questions).map((name) => [name, known[name] ?? {}]))
    this.#questions = Object.fromEntries(Object.entries(questions).filter(([name]) => open.includes(name)))
    throw new FwError('input_required')
  }

  async #askNow(questions: Readonly<Record<string, ClientRequest>>): Promise<Record<string, ClientAnswer>> {
    const entries = Object.entries(questions).map(async ([name, { method, params }]) => {
      const { id, answer } = await this.#sessions.open(this.signal)
      this.#line.send({ id, method, ...(params === undefined ? {} : { params }) })
      return [name, await answer] as const
    })
    return Object.fromEntries(await Promise.all(entries))
  }
}

/** A client of 2025 is asked on a stream, or not at all. */
function askable(line: ReplyLine, session: string | undefined): ReadonlySet<ClientAbility> {
  return line.open ? sessionAbilities(session) : new Set()
}

/** MCP wants `params` with every question. */
function withParams(questions: Readonly<Record<string, ClientRequest>>): object {
  return Object.fromEntries(
    Object.entries(questions).map(([name, { method, params = {} }]) => [name, { method, params }]),
  )
}

function refuseMissingAbility(request: McpRequest, abilities: readonly ClientAbility[]): McpReply {
  const requiredCapabilities = Object.fromEntries(abilities.map((ability) => [ability, {}]))
  const message = `The client does not declare what this needs: ${abilities.join(', ')}`
  return { status: 400, body: rpcError(request.id, MISSING_CAPABILITY, message, { requiredCapabilities }) }
}
