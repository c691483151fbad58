/** The limits among the options, checked at start: nothing is ever larger than NaN, which `Number(undefined)` is. */
import { SetupError } from '#contract/setup-error.ts'
import type { FwServerOptions } from './options.ts'

/** Node and Bun fire a longer timer at once. */
const LONGEST_MS = 2 ** 31 - 1

/** Option -> the least that it can be, and what it counts. */
const NUMBERS = {
  maxBodyBytes: [0, 'bytes'],
  proposalTtlMs: [1, 'milliseconds'],
  maxPendingProposals: [1, 'proposals'],
  drainMs: [0, 'milliseconds', LONGEST_MS],
  drainDelayMs: [0, 'milliseconds', LONGEST_MS],
} as const

/** The same of `uploads`. */
const UPLOADS = {
  maxBytes: [0, 'bytes'],
  maxFileBytes: [0, 'bytes'],
  maxFiles: [0, 'files'],
  maxFields: [1, 'fields'],
} as const

type Limits = Readonly<Record<string, readonly [least: number, unit: string, most?: number]>>

/** Throws a `SetupError` for a limit that is no number, or none that can be kept to. */
export function checkNumbers(options: FwServerOptions): void {
  check(options, NUMBERS, '')
  const { uploads = {} } = options
  check(uploads, UPLOADS, 'uploads.')
  const unknown = Object.keys(uploads).find((name) => !Object.hasOwn(UPLOADS, name))
  if (unknown !== undefined)
    throw new SetupError(`uploads.${unknown} is no limit. There are ${Object.keys(UPLOADS).join(', ')}.`)
}

/** `values`: what an app without types passes can be anything. */
function check(values: object, limits: Limits, prefix: string): void {
  for (const [name, [least, unit, most = Number.MAX_VALUE]] of Object.entries(limits)) {
    const value: unknown = values[name as keyof typeof values]
    if (value === undefined || (typeof value === 'number' && value >= least && value <= most)) continue
    const given = typeof value === 'number' ? String(value) : `a ${typeof value}`
    throw new SetupError(
      `${prefix}${name} is ${given}; it has to be a number of ${unit}, ${most === Number.MAX_VALUE ? `${least} or more` : `from ${least} to ${most}`}.`,
    )
  }
}
