/** Formats a log entry as one JSON object. */
import { escapeHidden } from '#contract/agent/hidden-text.ts'
import type { LogLine } from '#contract/config/log.ts'
import { describeError } from './describe-error.ts'

/** Returns one line: `time`, `level` and `msg` first, `err` with its stack. */
export function jsonLine(line: LogLine): string {
  const { err, ...rest } = line
  const plain = err === undefined ? rest : { ...rest, err: describeError(err) }
  return escapeHidden(toJson(plain))
}

/**
 * Fields can have any value. A value that JSON can't represent (a circular one, a bigint) is replaced; the entry is always
 * written.
 */
function toJson(fields: Readonly<Record<string, unknown>>): string {
  try {
    return JSON.stringify(fields)
  } catch {
    return JSON.stringify(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, safeValue(value)])))
  }
}

function safeValue(value: unknown): unknown {
  try {
    JSON.stringify(value)
    return value
  } catch {
    return typeof value === 'bigint' ? String(value) : '[not JSON]'
  }
}
