/**
 * Sessions of clients of 2025. What a client declared is in the session id itself, which grants nothing. Log levels,
 * cancellations and answers go through the data store, since each request may reach another process of the app.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { ClientAbility, ClientAnswer, ClientLogLevel } from '#contract/call-client.ts'
import type { DataStore } from '#contract/data.ts'
import { FwError } from '#contract/error.ts'
import { isRecord } from '#wire/json-rpc.ts'
import { listAbilities, readLogLevel } from './peer.ts'

const LETTERS: readonly (readonly [string, ClientAbility])[] = [
  ['e', 'elicitation'],
  ['s', 'sampling'],
  ['r', 'roots'],
]

/** A new id for a client with these capabilities. */
export function newSessionId(capabilities: unknown): string {
  const abilities = listAbilities(capabilities)
  const letters = LETTERS.filter(([, ability]) => abilities.has(ability)).map(([letter]) => letter)
  return `${randomBytes(18).toString('base64url')}.${letters.join('')}`
}

/** What the client of a session can do; nothing for one without a session of ours. */
export function sessionAbilities(id: string | undefined): ReadonlySet<ClientAbility> {
  const letters = SESSION_ID.exec(id ?? '')?.[1] ?? ''
  return new Set(LETTERS.filter(([letter]) => letters.includes(letter)).map(([, ability]) => ability))
}

const SESSION_ID = /^[\w-]{24}\.([a-z]*)$/
const QUESTION_ID = /^ask-[\w-]{24}$/

type SessionData = Pick<DataStore, 'claim' | 'read' | 'write' | 'remove'>

/** How often a process looks for what other processes received for its requests, in milliseconds. */
const LOOK_EVERY_MS = 250
/** Anyone can invent session ids: their levels and cancellations share this many keys, where a newer one replaces an older one. */
const SLOTS = 10_000
const LEVEL_TTL_MS = 7 * 86_400_000
const QUESTION_TTL_MS = 86_400_000
/** The process that runs the request looks much more often. */
const MESSAGE_TTL_MS = 30_000

interface Waiting {
  resolve(answer: ClientAnswer): void
  reject(error: unknown): void
}

/** In an object, so that a caller can send the question before it waits for the answer. */
interface Question {
  readonly id: string
  readonly answer: Promise<ClientAnswer>
}

export class LegacySessions {
  readonly #data: SessionData
  readonly #running = new Map<string, () => void>()
  readonly #waiting = new Map<string, Waiting>()
  #looking: NodeJS.Timeout | undefined

  constructor(data: SessionData) {
    this.#data = data
  }

  /** The level that a session asked for; `info` for one that did not, and while the store is away. */
  async readLevel(id: string | undefined): Promise<ClientLogLevel> {
    if (!isSessionId(id)) return 'info'
    const [session, level] =
      (await this.#data.read(toSlotKey('mcp-level', id)).catch(() => undefined))?.split(' ') ?? []
    return (session === id ? readLogLevel(level) : undefined) ?? 'info'
  }

  async setLevel(id: string | undefined, level: ClientLogLevel): Promise<void> {
    if (isSessionId(id)) await this.#data.write(toSlotKey('mcp-level', id), `${id} ${level}`, LEVEL_TTL_MS)
  }

  /** Remembers how to cancel a running request of a session until it has ended. */
  trackRequest(session: string, request: unknown, cancel: () => void): () => void {
    const key = requestKey(session, request)
    this.#running.set(key, cancel)
    this.#look()
    return () => this.#running.delete(key)
  }

  /** Cancels a request, in whichever process it runs. */
  async cancel(session: string | undefined, request: unknown): Promise<void> {
    if (!isSessionId(session)) return
    const key = requestKey(session, request)
    const cancel = this.#running.get(key)
    if (cancel !== undefined) cancel()
    else await this.#data.write(toSlotKey('mcp-cancel', key), key, MESSAGE_TTL_MS)
  }

  /** Opens a question to a client: its id, which is not guessable, and the answer that another request will bring. */
  async open(signal: AbortSignal): Promise<Question> {
    const id = `ask-${randomBytes(18).toString('base64url')}`
    // Before the client can see the question: its answer may reach another process at once. While the store is away, only
    // this process can receive it.
    await this.#data.write(questionKey(id), '1', QUESTION_TTL_MS).catch(() => undefined)
    return { id, answer: this.#wait(id, signal) }
  }

  #wait(id: string, signal: AbortSignal): Promise<ClientAnswer> {
    const answer = new Promise<ClientAnswer>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      const leave = () => reject(new FwError('unavailable', { message: 'The client has left without an answer.' }))
      if (signal.aborted) leave()
      else signal.addEventListener('abort', leave, { once: true })
    }).finally(() => {
      this.#waiting.delete(id)
      void Promise.all([this.#data.remove(questionKey(id)), this.#data.remove(answerKey(id))]).catch(() => undefined)
    })
    this.#look()
    return answer
  }

  /** Takes the answer of a client to the process that asked. False for an answer to no open question. */
  async take(message: Readonly<Record<string, unknown>>): Promise<boolean> {
    const { id, jsonrpc } = message
    if (jsonrpc !== '2.0' || typeof id !== 'string' || !QUESTION_ID.test(id)) return false
    const waiting = this.#waiting.get(id)
    if (waiting !== undefined) {
      settle(waiting, message.result)
      return true
    }
    if ((await this.#data.read(questionKey(id))) === undefined) return false
    // Of several answers the first one counts.
    if (!(await this.#data.claim(`mcp-answered:${id}`, QUESTION_TTL_MS))) return false
    await this.#data.write(answerKey(id), JSON.stringify({ result: message.result }), MESSAGE_TTL_MS)
    return true
  }

  /** Looks for messages of other processes while a request runs or a question is open. */
  #look(): void {
    this.#looking ??= setInterval(() => {
      if (this.#running.size + this.#waiting.size === 0) {
        clearInterval(this.#looking)
        this.#looking = undefined
        return
      }
      for (const [key, cancel] of this.#running)
        void this.#receive(toSlotKey('mcp-cancel', key), (text) => text === key && cancel())
      for (const [id, waiting] of this.#waiting)
        void this.#receive(answerKey(id), (text) => settle(waiting, (JSON.parse(text) as { result: unknown }).result))
    }, LOOK_EVERY_MS)
    this.#looking.unref()
  }

  /** A store that is away is asked again at the next look. */
  async #receive(key: string, use: (text: string) => void): Promise<void> {
    const text = await this.#data.read(key).catch(() => undefined)
    if (text !== undefined) use(text)
  }
}

function settle(waiting: Waiting, result: unknown): void {
  if (isRecord(result)) waiting.resolve(result)
  else waiting.reject(new FwError('unavailable', { message: 'The client refused to answer.' }))
}

function isSessionId(id: string | undefined): id is string {
  return id !== undefined && SESSION_ID.test(id)
}

const questionKey = (id: string) => `mcp-question:${id}`
const answerKey = (id: string) => `mcp-answer:${id}`

/** A digest: the client chooses the id of its request, and how long it is. */
function requestKey(session: string, request: unknown): string {
  return createHash('sha256')
    .update(`${session} ${JSON.stringify(request)}`)
    .digest('base64url')
}

function toSlotKey(kind: string, id: string): string {
  return `${kind}:${createHash('sha256').update(id).digest().readUInt32BE() % SLOTS}`
}
