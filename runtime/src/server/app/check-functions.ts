/** Checks options that must be functions at start. Otherwise an invalid one would cause a 500 for every caller. */
import { SetupError } from '#contract/config/setup-error.ts'
import type { FwServerOptions } from './options.ts'

/** Option -> the file of an app that exports it. */
const FUNCTIONS = {
  ctxFor: 'src/ctx.ts',
  middleware: 'src/middleware.ts',
  verifyBearer: 'src/hooks.ts',
  onAudit: 'src/hooks.ts',
  onChange: 'src/hooks.ts',
  redact: 'src/hooks.ts',
  onProposal: 'src/hooks.ts',
  subjectOf: 'src/hooks.ts',
  canSettle: 'src/hooks.ts',
} as const satisfies Partial<Record<keyof FwServerOptions, string>>

/** Throws a `SetupError` for an option that must be a function and isn't. */
export function checkFunctions(options: FwServerOptions): void {
  for (const [name, file] of Object.entries(FUNCTIONS)) {
    // An app without type checks can pass anything.
    const value: unknown = options[name as keyof typeof FUNCTIONS]
    if (value === undefined || typeof value === 'function') continue
    const given = value === null ? 'null' : Array.isArray(value) ? 'a list' : KINDS[typeof value]
    throw new SetupError(`${name} is ${given}; it must be a function. Export it from ${file}.`)
  }
}

const KINDS: Readonly<Record<string, string>> = {
  object: 'an object',
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  bigint: 'a bigint',
  symbol: 'a symbol',
}
