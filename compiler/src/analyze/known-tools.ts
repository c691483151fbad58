/** The tools of an app by all their spellings, for texts that name one. */
import { nearestName, wireName } from '@fw/runtime/contract'
import { listNamedTools, PAGE_TOOLS } from '../diagnostic/named-tools.ts'
import type { AppModel } from '../model.ts'

/** Whether a text is compared as it is, as a tool filter does, or looked up as `tools/call` does. */
export type Spelling = 'exact' | 'any'

export interface KnownTools {
  has(name: string, spelling: Spelling): boolean
  /** The tool or pattern that is spelled like it, in full. */
  nearest(name: string): string | undefined
  /** Whether only this app could have a tool of this name: what else there is may come from a remote server. */
  isOwn(name: string): boolean
}

const WILDCARD = '.*'

/** All of an app, those that every page has included. */
export function knownTools(model: Pick<AppModel, 'modules' | 'components' | 'stores'>): KnownTools {
  return collectTools(model, PAGE_TOOLS)
}

/** Those that are called without a page: its apis. */
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

/** `shop.search` of `api.shop.search`. */
function shortName(tool: string): string {
  return tool.replace(/^api\./, '')
}

/** `api.*` and `api.shop.*` of `api.shop.search`. */
function listPrefixes(tool: string): readonly string[] {
  const parts = tool.split('.')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.') + WILDCARD)
}
