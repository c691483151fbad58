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

/** Maximum number of remembered warnings, because callers could fill the memory with different messages. */
const MAX_REMEMBERED = 1000

/** Creates a logger for a sink. If the sink throws, the entry is written to stderr instead and the call isn't affected. */
export function createLogger({ sink, level, now }: LoggerOptions): Logger {
  const lowest = RANK[level]
  const logged = new Set<string>()
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
    warnOnce(message, fields) {
      if (logged.has(message) || logged.size >= MAX_REMEMBERED) return
      logged.add(message)
      warn(message, fields)
    },
  }
}

function ignore(): void {}

/** Whether a string is a log level. */
export function isLogLevel(text: string | undefined): text is LogLevel | 'silent' {
  return text !== undefined && Object.hasOwn(RANK, text)
}
