/** What the server writes down: the shape of a log line, and what rooms write lines with. */

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Facts beside the message. Never cookies, authorization, or what was called with. */
export interface LogFields {
  /** The `x-request-id` of the answer that the line is about. */
  readonly requestId?: string | undefined
  /** Full tool name, `api.shop.search`. */
  readonly tool?: string | undefined
  readonly path?: string | undefined
  /** HTTP status of the answer. */
  readonly status?: number | undefined
  readonly durationMs?: number | undefined
  /** Anything that was thrown. Its stack is for the log only. */
  readonly err?: unknown
  readonly [name: string]: unknown
}

/** One line of the log, as the `log` option gets it. `err` is what was thrown, not yet turned into text. */
export interface LogLine extends LogFields {
  /** RFC 3339, UTC. */
  readonly time: string
  readonly level: LogLevel
  readonly msg: string
}

/** Takes finished lines. With pino: `({ level, msg, time, ...fields }) => pino[level](fields, msg)`. */
export type LogSink = (line: LogLine) => void

/** Writes lines. Levels below the configured one cost a comparison. */
export interface Logger {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
  /** A warning that every call would repeat: written the first time only. */
  warnOnce(message: string, fields?: LogFields): void
}
