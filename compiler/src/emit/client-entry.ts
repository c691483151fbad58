/** The app's own script in the browser, if it has one. Islands load without it. */
import type { AppModel } from '../model.ts'
import { quote } from '../validate/source-text.ts'

/** Restores fields after a reload on pages without islands. On others the loader does. Some documents have no storage. */
const RESTORE =
  'try { if ("fw:typed" in sessionStorage && !document.querySelector("fw-island")) import("fw:browser/reload").then(({ restoreFields }) => restoreFields()) } catch {}'

/** Emits `fw:client`, which imports `src/client.ts` by its path from the app root. */
export function emitClientEntry(model: AppModel): string {
  return model.files.client === undefined ? 'export {}\n' : `import ${quote(`/${model.files.client}`)}\n${RESTORE}\n`
}
