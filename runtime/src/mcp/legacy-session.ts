/**
 * What a client of 2025 said when it opened: kept in the session id itself, which grants nothing, so that any process can
 * read it. Beside that, what lives in one process: log levels, running calls, and questions that wait for an answer.
 */
import { randomBytes } from 'node:crypto'
import type { ClientAbility, ClientAnswer, LogLevel } from '#contract/call-client.ts'
import { FwError } from '#contract/error.ts'
import { isRecord } from '#wire/json-rpc.ts'
import { abilitiesOf } from './peer.ts'

const LETTERS: readonly (readonly [string, ClientAbility])[] = [
  ['e', 'elicitation'],
  ['s', 'sampling'],
  ['r', 'roots'],
]

/** A new id for a client with these capabilities. */
export function newSessionId(capabilities: unknown): string {
  const abilities = abilitiesOf(capabilities)
  const letters = LETTERS.filter(([, ability]) => abilities.has(ability)).map(([letter]) => letter)
  return `${randomBytes(18).toString('base64url')}.${letters.join('')}`
}

/** What the client of a session can do; nothing for one without a session of ours. */
export function sessionAbilities(id: string | undefined): ReadonlySet<ClientAbility> {
  const letters = /^[\w-]{24}\.([a-z]*)$/.exec(id ?? '')?.[1] ?? ''
  return new Set(LETTERS.filter(([letter]) => letters.includes(letter)).map(([, ability]) => ability))
}

const MOST_SESSIONS = 10_000

interface Waiting {
  resolve(answer: ClientAnswer): void
  reject(error: unknown): void
}

export class LegacySessions {
  readonly #levels = new Map<string, LogLevel>()
  readonly #running = new Map<string, () => void>()
  readonly #waiting = new Map<string, Waiting>()

  /** The level that a session asked for; `info` for one that did not. */
  levelOf(id: string | undefined): LogLevel {
    return (id === undefined ? undefined : this.#levels.get(id)) ?? 'info'
  }

  /** The oldest is forgotten once there are many. */
  setLevel(id: string, level: LogLevel): void {
    this.#levels.delete(id)
    this.#levels.set(id, level)
    const [oldest] = this.#levels.keys()
    if (this.#levels.size > MOST_SESSIONS && oldest !== undefined) this.#levels.delete(oldest)
  }

  /** Remembers how to cancel a running request until it has ended. */
  started(key: string, cancel: () => void): void {
    this.#running.set(key, cancel)
  }

  ended(key: string): void {
    this.#running.delete(key)
  }

  cancel(key: string): void {
    this.#running.get(key)?.()
  }

  /** A question to a client: its id, which nobody can guess, and the answer that comes with another request. */
  open(signal: AbortSignal): { readonly id: string; readonly answer: Promise<ClientAnswer> } {
    const id = `ask-${randomBytes(18).toString('base64url')}`
    const answer = new Promise<ClientAnswer>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      const leave = () => reject(new FwError('unavailable', { message: 'The client has left without an answer.' }))
      if (signal.aborted) leave()
      else signal.addEventListener('abort', leave, { once: true })
    }).finally(() => this.#waiting.delete(id))
    return { id, answer }
  }

  /** Takes what a client answered. False for an answer to nothing that was asked here. */
  take(message: unknown): boolean {
    if (!isRecord(message) || message.jsonrpc !== '2.0' || typeof message.id !== 'string') return false
    const waiting = this.#waiting.get(message.id)
    if (waiting === undefined) return false
    if (isRecord(message.result)) waiting.resolve(message.result)
    else waiting.reject(new FwError('unavailable', { message: 'The client refused to answer.' }))
    return true
  }
}
