/**
 * On the server: what it means that a component calls a tool of its own while an agent's call runs. Its guard applies then,
 * as in a browser.
 */
import type { Origin } from '#contract/api.ts'
import type { CallableTool } from '#contract/schema/take-input.ts'

export interface OwnTool extends CallableTool {
  /** Runs it, whatever its guard. The input has been checked. */
  run(input: unknown, origin: Origin): Promise<unknown>
}

/** `intercept` is whoever runs calls of agents; it answers undefined for a call that is a person's. */
export const ownCalls: { intercept?: (tool: OwnTool, input: unknown) => Promise<unknown> | undefined } = {}
