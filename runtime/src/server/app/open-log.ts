/** Creates the log from the options and the environment. */
import { NO_HOST } from '#api/host.ts'
import { withoutCaller } from '#api/without-caller.ts'
import type { Logger, LogLevel, LogSink } from '#contract/config/log.ts'
import { createLogger, isLogLevel } from '#log/create-logger.ts'
import { jsonLine } from '#log/json-line.ts'
import { prettyLine } from '#log/pretty-line.ts'
import type { FwServerOptions } from './options.ts'

/**
 * Creates the logger. `LOG_LEVEL` takes precedence over the configuration, so that a running app can be debugged without a
 * code change.
 */
export function openLog(options: Pick<FwServerOptions, 'log' | 'logLevel' | 'now' | 'production'>): Logger {
  const { log } = options
  return createLogger({
    // An entry isn't the report of one call, so its sink has no caller.
    sink:
      log === undefined ? stderrSink(options.production ?? false) : (line) => withoutCaller(NO_HOST, () => log(line)),
    level: parseLevel(process.env.LOG_LEVEL) ?? options.logLevel ?? 'info',
    now: options.now ?? Date.now,
  })
}

/**
 * Returns what is wrong with `LOG_LEVEL`. Other software reads this variable too, so an unknown level only causes a
 * warning.
 */
export function logLevelProblem(): string | undefined {
  const { LOG_LEVEL } = process.env
  return LOG_LEVEL && !isLogLevel(LOG_LEVEL)
    ? 'LOG_LEVEL must be debug, info, warn, error or silent. Its value is ignored.'
    : undefined
}

function parseLevel(text: string | undefined): LogLevel | 'silent' | undefined {
  return isLogLevel(text) ? text : undefined
}

/** Writes JSON for log collectors in production, and readable text on a terminal. */
function stderrSink(production: boolean): LogSink {
  // Not before the first line: some platforms create the stream on its first use, and most servers write nothing at start.
  let toText: typeof jsonLine | undefined
  return (line) => {
    toText ??= production && !process.stderr.isTTY ? jsonLine : prettyLine
    process.stderr.write(`${toText(line)}\n`)
  }
}
