/**
 * A request whose work may send messages to the client: notifications before the reply, and questions. A client of
 * 2025 gets questions on the stream of its reply. Since 2026-07-28 the questions are the reply, and the client sends
 * the request again with its answers.
 */
import type { Ctx } from '#contract/api.ts'
import type { ClientAbility, ClientAnswer, ClientRequest } from '#contract/http/call-client.ts'
import { FwError } from '#contract/http/error.ts'
import { isRecord } from '#contract/is-object.ts'
import { canonicalJson } from '#contract/schema/canonical-json.ts'
import { rpcError } from '#wire/json-rpc.ts'
import type { InvokeContext, McpApp, McpCall, McpReply, McpRequest } from './host.ts'
import { LegacySessions, sessionAbilities } from './legacy-session.ts'
import { listAbilities, McpClient, readLogLevel } from './mcp-client.ts'
import {
  META_CLIENT_CAPABILITIES,
  META_LOG_LEVEL,
  META_PROGRESS,
  MISSING_CAPABILITY,
  SESSION_HEADER,
} from './protocol.ts'
import { okJson, refuseParams, stampResult } from './reply.ts'
import { ReplyStream } from './reply-stream.ts'
import {
  createRequestDigest,
  type RequestState,
  readRequestState,
  STATE_TTL_MS,
  writeRequestState,
} from './request-state.ts'
import type { RunningTask } from './running-task.ts'

/** The content of a request. A client that returns must send the same. */
interface RequestContent {
  readonly ctx: Ctx
  readonly name: string
  readonly input: unknown
}

/** Everything that work gets besides its input. */
export interface Conversation extends InvokeContext {
  /** The state that the client sent back. Absent in the first request. */
  readonly state: RequestState | undefined
  readonly responses: Readonly<Record<string, ClientAnswer>>
  /** The task that the call has become. */
  readonly task: RunningTask | undefined
  /** The call goes on as a task: questions are asked through it, and the client may disconnect. */
  detach(task: RunningTask): void
  /** Aborts the call. */
  cancel(): void
  /** Returns the reply if the thrown error isn't a failure: the work has asked questions, and these are the reply. */
  findQuestion(error: unknown): McpReply | Promise<McpReply> | undefined
  /** Returns a reply with questions, and with the state that the client sends back with its answers. */
  inputRequired(questions: Readonly<Record<string, ClientRequest>>, more?: Partial<RequestState>): Promise<McpReply>
}

/** The state that the client sent back, or the reason why it can't be used. */
type ReturnedState =
  | { readonly state?: RequestState; readonly responses: Readonly<Record<string, ClientAnswer>> }
  | string

const NO_STATE: ReturnedState = { responses: {} }

type Work = (talk: Conversation) => Promise<McpReply>

/** For a client that can't receive messages before the reply, or doesn't want any. */
const CLOSED = new ReplyStream(undefined)

/** Whether anything could be sent before the reply. Since 2026-07-28 this depends on what the request asks for. */
function allowsMessages({ era, params: { _meta: meta } }: McpRequest): boolean {
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

  /** Returns the reply of `work`, which has to turn a tool's errors into replies itself. */
  start(request: McpRequest, call: McpCall, subject: RequestContent, work: Work): McpReply | Promise<McpReply> {
    const returned = request.era === 'modern' ? this.#returned(request, subject) : NO_STATE
    if (returned instanceof Promise)
      return returned.then((resolved) => this.#begin(request, call, subject, resolved, work))
    return this.#begin(request, call, subject, returned, work)
  }

  #begin(
    request: McpRequest,
    call: McpCall,
    subject: RequestContent,
    returned: ReturnedState,
    work: Work,
  ): McpReply | Promise<McpReply> {
    if (typeof returned === 'string') return refuseParams(request, returned)
    const line = allowsMessages(request) ? new ReplyStream(call.header('accept')) : CLOSED
    const turn = new Turn(this.#app, this.sessions, request, call, subject, returned, line)
    return line.open ? line.respondWith(() => turn.run(work)) : turn.run(work)
  }

  #returned({ method, params }: McpRequest, subject: RequestContent): ReturnedState | Promise<ReturnedState> {
    const { requestState, inputResponses } = params
    if (requestState === undefined && inputResponses === undefined) return NO_STATE
    const sentResponses = inputResponses === undefined ? {} : inputResponses
    if (!isRecord(sentResponses) || !Object.values(sentResponses).every(isRecord))
      return 'The member "inputResponses" of params must be an object of objects.'
    const responses = sentResponses as Record<string, ClientAnswer> // checked above
    if (requestState === undefined) return { responses }
    return this.#withState(method, requestState, subject, responses)
  }

  async #withState(
    method: string,
    text: unknown,
    subject: RequestContent,
    responses: Readonly<Record<string, ClientAnswer>>,
  ): Promise<ReturnedState> {
    const { stateKey, ownerOf, now } = this.#app
    const owner = ownerOf(subject.ctx)
    const expected = { of: createMark(method, subject), ...(owner === undefined ? {} : { owner }), now: now() }
    const state = typeof text === 'string' ? readRequestState(text, await stateKey(), expected) : undefined
    return state === undefined
      ? 'The member "requestState" of params was not issued by this server, or has expired.'
      : { state, responses }
  }
}

