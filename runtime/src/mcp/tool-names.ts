/** The names by which clients call tools. */
import { wireName } from '#contract/name.ts'

/**
 * Maps every accepted name of a tool to its full name. Created once at start; names are never converted by replacing
 * characters.
 */
export type ToolNames = ReadonlyMap<string, string>

/** Maps `shop__search`, `shop.search`, `api.shop.search` and an own name of the app to `api.shop.search`. */
export function mapToolNames(
  tools: readonly { readonly name: string }[],
  ownNames: Readonly<Record<string, string>> = {},
): ToolNames {
  const names = new Map<string, string>()
  for (const { name } of tools) {
    names.set(name, name)
    names.set(wireName(name), name)
    if (name.startsWith('api.')) names.set(name.slice('api.'.length), name)
  }
  for (const [name, own] of Object.entries(ownNames)) names.set(own, name)
  return names
}
