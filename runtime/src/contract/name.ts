/** Tool names (decisions: The contract is a TypeScript type, "Names"). The one implementation of the `__` rule. */

const NAME = /^[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*$/
const IDENTIFIER_NAME = /^[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*$/

/** MCP and provider wires take at most this many characters. */
export const WIRE_NAME_MAX = 64

export type NameKind = 'module' | 'export' | 'component' | 'intent' | 'store' | 'action'

/** Why `name` cannot be used as a name of this kind, as a full sentence with what to do; undefined when it can. */
export function nameProblem(kind: NameKind, name: string): string | undefined {
  if (name.includes('__'))
    return `The ${kind} name "${name}" contains "__", which separates module and export on MCP and provider wires. Use a single "_".`
  if (kind === 'store' && `${name}.` === TOOL_PREFIX)
    return `No store can be called "${name}": with it begin the names of the server's tools. Export the store by another name.`
  const pattern = kind === 'module' ? NAME : IDENTIFIER_NAME
  if (pattern.test(name)) return undefined
  const hyphen = kind === 'module' ? ', with single "_" or "-" between' : ', with single "_" between'
  return `The ${kind} name "${name}" cannot be a tool name. Start with a letter and use letters and digits${hyphen}.`
}

/** What every tool of an api module begins with. */
export const TOOL_PREFIX = 'api.'

/** `api.<module>.<export>` (spec: api definition, rule 1). */
export function toolName(module: string, exportName: string): string {
  return `api.${module}.${exportName}`
}

/** The name on MCP and provider wires: `api.shop.search` is `shop__search`, `AddToCart.add` is `AddToCart__add`. */
export function wireName(tool: string): string {
  return (tool.startsWith('api.') ? tool.slice(4) : tool).replace('.', '__')
}
