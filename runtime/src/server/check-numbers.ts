/** The limits among the options, checked at start: nothing is ever larger than NaN, which `Number(undefined)` is. */
import { SetupError } from '#contract/setup-error.ts'
import type { FwServerOptions } from './options.ts'

/** Option -> the least that it can be, and what it counts. */
const NUMBERS = {
  maxBodyBytes: [0, 'bytes'],
  proposalTtlMs: [1, 'milliseconds'],
  maxPendingProposals: [1, 'proposals'],
  drainMs: [0, 'milliseconds'],
  drainDelayMs: [0, 'milliseconds'],
} as const

/** Throws a `SetupError` for a limit that is no number, or none that can be kept to. */
export function checkNumbers(options: FwServerOptions): void {
  for (const [name, [least, unit]] of Object.entries(NUMBERS)) {
    // The names of NUMBERS are options; what an app without types passes can be anything.
    const value: unknown = options[name as keyof typeof NUMBERS]
    if (value === undefined || (typeof value === 'number' && Number.isFinite(value) && value >= least)) continue
    const given = typeof value === 'number' ? String(value) : `a ${typeof value}`
    throw new SetupError(`${name} is ${given}; it has to be a number of ${unit}, ${least} or more.`)
  }
}
