/**
 * On the server: intercepts calls that a component makes of its own tools while an agent's call runs. The guard of the tool
 * applies to them, as in a browser.
 */
import type { Origin } from '#contract/api.ts'
import type { CallableTool } from '#contract/schema/take-input.ts'

export interface OwnTool extends CallableTool {
  /** Runs it without checking its guard or its input. */
  run(input: unknown, origin: Origin): Promise<unknown>
}

/** The server sets `intercept`, which returns the result of an agent's call, or undefined for a person's call. */
export const ownCalls: { intercept?: (tool: OwnTool, input: unknown) => Promise<unknown> | undefined } = {}
