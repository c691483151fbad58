/** The declarations of `.fw/types`, through which the framework's types know the app's. */
import { IMAGE_TYPES, registerTypes } from '../analyze/register-types.ts'
import type { AppModel } from '../model.ts'

/** Files by their path below `.fw/types`. They hold types only, so that a stale one never breaks a running app. */
export function emitTypes(model: AppModel): Readonly<Record<string, string>> {
  return { 'images.d.ts': IMAGE_TYPES, 'register.d.ts': registerTypes(model) }
}
