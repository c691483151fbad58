/** Time limits for clients: the defaults of `FwConfig.timeouts`. */
import type { Timeouts } from '#contract/config/config.ts'
import type { FwServer } from '../server/create-server.ts'
import type { ServeOptions } from './listening.ts'

const DEFAULTS: Required<Timeouts> = { headersMs: 20_000, requestMs: 60_000, keepAliveMs: 65_000, idleMs: 240_000 }

/** The host's settings: options of `serve`, else of the app, else the defaults. */
export interface Hosting {
  readonly timeouts: Required<Timeouts>
  readonly drainMs: number
  readonly drainDelayMs: number
}

/** Throws a `TypeError` for a time that a timer can't represent. */
export function resolveHosting({ hosting }: Pick<FwServer, 'hosting'>, options: ServeOptions): Hosting {
  const timeouts = { ...DEFAULTS, ...hosting.timeouts, ...options.timeouts }
  const drainMs = options.drainMs ?? hosting.drainMs ?? 10_000
  const drainDelayMs = options.drainDelayMs ?? hosting.drainDelayMs ?? 0
  for (const [name, value] of Object.entries(timeouts)) checkTime(`timeouts.${name}`, value, 1)
  checkTime('drainMs', drainMs, 0)
  checkTime('drainDelayMs', drainDelayMs, 0)
  return { timeouts, drainMs, drainDelayMs }
}

/** Node and Bun fire a timer with a longer delay immediately. */
const MAX_MS = 2 ** 31 - 1

/** `value` can be anything if the app has no type checks. */
function checkTime(name: string, value: unknown, least: number): void {
  if (typeof value === 'number' && value >= least && value <= MAX_MS) return
  const given = typeof value === 'number' ? String(value) : `a ${typeof value}`
  throw new TypeError(`${name} is ${given}. Write a number of milliseconds from ${least} to ${MAX_MS}.`)
}
