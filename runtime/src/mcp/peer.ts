/** `call.client` of a tool that runs for an MCP client: what it may be asked, and what it is told before the answer. */
import {
  abilityFor,
  type CallClient,
  type ClientAbility,
  type ClientAnswer,
  type ClientLogLevel,
  type ClientRequest,
} from '#contract/call-client.ts'
import { FwError } from '#contract/error.ts'
import { isRecord } from '#wire/json-rpc.ts'
import type { ReplyLine } from './reply-line.ts'

/** Asks the client, each era in its way. */
export type ClientRequester = (
  questions: Readonly<Record<string, ClientRequest>>,
) => Promise<Readonly<Record<string, ClientAnswer>>>

export interface PeerOptions {
  readonly line: ReplyLine
  readonly abilities: ReadonlySet<ClientAbility>
  /** Of the request's `_meta`; progress is sent only where it is given. */
  readonly progressToken: unknown
  /** The lowest level that the client wants; undefined for none at all. A promise where the data store knows it. */
  readonly logLevel: ClientLogLevel | Promise<ClientLogLevel> | undefined
  readonly ask: ClientRequester
}

export const LOG_LEVELS: readonly ClientLogLevel[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
]

export class McpPeer implements CallClient {
  /** What the client should have said that it can, and did not. */
  missing: readonly ClientAbility[] = []
  readonly #options: PeerOptions
  /** Resolves when every message of the log so far is sent. Undefined where none had to wait for the level. */
  #sending: Promise<void> | undefined

  constructor(options: PeerOptions) {
    this.#options = options
  }

  can(ability: ClientAbility): boolean {
    return this.#options.abilities.has(ability)
  }

  async ask<Name extends string>(
    questions: Readonly<Record<Name, ClientRequest>>,
  ): Promise<Readonly<Record<Name, ClientAnswer>>> {
    const wanted = Object.values<ClientRequest>(questions).map(abilityFor)
    this.missing = [...new Set(wanted)].filter((ability) => !this.can(ability))
    if (this.missing.length > 0)
      throw new FwError('unavailable', {
        message: `The client does not offer what this tool needs: ${this.missing.join(', ')}.`,
      })
    return (await this.#options.ask(questions)) as Record<Name, ClientAnswer> // every name is answered, or it throws
  }

  progress(done: number, total?: number, message?: string): void {
    const { line, progressToken } = this.#options
    if (typeof progressToken !== 'string' && typeof progressToken !== 'number') return
    const params = {
      progressToken,
      progress: done,
      ...(total === undefined ? {} : { total }),
      ...(message === undefined ? {} : { message }),
    }
    line.send({ method: 'notifications/progress', params })
  }

  log(level: ClientLogLevel, data: unknown): void {
    const { logLevel } = this.#options
    if (logLevel instanceof Promise)
      this.#sending = Promise.all([logLevel, this.#sending]).then(([lowest]) => this.#send(level, data, lowest))
    else this.#send(level, data, logLevel)
  }

  #send(level: ClientLogLevel, data: unknown, lowest: ClientLogLevel | undefined): void {
    if (lowest === undefined || LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(lowest)) return
    this.#options.line.send({ method: 'notifications/message', params: { level, data } })
  }

  /** Resolves when the log is sent: nothing can be sent behind the response. */
  flush(): Promise<void> | undefined {
    return this.#sending
  }
}

/** What a client declares in its capabilities. */
export function listAbilities(capabilities: unknown): ReadonlySet<ClientAbility> {
  const declared = isRecord(capabilities) ? capabilities : {}
  const names: readonly ClientAbility[] = ['elicitation', 'sampling', 'roots']
  return new Set(names.filter((name) => isRecord(declared[name])))
}

/** Whether a client opens addresses for its person. */
export function opensUrls(capabilities: unknown): boolean {
  const elicitation = isRecord(capabilities) ? capabilities.elicitation : undefined
  return isRecord(elicitation) && isRecord(elicitation.url)
}

/** A level that a client names; undefined for anything else. */
export function readLogLevel(value: unknown): ClientLogLevel | undefined {
  return LOG_LEVELS.find((level) => level === value)
}
