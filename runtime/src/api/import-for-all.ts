/** Dynamic imports of an app's server code. Compiled code calls this function. */
import { currentCall } from './current.ts'
import { importWithoutCaller } from './without-caller.ts'

/** Imports a module. The calls at its top level are those of the app itself, and not of the request that imports it. */
export function importForAll<Module>(load: () => Promise<Module>): Promise<Module> {
  const host = currentCall()?.host
  return host === undefined ? load() : importWithoutCaller(host, load)
}

/** Returns the import of a URL for which the request's own code waits first. */
export function createImporter<Operands extends unknown[], Module>(
  load: (...operands: Operands) => Promise<Module>,
): { readonly import: (...operands: Operands) => Promise<Module> } {
  return { import: (...operands) => importForAll(() => load(...operands)) }
}
