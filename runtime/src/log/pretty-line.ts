/** Formats a log entry for users: the message first, then its fields, then the error with its stack. */
import { escapeHidden } from '#contract/agent/hidden-text.ts'
import type { LogLine } from '#contract/config/log.ts'
import { type DescribedError, describeError } from './describe-error.ts'

/** Returns text such as `POST /_fw/api/shop.search 200 3 ms`. Only errors add lines, which are indented. */
export function prettyLine({ time: _time, level, msg, status, durationMs, err, ...fields }: LogLine): string {
  const head = [
    ...(level === 'info' ? [] : [`${level}:`]),
    msg,
    ...(status === undefined ? [] : [String(status)]),
    ...(durationMs === undefined ? [] : [duration(durationMs)]),
    ...Object.entries(fields).flatMap(([name, value]) =>
      isShown(name, level, value) && !isInMessage(msg, value) ? [`${name}=${shown(value)}`] : [],
    ),
  ]
  const lines = err === undefined ? [] : errorLines(describeError(err), '    ')
  return [escapeHidden(head.join(' ')), ...lines].join('\n')
}

/** The request id is only useful for problems. */
function isShown(name: string, level: LogLine['level'], value: unknown): boolean {
  return value !== undefined && (name !== 'requestId' || level === 'warn' || level === 'error')
}

/** The message of a request already contains its method and path. */
function isInMessage(msg: string, value: unknown): boolean {
  return typeof value === 'string' && value !== '' && msg.includes(value)
}

function duration(ms: number): string {
  return `${ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms)} ms`
}

function shown(value: unknown): string {
  if (typeof value === 'string') return /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value)
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return '[not JSON]'
  }
}

function errorLines(error: DescribedError, indent: string): readonly string[] {
  const text = error.stack ?? (error.name === undefined ? error.message : `${error.name}: ${error.message}`)
  return [
    ...text
      .split('\n')
      .map((line) => indent + escapeHidden(line.trimStart().startsWith('at ') ? `    ${line.trim()}` : line)),
    ...(error.cause === undefined ? [] : [`${indent}caused by`, ...errorLines(error.cause, `${indent}  `)]),
    ...(error.errors ?? []).flatMap((one) => errorLines(one, `${indent}  `)),
  ]
}
