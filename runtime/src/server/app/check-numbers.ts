/**
 * Checks numeric limits of the options at start. A comparison with NaN, which `Number(undefined)` returns, never finds
 * a value above the limit.
 */
import { SetupError } from '#contract/config/setup-error.ts'
import type { FwServerOptions } from './options.ts'

/** Node and Bun fire a timer with a longer delay immediately. */
const MAX_MS = 2 ** 31 - 1

/** Option -> its minimum, its unit and its maximum. */
const NUMBERS = {
  maxBodyBytes: [0, 'bytes'],
  proposalTtlMs: [1, 'milliseconds'],
  maxPendingProposals: [1, 'proposals'],
  drainMs: [0, 'milliseconds', MAX_MS],
  drainDelayMs: [0, 'milliseconds', MAX_MS],
} as const

/** Limits in `uploads`. */
const UPLOADS = {
  maxBytes: [0, 'bytes'],
  maxFileBytes: [0, 'bytes'],
  maxFiles: [0, 'files'],
  maxFields: [1, 'fields'],
} as const

type Limits = Readonly<Record<string, readonly [least: number, unit: string, most?: number]>>

/** Throws a `SetupError` for a limit that isn't a number, or is out of range. */
export function checkNumbers(options: FwServerOptions): void {
  check(options, NUMBERS, '')
  const { uploads = {} } = options
  check(uploads, UPLOADS, 'uploads.')
  const unknown = Object.keys(uploads).find((name) => !Object.hasOwn(UPLOADS, name))
  if (unknown !== undefined)
    throw new SetupError(`uploads.${unknown} is not a known limit. The limits are ${Object.keys(UPLOADS).join(', ')}.`)
}

/** `values` can contain anything if the app has no type checks. */
function check(values: object, limits: Limits, prefix: string): void {
  for (const [name, [least, unit, most = Number.MAX_VALUE]] of Object.entries(limits)) {
    const value: unknown = values[name as keyof typeof values]
    if (value === undefined || (typeof value === 'number' && value >= least && value <= most)) continue
    const given = typeof value === 'number' ? String(value) : `a ${typeof value}`
    throw new SetupError(
      `${prefix}${name} is ${given}; it must be a number of ${unit}, ${most === Number.MAX_VALUE ? `${least} or more` : `from ${least} to ${most}`}.`,
    )
  }
}
