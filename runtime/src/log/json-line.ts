/** A log line for machines: one JSON object. */
import { escapeHidden } from '#contract/hidden-text.ts'
import type { LogLine } from '#contract/log.ts'
import { describeError } from './describe-error.ts'

/** `time`, `level` and `msg` first; `err` with its stack. One line, whatever the fields hold. */
export function jsonLine(line: LogLine): string {
  const { err, ...rest } = line
  const plain = err === undefined ? rest : { ...rest, err: describeError(err) }
  return escapeHidden(toJson(plain))
}

/** Fields are anybody's values: what JSON cannot carry (a circle, a bigint) costs itself, never the line. */
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
