/** The log that the options and the environment ask for. */
import type { Logger, LogLevel, LogSink } from '#contract/log.ts'
import { createLogger, isLogLevel } from '../log/create-logger.ts'
import { jsonLine } from '../log/json-line.ts'
import { prettyLine } from '../log/pretty-line.ts'
import type { FwServerOptions } from './options.ts'

/** `LOG_LEVEL` wins over the configuration: a running app is looked at without a change of its sources. */
export function openLog(options: Pick<FwServerOptions, 'log' | 'logLevel' | 'now' | 'production'>): Logger {
  return createLogger({
    sink: options.log ?? stderrSink(options.production ?? false),
    level: parseLevel(process.env.LOG_LEVEL) ?? options.logLevel ?? 'info',
    now: options.now ?? Date.now,
  })
}

/** What is wrong with `LOG_LEVEL`, which other software reads too: a level that only that knows stops no app. */
export function logLevelProblem(): string | undefined {
  const { LOG_LEVEL } = process.env
  return LOG_LEVEL && !isLogLevel(LOG_LEVEL)
    ? 'LOG_LEVEL is none of debug, info, warn, error and silent, so it is passed over.'
    : undefined
}

function parseLevel(text: string | undefined): LogLevel | 'silent' | undefined {
  return isLogLevel(text) ? text : undefined
}

/** Machines read the log of a server, unless a person sits in front of it. */
function stderrSink(production: boolean): LogSink {
  const toText = production && !process.stderr.isTTY ? jsonLine : prettyLine
  return (line) => void process.stderr.write(`${toText(line)}\n`)
}
