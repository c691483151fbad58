/** Decides which tools a request defines, and which ones the model has to find first. */
import type { ModelTool } from '#contract/agent/model.ts'

/** Most tools that a request defines by itself. Models choose worse among more, and OpenAI refuses more than 128. */
export const MOST_LOADED = 50

interface ToolPlan {
  /** Tools whose definitions the model reads from the start. */
  readonly loaded: readonly ModelTool[]
  /** Tools that the model finds by a search. */
  readonly deferred: readonly ModelTool[]
}

/**
 * Splits the tools of a turn. Both lists have the order of `tools`, so that the start of a request is the same in each round.
 *
 * @param isNear Whether a tool belongs to the open page, or is needed in every turn. The last ones have priority.
 */
export function planTools(tools: readonly ModelTool[], isNear: (name: string) => boolean): ToolPlan {
  if (tools.length <= MOST_LOADED) return { loaded: tools, deferred: [] }
  const near = new Set(tools.filter(({ name }) => isNear(name)).slice(-(MOST_LOADED - 1)))
  return { loaded: tools.filter((tool) => near.has(tool)), deferred: tools.filter((tool) => !near.has(tool)) }
}
