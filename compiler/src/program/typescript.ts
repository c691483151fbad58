/**
 * The only import of TypeScript: half a second of CPU, which is spent only when there is something to analyze. The
 * analysis itself takes `ts` and the checker as arguments and uses this file for types only, so that an editor can pass
 * its own copy.
 */
import { createRequire } from 'node:module'
import type { ts } from 'ts-morph'

export type { ts } from 'ts-morph'

type Morph = typeof import('ts-morph')

let loaded: Morph | undefined

/** Returns ts-morph, which the first call loads. */
export function loadMorph(): Morph {
  // `require` returns the package's declared type.
  loaded ??= createRequire(import.meta.url)('ts-morph') as Morph
  return loaded
}

/** TypeScript, loaded by its first use. For work on many nodes use the snapshot's `ts`, which is TypeScript itself. */
export const typescript: typeof ts = new Proxy({} as typeof ts, {
  get: (_target, name) => Reflect.get(loadMorph().ts, name),
})
