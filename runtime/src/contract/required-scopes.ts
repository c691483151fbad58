/** Reads the scopes of a definition, which has two ways to write them. */
import type { Access } from './api.ts'

/** Returns the scopes that callers need: those of `access: { scopes }`, or of the field `scopes`. */
export function getRequiredScopes({ access, scopes }: Restricted): readonly string[] | undefined {
  return typeof access === 'object' ? access.scopes : scopes
}

interface Restricted {
  readonly access?: Access<never> | undefined
  readonly scopes?: readonly string[] | undefined
}
