/** How long callers may take: the defaults behind `FwConfig.timeouts`. */
import type { Timeouts } from '#contract/config.ts'
import type { FwServer } from '../server/create-server.ts'
import type { ServeOptions } from './listening.ts'

const DEFAULTS: Required<Timeouts> = { headersMs: 20_000, requestMs: 60_000, keepAliveMs: 65_000, idleMs: 240_000 }

/** What a host keeps to: what `serve` was told, else what the app says, else the defaults. */
export interface Hosting {
  readonly timeouts: Required<Timeouts>
  readonly drainMs: number
  readonly drainDelayMs: number
}

/** Throws for what is no time. */
export function hostingOf({ hosting }: Pick<FwServer, 'hosting'>, options: ServeOptions): Hosting {
  const timeouts = { ...DEFAULTS, ...hosting.timeouts, ...options.timeouts }
  for (const [name, value] of Object.entries(timeouts))
    if (!Number.isFinite(value) || value <= 0)
      throw new TypeError(`timeouts.${name} is ${value}. Write a number of milliseconds, above 0.`)
  return {
    timeouts,
    drainMs: options.drainMs ?? hosting.drainMs ?? 10_000,
    drainDelayMs: options.drainDelayMs ?? hosting.drainDelayMs ?? 0,
  }
}
