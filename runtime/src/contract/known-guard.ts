/** Normalizes guards. */
import type { Guard } from './api.ts'

/** Returns the guard of a definition: `auto` by default, and `forbidden` for any value that isn't a guard. */
export function toGuard(guard: unknown): Guard {
  if (guard === undefined) return 'auto'
  return guard === 'auto' || guard === 'confirm' ? guard : 'forbidden'
}
