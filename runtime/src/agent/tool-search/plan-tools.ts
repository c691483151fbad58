/** Decides which tools a request defines, and which ones the model has to find first. */

/** Name of the tool that finds other tools. */
export const SEARCH_TOOLS = 'search_tools'

/** Most tools that a request defines by itself. Models choose worse among more, and OpenAI refuses more than 128. */
export const MOST_LOADED = 50

interface ToolPlan<Tool> {
  /** Tools whose definitions the model reads from the start. */
  readonly loaded: readonly Tool[]
  /** Tools that the model finds by a search. */
  readonly deferred: readonly Tool[]
}

/**
 * Splits the tools of a turn. Both lists have the order of `tools`, so that the start of a request is the same in each round.
 *
 * @param isNear Whether a tool belongs to the open page, or is needed in every turn. The last ones have priority.
 */
export function planTools<Tool extends { readonly name: string }>(
  tools: readonly Tool[],
  isNear: (name: string) => boolean,
): ToolPlan<Tool> {
  if (tools.length <= MOST_LOADED) return { loaded: tools, deferred: [] }
  const near = new Set(tools.filter(({ name }) => isNear(name)).slice(-(MOST_LOADED - 1)))
  return { loaded: tools.filter((tool) => near.has(tool)), deferred: tools.filter((tool) => !near.has(tool)) }
}
