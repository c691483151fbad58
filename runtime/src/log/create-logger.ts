/** From a message and its fields to a line for the sink: levels, the clock, and warnings that are written once. */
import type { LogFields, Logger, LogLevel, LogSink } from '#contract/log.ts'
import { prettyLine } from './pretty-line.ts'

export interface LoggerOptions {
  readonly sink: LogSink
  /** The lowest level that is written; `silent` writes nothing. */
  readonly level: LogLevel | 'silent'
  /** Clock in epoch milliseconds. */
  readonly now: () => number
}

const RANK: Readonly<Record<LogLevel | 'silent', number>> = { debug: 1, info: 2, warn: 3, error: 4, silent: 5 }

/** Warnings that are remembered: a caller must not fill the memory with texts of its own. */
const MAX_REMEMBERED = 1000

/** A logger over a sink. A sink that throws breaks no call: the line goes to stderr instead. */
export function createLogger({ sink, level, now }: LoggerOptions): Logger {
  const lowest = RANK[level]
  const told = new Set<string>()
  const writer = (of: LogLevel) => {
    if (RANK[of] < lowest) return ignore
    return (msg: string, fields?: LogFields) => {
      const line = { time: new Date(now()).toISOString(), level: of, msg, ...fields }
      try {
        sink(line)
      } catch (error) {
        console.error(prettyLine({ ...line, sinkError: String(error) }))
      }
    }
  }
  const warn = writer('warn')
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn,
    error: writer('error'),
    warnOnce(message, fields) {
      if (told.has(message) || told.size >= MAX_REMEMBERED) return
      told.add(message)
      warn(message, fields)
    },
  }
}

function ignore(): void {}

/** Whether a text names a level of the log. */
export function isLogLevel(text: string | undefined): text is LogLevel | 'silent' {
  return text !== undefined && Object.hasOwn(RANK, text)
}
