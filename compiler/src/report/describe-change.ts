/** Describes changes of sizes, for every form of the report. */
import type { SizeChange, SizeKind } from './analysis-report.ts'
import { formatKilobytes } from './format-size.ts'

/** Names the subject of a change: `scripts of /notes/[id]`. */
export function describeSubject({ kind, name }: SizeChange): string {
  return SUBJECTS[kind](name)
}

const SUBJECTS: Readonly<Record<SizeKind, (name: string) => string>> = {
  scripts: () => 'all scripts',
  styles: () => 'the stylesheet',
  script: (pattern) => `scripts of ${pattern}`,
  html: (pattern) => `HTML of ${pattern}`,
  island: (name) => `island ${name}`,
  module: (name) => `browser module ${name}`,
  api: (name) => `api module ${name}`,
}

/** Formats the difference: `+1.40 kB`, or `+400 B` below 1 kB. */
export function formatDifference({ before = 0, after = 0 }: SizeChange): string {
  const bytes = after - before
  const size = Math.abs(bytes)
  return `${bytes < 0 ? '-' : '+'}${size < 1000 ? `${size} B` : formatKilobytes(size)}`
}

/** Formats one of the sizes; `new` and `removed` replace a missing one. */
export function formatSizes({ before, after }: SizeChange): string {
  const from = before === undefined ? 'new' : formatKilobytes(before)
  return `${from} → ${after === undefined ? 'removed' : formatKilobytes(after)}`
}

/** Formats the time of a build: `2026-11-23 21:40 UTC`. */
export function formatTime(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`
}

/** Explains the units of a comparison. */
export const CHANGE_UNITS =
  'Changes are in bytes compressed with brotli; those of modules in bytes of code, before compression.'
