/**
 * Sessions of clients of 2025. The client's capabilities are part of the session id, which grants nothing. Log
 * levels, cancellations and responses go through the data store, because each request may reach another process of
 * the app.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { DataStore } from '#contract/config/data.ts'
import type { ClientAbility, ClientAnswer, ClientLogLevel } from '#contract/http/call-client.ts'
import { FwError } from '#contract/http/error.ts'
import { isRecord } from '#contract/is-object.ts'
import { digestText } from '#digest/digest-text.ts'
import { StoreSignals } from '#signals/store-signals.ts'
import type { McpReply } from './host.ts'
import { listAbilities, readLogLevel } from './mcp-client.ts'

const LETTERS: readonly (readonly [string, ClientAbility])[] = [
  ['e', 'elicitation'],
  ['s', 'sampling'],
  ['r', 'roots'],
]

/** Creates a session id for a client with these capabilities. */
export function createSessionId(capabilities: unknown): string {
  const abilities = listAbilities(capabilities)
  const letters = LETTERS.filter(([, ability]) => abilities.has(ability)).map(([letter]) => letter)
  return `${randomBytes(18).toString('base64url')}.${letters.join('')}`
}

/** Returns the abilities of a session's client; none for a client without a valid session id. */
export function sessionAbilities(id: string | undefined): ReadonlySet<ClientAbility> {
  const letters = SESSION_ID.exec(id ?? '')?.[1] ?? ''
  return new Set(LETTERS.filter(([letter]) => letters.includes(letter)).map(([, ability]) => ability))
}

/** Without a longer form: the id is in keys of the data store. */
const SESSION_ID = /^[\w-]{24}\.([a-z]{0,3})$/
const QUESTION_ID = /^ask-[\w-]{24}$/

/** HTTP requires some reply to every request. This one has no message. */
const NO_RESPONSE: McpReply = { status: 202, body: null }

type SessionData = Pick<DataStore, 'claim' | 'read' | 'write' | 'remove' | 'publish' | 'watch'>

/** Channel of the data store for the keys of messages that another process waits for. */
const CHANNEL = 'mcp:messages'
/**
 * Clients can invent session ids, so their levels and cancellations share this many keys; a newer value replaces an
 * older one.
 */
const SLOTS = 10_000
const LEVEL_TTL_MS = 7 * 86_400_000
const QUESTION_TTL_MS = 86_400_000
/** Lifetime of a message. The process that runs the request looks for it much sooner, even without a signal. */
const MESSAGE_TTL_MS = 30_000

interface Waiting {
  resolve(answer: ClientAnswer): void
  reject(error: unknown): void
}

/** An open question. It is an object, so that a caller can send the question before it waits for the response. */
interface Question {
  readonly id: string
  readonly answer: Promise<ClientAnswer>
}

export class LegacySessions {
  readonly #data: SessionData
  readonly #signals: StoreSignals
  readonly #running = new Map<string, () => void>()
  readonly #waiting = new Map<string, Waiting>()

  constructor(data: SessionData) {
    this.#data = data
    this.#signals = new StoreSignals(data, CHANNEL)
  }