function createMark(method: string, { name, input }: RequestContent): string {
  return createRequestDigest(method, name, canonicalJson(input))
}

/** One request until its reply. */
class Turn implements Conversation {
  readonly state: RequestState | undefined
  readonly responses: Readonly<Record<string, ClientAnswer>>
  task: RunningTask | undefined
  readonly #app: McpApp
  readonly #sessions: LegacySessions
  readonly #request: McpRequest
  readonly #call: McpCall
  readonly #subject: RequestContent
  readonly #line: ReplyStream
  #client: McpClient | undefined
  #questions: Readonly<Record<string, ClientRequest>> | undefined
  #controller: AbortController | undefined
  #cancelled = false

  constructor(
    app: McpApp,
    sessions: LegacySessions,
    request: McpRequest,
    call: McpCall,
    subject: RequestContent,
    returned: Exclude<ReturnedState, string>,
    line: ReplyStream,
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

  /** Created when a tool reads it, because most tools never do. */
  get client(): McpClient {
    this.#client ??= this.#createClient()
    return this.#client
  }

  #createClient(): McpClient {
    const { params, era } = this.#request
    const meta = isRecord(params._meta) ? params._meta : undefined
    const modern = era === 'modern'
    const session = modern ? undefined : this.#call.header(SESSION_HEADER)
    return new McpClient({
      line: this.#line,
      abilities: modern ? listAbilities(meta?.[META_CLIENT_CAPABILITIES]) : listSessionAbilities(this.#line, session),
      progressToken: meta?.[META_PROGRESS],
      logLevel: modern
        ? readLogLevel(meta?.[META_LOG_LEVEL])
        : session === undefined
          ? 'info'
          : this.#sessions.readLevel(session),
      ask: modern ? (questions) => this.#askAgain(questions) : (questions) => this.#askNow(questions),
    })
  }

  /** Created when it is first read. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      const { signal } = this.#call
      if (this.#cancelled || (signal.aborted && this.task === undefined)) this.#controller.abort()
      else signal.addEventListener('abort', () => this.#leave(), { once: true })
    }
    return this.#controller.signal
  }

  detach(task: RunningTask): void {
    this.task = task
  }

  cancel(): void {
    this.#cancelled = true
    this.#controller?.abort()
  }

  /** A client that has disconnected has cancelled its call, unless it has become a task. */
  #leave(): void {
    if (this.task === undefined) this.cancel()
  }

  run(work: Work): Promise<McpReply> {
    if (this.#line.open) this.#line.onLeave(() => this.#leave())
    // `notifications/cancelled` refers to a request of a session.
    const session = this.#request.era === 'legacy' ? this.#call.header(SESSION_HEADER) : undefined
    if (session === undefined) return work(this)
    return this.#sessions
      .runRequest(
        session,
        this.#request.id,
        () => work(this),
        () => this.cancel(),
      )
      .finally(() => this.#client?.flush())
  }

  findQuestion(error: unknown): McpReply | Promise<McpReply> | undefined {
    if (!(error instanceof FwError) || this.#request.era === 'legacy') return undefined
    const missing = this.#client?.missing ?? []
    if (missing.length > 0 && (error.code === 'unavailable' || this.#hasOpenQuestions(error)))
      return refuseMissingAbility(this.#request, missing)
    return this.#hasOpenQuestions(error) ? this.inputRequired(this.#questions ?? {}) : undefined
  }

  #hasOpenQuestions({ code }: FwError): boolean {
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
    const requestState = writeRequestState(state, await stateKey())
    const result = { resultType: 'input_required', inputRequests: withParams(questions), requestState }
    return okJson(this.#request, JSON.stringify(stampResult(result, server)))
  }

  async #askAgain(questions: Readonly<Record<string, ClientRequest>>): Promise<Record<string, ClientAnswer>> {
    const known = { ...this.state?.answers, ...this.responses } as Record<string, ClientAnswer> // only objects are stored
    const open = Object.keys(questions).filter((name) => !Object.hasOwn(known, name))
    if (open.length === 0) return pick(known, questions)
    const asked = Object.fromEntries(Object.entries(questions).filter(([name]) => open.includes(name)))
    if (this.task !== undefined) return { ...pick(known, questions), ...(await this.task.ask(asked, this.signal)) }
    this.#questions = asked
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

/** Returns the responses to these questions that are known. */
function pick(
  known: Readonly<Record<string, ClientAnswer>>,
  questions: Readonly<Record<string, ClientRequest>>,
): Record<string, ClientAnswer> {
  return Object.fromEntries(Object.entries(known).filter(([name]) => Object.hasOwn(questions, name)))
}

/** A client of 2025 can be asked on a stream only. */
function listSessionAbilities(line: ReplyStream, session: string | undefined): ReadonlySet<ClientAbility> {
  return line.open ? sessionAbilities(session) : new Set()
}

/** MCP requires `params` in every question. */
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
