/** Emits the declarations in `.fw/types`, which give the framework's types the app's. */
import { IMAGE_TYPES, registerTypes } from '../analyze/apis/register-types.ts'
import type { AppModel } from '../model.ts'

/**
 * Returns the files by their path in `.fw/types`. They contain only types, so that an outdated file never breaks a
 * running app.
 */
export function emitTypes(model: AppModel): Readonly<Record<string, string>> {
  return { 'images.d.ts': IMAGE_TYPES, 'register.d.ts': registerTypes(model) }
}
