/** Dynamic imports of an app's server code. Compiled code calls this function. */
import { currentCall } from './current.ts'
import { withoutCaller } from './without-caller.ts'

/** Imports a module. The calls at its top level are those of the app itself, and not of the request that imports it. */
export function importForAll<Module>(load: () => Promise<Module>): Promise<Module> {
  const host = currentCall()?.host
  return host === undefined ? load() : withoutCaller(host, load)
}
