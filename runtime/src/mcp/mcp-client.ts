/** `call.client` of a tool that runs for an MCP client: questions to the client, and messages before the reply. */
import {
  abilityFor,
  type CallClient,
  type ClientAbility,
  type ClientAnswer,
  type ClientLogLevel,
  type ClientRequest,
} from '#contract/http/call-client.ts'
import { FwError } from '#contract/http/error.ts'
import { isRecord } from '#contract/is-object.ts'
import type { ReplyStream } from './reply-stream.ts'

/** Sends questions to the client, in the way of its era. */
type ClientRequester = (
  questions: Readonly<Record<string, ClientRequest>>,
) => Promise<Readonly<Record<string, ClientAnswer>>>

interface McpClientOptions {
  readonly line: ReplyStream
  readonly abilities: ReadonlySet<ClientAbility>
  /** From the `_meta` of the request. Progress is sent only if it is present. */
  readonly progressToken: unknown
  /** Lowest level that the client wants; `undefined` for none. A promise if it has to be read from the data store. */
  readonly logLevel: ClientLogLevel | Promise<ClientLogLevel> | undefined
  readonly ask: ClientRequester
}

const LOG_LEVELS: readonly ClientLogLevel[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
]

export class McpClient implements CallClient {
  /** Abilities that the client would need, but doesn't declare. */
  missing: readonly ClientAbility[] = []
  readonly #options: McpClientOptions
  /** Resolves when every log message so far is sent. `undefined` if none had to wait for the level. */
  #sending: Promise<void> | undefined

  constructor(options: McpClientOptions) {
    this.#options = options
  }

  can(ability: ClientAbility): boolean {
    return this.#options.abilities.has(ability)
  }

  async ask<Name extends string>(
    questions: Readonly<Record<Name, ClientRequest>>,
  ): Promise<Readonly<Record<Name, ClientAnswer>>> {
    const required = Object.values<ClientRequest>(questions).map(abilityFor)
    this.missing = [...new Set(required)].filter((ability) => !this.can(ability))
    if (this.missing.length > 0)
      throw new FwError('unavailable', {
        message: `The client does not offer what this tool needs: ${this.missing.join(', ')}.`,
      })
    return (await this.#options.ask(questions)) as Record<Name, ClientAnswer> // every question gets a response, or it throws
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

  /** Resolves when the log is sent, because nothing can be sent after the response. */
  flush(): Promise<void> | undefined {
    return this.#sending
  }
}

/** Returns the abilities that a client declares in its capabilities. */
export function listAbilities(capabilities: unknown): ReadonlySet<ClientAbility> {
  const declared = isRecord(capabilities) ? capabilities : {}
  const names: readonly ClientAbility[] = ['elicitation', 'sampling', 'roots']
  return new Set(names.filter((name) => isRecord(declared[name])))
}

/** Whether a client can open URLs for its user. */
export function opensUrls(capabilities: unknown): boolean {
  const elicitation = isRecord(capabilities) ? capabilities.elicitation : undefined
  return isRecord(elicitation) && isRecord(elicitation.url)
}

/** Returns the log level that a client named, or `undefined` if it is invalid. */
export function readLogLevel(value: unknown): ClientLogLevel | undefined {
  return LOG_LEVELS.find((level) => level === value)
}