  /** Returns the log level that a session requested; `info` without a request, and while the store is unavailable. */
  async readLevel(id: string | undefined): Promise<ClientLogLevel> {
    if (!isSessionId(id)) return 'info'
    const [session, level] =
      (await this.#data.read(toSlotKey('mcp-level', id)).catch(() => undefined))?.split(' ') ?? []
    return (session === id ? readLogLevel(level) : undefined) ?? 'info'
  }

  async setLevel(id: string | undefined, level: ClientLogLevel): Promise<void> {
    if (isSessionId(id)) await this.#data.write(toSlotKey('mcp-level', id), `${id} ${level}`, LEVEL_TTL_MS)
  }

  /** Runs a request of a session. A request that its client cancels meanwhile gets no response. */
  async runRequest(
    session: string,
    request: unknown,
    run: () => McpReply | Promise<McpReply>,
    onCancel?: () => void,
  ): Promise<McpReply> {
    const key = requestKey(session, request)
    let isCancelled = false
    const cancel = (): void => {
      isCancelled = true
      onCancel?.()
    }
    this.#running.set(key, cancel)
    const slot = toSlotKey('mcp-cancel', key)
    const endWait = this.#signals.wait(slot, () => void this.#receive(slot, (text) => text === key && cancel()))
    try {
      const reply = await run()
      return isCancelled ? NO_RESPONSE : reply
    } catch (error) {
      if (isCancelled) return NO_RESPONSE
      throw error
    } finally {
      endWait()
      this.#running.delete(key)
    }
  }

  /** Cancels a request, in whichever process it runs. */
  async cancel(session: string | undefined, request: unknown): Promise<void> {
    if (!isSessionId(session)) return
    const key = requestKey(session, request)
    const cancel = this.#running.get(key)
    if (cancel !== undefined) cancel()
    else await this.#send(toSlotKey('mcp-cancel', key), key)
  }

  /** Opens a question to a client: its unguessable id, and the response that arrives with another request. */
  async open(signal: AbortSignal): Promise<Question> {
    const id = `ask-${randomBytes(18).toString('base64url')}`
    // Written before the client can see the question, because its response may reach another process at once. While
    // the store is unavailable, only this process can receive it.
    await this.#data.write(questionKey(id), '1', QUESTION_TTL_MS).catch(() => undefined)
    return { id, answer: this.#wait(id, signal) }
  }

  #wait(id: string, signal: AbortSignal): Promise<ClientAnswer> {
    let endWait = (): void => undefined
    return new Promise<ClientAnswer>((resolve, reject) => {
      const waiting = { resolve, reject }
      this.#waiting.set(id, waiting)
      endWait = this.#signals.wait(answerKey(id), () => {
        void this.#receive(answerKey(id), (text) =>
          settleQuestion(waiting, (JSON.parse(text) as { result: unknown }).result),
        )
      })
      const leave = () => reject(new FwError('unavailable', { message: 'The client disconnected without a response.' }))
      if (signal.aborted) leave()
      else signal.addEventListener('abort', leave, { once: true })
    }).finally(() => {
      endWait()
      this.#waiting.delete(id)
      void Promise.all([this.#data.remove(questionKey(id)), this.#data.remove(answerKey(id))]).catch(() => undefined)
    })
  }

  /** Passes a client's response to the process that asked. Returns `false` if no open question has this id. */
  async take(message: Readonly<Record<string, unknown>>): Promise<boolean> {
    const { id, jsonrpc } = message
    if (jsonrpc !== '2.0' || typeof id !== 'string' || !QUESTION_ID.test(id)) return false
    const waiting = this.#waiting.get(id)
    if (waiting !== undefined) {
      settleQuestion(waiting, message.result)
      return true
    }
    if ((await this.#data.read(questionKey(id))) === undefined) return false
    // Of several responses, the first one wins.
    if (!(await this.#data.claim(`mcp-answered:${id}`, QUESTION_TTL_MS))) return false
    await this.#send(answerKey(id), JSON.stringify({ result: message.result }))
    return true
  }

  /** Stores a message for another process. */
  async #send(key: string, text: string): Promise<void> {
    await this.#data.write(key, text, MESSAGE_TTL_MS)
    await this.#signals.send(key)
  }

  /** Reads a message. If the store is unavailable, the next check tries again. */
  async #receive(key: string, use: (text: string) => void): Promise<void> {
    const text = await this.#data.read(key).catch(() => undefined)
    if (text !== undefined) use(text)
  }
}

function settleQuestion(waiting: Waiting, result: unknown): void {
  if (isRecord(result)) waiting.resolve(result)
  else waiting.reject(new FwError('unavailable', { message: 'The client refused to respond.' }))
}

export function isSessionId(id: string | undefined): id is string {
  return id !== undefined && SESSION_ID.test(id)
}

const questionKey = (id: string) => `mcp-question:${id}`
const answerKey = (id: string) => `mcp-answer:${id}`

/** Returns a digest, because the client chooses the id of its request and its length. */
function requestKey(session: string, request: unknown): string {
  return digestText(`${session} ${JSON.stringify(request)}`)
}

function toSlotKey(kind: string, id: string): string {
  return `${kind}:${createHash('sha256').update(id).digest().readUInt32BE() % SLOTS}`
}
