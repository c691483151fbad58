/** What a row of the bench returns: values of rounds, with their median and their best. */
import { median } from './median.ts'

export interface Measure {
  /** Printed after the value, such as `ms`. */
  readonly unit: string
  readonly better: 'higher' | 'lower'
}

export interface Result extends Measure {
  readonly row: string
  readonly measure: string
  /** `fw`, a baseline or a peer. */
  readonly contender: string
  /** `Node 20`, `Bun` or `Chromium`: ratios compare contenders on the same runtime only. */
  readonly runtime: string
  readonly median: number
  readonly best: number
  /** One value per round, so that contenders can be compared within a round. */
  readonly values: readonly number[]
}

export type Log = (line: string) => void

/** Options of a run, from the command line. */
export interface BenchOptions {
  readonly rounds: number
  /** Duration of the load in a round. */
  readonly seconds: number
  readonly connections: number
  /** Whether other frameworks are measured too. */
  readonly peers: boolean
  /** Numbers of routes, and of apis, of the row `scale`. */
  readonly sizes: readonly number[]
  /** Node's own `import`, for built modules: in a module that Vite runs, `import` would use Vite. */
  importFile(path: string): Promise<Readonly<Record<string, unknown>>>
}

export const RATE: Measure = { unit: '/CPU s', better: 'higher' }
export const MS: Measure = { unit: 'ms', better: 'lower' }
export const SECONDS: Measure = { unit: 's', better: 'lower' }
export const MB: Measure = { unit: 'MB', better: 'lower' }
export const KB: Measure = { unit: 'KB', better: 'lower' }
export const BYTES: Measure = { unit: 'B', better: 'lower' }

/** Adds median and best to the values of a measure. Throws if there are none. */
export function toResult(about: Omit<Result, 'median' | 'best'>): Result {
  const { values, better } = about
  if (values.length === 0) throw new Error(`${about.row}: "${about.measure}" of ${about.contender} has no values.`)
  return { ...about, median: median(values), best: better === 'higher' ? Math.max(...values) : Math.min(...values) }
}

/** Formats a value with its unit: three digits, or all digits of a whole part. */
export function formatValue(value: number, unit: string): string {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.max(Math.abs(value), 0.01))))
  const whole = Number.isInteger(value) || digits === 0
  return `${value.toLocaleString('en-US', { minimumFractionDigits: whole ? 0 : digits, maximumFractionDigits: whole ? 0 : digits })} ${unit}`.trimEnd()
}
