/** A log line for people: the message first, then what is known, then the error with its stack. */
import { escapeHidden } from '#contract/hidden-text.ts'
import type { LogLine } from '#contract/log.ts'
import { type DescribedError, describeError } from './describe-error.ts'

/** `POST /_fw/api/shop.search 200 3 ms`. Only an error's lines are more than one, and those are indented. */
export function prettyLine({ time: _time, level, msg, status, durationMs, err, ...fields }: LogLine): string {
  const head = [
    ...(level === 'info' ? [] : [`${level}:`]),
    msg,
    ...(status === undefined ? [] : [String(status)]),
    ...(durationMs === undefined ? [] : [duration(durationMs)]),
    ...Object.entries(fields).flatMap(([name, value]) =>
      isShown(name, level, value) && !isSaid(msg, value) ? [`${name}=${shown(value)}`] : [],
    ),
  ]
  const lines = err === undefined ? [] : errorLines(describeError(err), '    ')
  return [escapeHidden(head.join(' ')), ...lines].join('\n')
}

/** Whom a request belongs to matters when something is wrong with it. */
function isShown(name: string, level: LogLine['level'], value: unknown): boolean {
  return value !== undefined && (name !== 'requestId' || level === 'warn' || level === 'error')
}

/** The message of an answered request names its method and path. */
function isSaid(msg: string, value: unknown): boolean {
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
