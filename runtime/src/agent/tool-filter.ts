/** Which tools an agent may see: one rule for `defineAgent`, `createCopilot` and remote tools (spec: Agent configuration). */
import type { ToolFilter } from '#contract/agent.ts'

/**
 * Whether a tool passes. `include` empty or absent means everything; a pattern that ends in `.*` matches by prefix, anything
 * else exactly; `exclude` always wins.
 */
export function allowsTool(name: string, filter: ToolFilter = {}): boolean {
  const { include = [], exclude = [] } = filter
  if (exclude.some((pattern) => matches(name, pattern))) return false
  return include.length === 0 || include.some((pattern) => matches(name, pattern))
}

/** `api.shop.*` takes what begins with `api.shop.`; a lone `*` is a name like any other. */
function matches(name: string, pattern: string): boolean {
  return pattern.endsWith('.*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}
