/** The server's log: the shape of a log entry, and the interface that modules write entries with. */

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Structured data of a log entry. Never contains cookies, authorization headers or inputs of calls. */
export interface LogFields {
  /** `x-request-id` of the response that the entry is about. */
  readonly requestId?: string | undefined
  /** Full tool name, `api.shop.search`. */
  readonly tool?: string | undefined
  readonly path?: string | undefined
  /** HTTP status of the response. */
  readonly status?: number | undefined
  readonly durationMs?: number | undefined
  /** Any thrown value. Its stack appears only in the log. */
  readonly err?: unknown
  readonly [name: string]: unknown
}

/** A log entry, as the `log` option receives it. `err` is the thrown value itself. */
export interface LogLine extends LogFields {
  /** RFC 3339, UTC. */
  readonly time: string
  readonly level: LogLevel
  readonly msg: string
}

/** Receives complete log entries. With pino: `({ level, msg, time, ...fields }) => pino[level](fields, msg)`. */
export type LogSink = (line: LogLine) => void

/** Writes log entries. An entry below the configured level costs only a comparison. */
export interface Logger {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
  /**
   * Logs a warning that would repeat with every call. Only the first one is written. Messages that contain data of requests
   * need a `kind`: after a limited number of messages, the others of the same kind are not written.
   */
  warnOnce(message: string, fields?: LogFields, kind?: string): void
}
