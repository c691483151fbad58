/** Decides which tools an agent may see: one rule for `defineAgent`, `createCopilot` and remote tools. */
import type { ToolFilter } from '#contract/agent/agent.ts'

/**
 * Whether a tool passes the filter. An empty or absent `include` includes everything; a pattern that ends in `.*`
 * matches by prefix, any other pattern exactly; `exclude` always wins. Tools of other servers also match without
 * their `mcp_` prefix: `docs.*` matches `mcp_docs.*`.
 */
export function allowsTool(name: string, filter: ToolFilter = {}): boolean {
  const { include = [], exclude = [] } = filter
  if (exclude.some((pattern) => matches(name, pattern))) return false
  return include.length === 0 || include.some((pattern) => matches(name, pattern))
}

/** Returns the patterns of a filter that match none of these tools. */
export function findUnmatched(names: readonly string[], { include = [], exclude = [] }: ToolFilter): readonly string[] {
  return [...include, ...exclude].filter((pattern) => !names.some((name) => matches(name, pattern)))
}

/** `api.shop.*` matches names that begin with `api.shop.`; a lone `*` has no special meaning. */
function matches(name: string, pattern: string): boolean {
  return matchesName(name, pattern) || matchesName(name, `mcp_${pattern}`)
}

function matchesName(name: string, pattern: string): boolean {
  return pattern.endsWith('.*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}
