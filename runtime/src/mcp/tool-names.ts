/** The names by which clients call tools. */
import { wireName } from '#contract/name.ts'

/** What a client may write for a tool -> the tool's full name. Made once, at start (never by replacing characters). */
export type ToolNames = ReadonlyMap<string, string>

/** `shop__search`, `shop.search` and `api.shop.search` all mean `api.shop.search`; so does a name that the app gives it. */
export function toolNames(
  tools: readonly { readonly name: string }[],
  given: Readonly<Record<string, string>> = {},
): ToolNames {
  const names = new Map<string, string>()
  for (const { name } of tools) {
    names.set(name, name)
    names.set(wireName(name), name)
    if (name.startsWith('api.')) names.set(name.slice('api.'.length), name)
  }
  for (const [name, own] of Object.entries(given)) names.set(own, name)
  return names
}
