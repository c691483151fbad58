/** Names of tools: which names are valid, and their form for MCP clients and model providers, which contains `__`. */

const NAME = /^[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*$/
const IDENTIFIER_NAME = /^[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*$/

/** Maximum number of characters of a tool name in MCP and provider APIs. */
export const WIRE_NAME_MAX = 64

type NameKind = 'module' | 'export' | 'component' | 'intent' | 'store' | 'action'

/**
 * Returns why `name` can't be used as a name of this kind, as a full sentence with a solution, or undefined for a valid
 * name.
 */
export function nameProblem(kind: NameKind, name: string): string | undefined {
  if (name.includes('__'))
    return `The ${kind} name "${name}" contains "__", which separates the two parts of a tool name for MCP clients and model providers. Use a single "_".`
  if (kind === 'store' && `${name}.` === TOOL_PREFIX)
    return `A store can't be named "${name}", because the names of the server's tools begin with "${TOOL_PREFIX}". Export the store with another name.`
  const pattern = kind === 'module' ? NAME : IDENTIFIER_NAME
  if (pattern.test(name)) return undefined
  const hyphen = kind === 'module' ? ', with a single "_" or "-" between them' : ', with a single "_" between them'
  return `The ${kind} name "${name}" can't be part of a tool name. Begin with a letter, and use letters and digits${hyphen}.`
}

/** Prefix of every tool of an API module. */
export const TOOL_PREFIX = 'api.'

/** Returns `api.<module>.<export>`. */
export function toolName(module: string, exportName: string): string {
  return `api.${module}.${exportName}`
}

/** Returns the name in MCP and provider APIs: `api.shop.search` is `shop__search`, `AddToCart.add` is `AddToCart__add`. */
export function wireName(tool: string): string {
  return (tool.startsWith('api.') ? tool.slice(4) : tool).replace('.', '__')
}
