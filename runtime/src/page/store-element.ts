/** What the islands of a page begin with: the stores that they touched, once for all of them. */
import type { RenderedStore } from '#contract/store.ts'
import type { IslandInstance } from '#solid/render-state.ts'
import { scriptJson } from '#wire/html.ts'
import { encodeStore } from '#wire/props.ts'
import { nonceAttribute } from './document.ts'

/**
 * A script element with data: alias -> JSON in `j`, alias -> devalue's text in `x`. Empty where no island touched a store
 * that is not in `sent`, which grows. Throws a `TypeError` for state that cannot be sent.
 */
export function storeElement(
  instances: readonly IslandInstance[],
  stores: ReadonlyMap<string, RenderedStore>,
  nonce: string | undefined,
  sent: Set<string> = new Set(),
): string {
  const seeds: { j?: Record<string, unknown>; x?: Record<string, string> } = {}
  const id = sent.size === 0 ? 'fw-stores' : `fw-stores-${sent.size}`
  for (const instance of instances)
    for (const alias of instance.stores) {
      const store = stores.get(alias)
      if (store === undefined || sent.has(alias)) continue
      sent.add(alias)
      const value = store.value()
      const rich = encodeStore(alias, value)
      if (rich === undefined) seeds.j = { ...seeds.j, [alias]: value }
      else seeds.x = { ...seeds.x, [alias]: rich }
    }
  if (seeds.j === undefined && seeds.x === undefined) return ''
  return `<script type="application/json" id="${id}"${nonceAttribute(nonce)}>${scriptJson(seeds)}</script>`
}
