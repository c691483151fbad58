/** Turns for messages from outside: of channels and of A2A. */
import type { Deps } from './message.ts'

/**
 * Returns the dependencies of a turn whose message is untrusted content. An app's own agent calls tools with them, and may not
 * mention the taint.
 */
export function taintDeps<Given extends Deps>(deps: Given): Given {
  return { ...deps, invoke: (tool, input, options) => deps.invoke(tool, input, { ...options, tainted: true }) }
}
