/** Creates loggers: levels, timestamps, and warnings that are written once. */
import type { LogFields, Logger, LogLevel, LogSink } from '#contract/config/log.ts'
import { prettyLine } from './pretty-line.ts'

interface LoggerOptions {
  readonly sink: LogSink
  /** The lowest level that is written; `silent` writes nothing. */
  readonly level: LogLevel | 'silent'
  /** Clock in epoch milliseconds. */
  readonly now: () => number
}

const RANK: Readonly<Record<LogLevel | 'silent', number>> = { debug: 1, info: 2, warn: 3, error: 4, silent: 5 }

/**
 * Maximum number of remembered warnings, because callers could fill the memory with different messages. Each kind has its own
 * limit, so that a visitor who causes many warnings of one kind can't suppress the others.
 */
const MAX_REMEMBERED = 1000
const MAX_OF_KIND = 100

/** Creates a logger for a sink. If the sink throws, the entry is written to stderr instead and the call isn't affected. */
export function createLogger({ sink, level, now }: LoggerOptions): Logger {
  const lowest = RANK[level]
  const logged = new Map<string | undefined, Set<string>>()
  const writer = (entryLevel: LogLevel) => {
    if (RANK[entryLevel] < lowest) return ignore
    return (msg: string, fields?: LogFields) => {
      const line = { time: new Date(now()).toISOString(), level: entryLevel, msg, ...fields }
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
    warnOnce(message, fields, kind) {
      const messages = logged.get(kind) ?? new Set()
      logged.set(kind, messages)
      if (messages.has(message) || messages.size >= (kind === undefined ? MAX_REMEMBERED : MAX_OF_KIND)) return
      messages.add(message)
      warn(message, fields)
    },
  }
}

function ignore(): void {}

/** Whether a string is a log level. */
export function isLogLevel(text: string | undefined): text is LogLevel | 'silent' {
  return text !== undefined && Object.hasOwn(RANK, text)
}
