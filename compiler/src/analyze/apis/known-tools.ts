/** The tools of an app by all their spellings, for strings that name a tool. */
import { nearestName, wireName } from '@fw/runtime/contract'
import { listNamedTools, PAGE_TOOLS } from '#diagnostic/named-tools.ts'
import type { AppModel } from '#model.ts'

/** Whether a string must match exactly, as in a tool filter, or is looked up as `tools/call` does. */
export type Spelling = 'exact' | 'any'

interface KnownTools {
  has(name: string, spelling: Spelling): boolean
  /** Returns the most similar tool or pattern, as its full name. */
  nearest(name: string): string | undefined
  /** Returns whether only this app could have a tool with this name: other tools may be a remote server's. */
  isOwn(name: string): boolean
}

const WILDCARD = '.*'

/** Returns all tools of an app, including the built-in tools of every page. */
export function knownTools(model: Pick<AppModel, 'modules' | 'components' | 'stores'>): KnownTools {
  return collectTools(model, PAGE_TOOLS)
}

/** Returns the tools that can be called without a page: the apis. */
export function knownApis({ modules }: Pick<AppModel, 'modules'>): KnownTools {
  return collectTools({ modules, components: [] }, [])
}

function collectTools(
  model: Pick<AppModel, 'modules' | 'components' | 'stores'>,
  pageTools: readonly string[],
): KnownTools {
  const names = [...new Set([...listNamedTools(model).map(({ tool }) => tool), ...pageTools])]
  const spellings = new Map(names.flatMap((name) => [name, shortName(name), wireName(name)].map((one) => [one, name])))
  const patterns = [...new Set(names.flatMap((name) => listPrefixes(name)))]
  const owners = new Set([
    ...model.components.map(({ name }) => name),
    ...(model.stores ?? []).map(({ alias }) => alias),
  ])
  return {
    has(name, spelling) {
      if (name === `api${WILDCARD}`) return true
      if (name.endsWith(WILDCARD)) return patterns.includes(name)
      return spelling === 'any' ? spellings.has(name) : names.includes(name)
    },
    nearest(name) {
      if (name.endsWith(WILDCARD)) return nearestName(name, patterns)
      const near = spellings.has(name) ? name : nearestName(name, [...spellings.keys()])
      return near === undefined ? undefined : spellings.get(near)
    },
    isOwn: (name) => /^(?:api\.|ui_)/.test(name) || owners.has(name.split('.')[0] ?? ''),
  }
}

/** Returns `shop.search` for `api.shop.search`. */
function shortName(tool: string): string {
  return tool.replace(/^api\./, '')
}

/** Returns `api.*` and `api.shop.*` for `api.shop.search`. */
function listPrefixes(tool: string): readonly string[] {
  const parts = tool.split('.')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.') + WILDCARD)
}
