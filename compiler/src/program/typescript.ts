/**
 * The one place where TypeScript comes in: half a second of CPU, which is spent when something is to be analysed and not
 * before. The analysis itself takes `ts` and the checker as arguments and uses this file for types only, so that an editor
 * can hand in its own copy.
 */
import { createRequire } from 'node:module'
import type { ts } from 'ts-morph'

export type { ts } from 'ts-morph'

type Morph = typeof import('ts-morph')

let loaded: Morph | undefined

/** ts-morph, loaded by the first call. */
export function loadMorph(): Morph {
  // `require` gives what the package's own types say.
  loaded ??= createRequire(import.meta.url)('ts-morph') as Morph
  return loaded
}

/** TypeScript, loaded by its first use. For work on many nodes take `ts` from the snapshot, which is TypeScript itself. */
export const typescript: typeof ts = new Proxy({} as typeof ts, {
  get: (_target, name) => Reflect.get(loadMorph().ts, name),
})
