/** New props for the preserved islands. Loaded by the first navigation that preserves one. */
import { propSetters } from '#solid/islands/page-props.ts'
import type { KeptIslands } from './swap-body.ts'

/** Gives the preserved islands, and the ones in their slots, their props of the new page. */
export async function renewProps(kept: KeptIslands): Promise<void> {
  for (const [live, place] of kept.values())
    for (const island of [live, ...live.querySelectorAll('fw-island')]) {
      const setProps = propSetters.get(island)
      const next = findIsland(place, island)
      if (setProps === undefined || next === undefined) continue
      setProps(await readProps(next))
    }
}

/** Returns the island of a fetched page with the id and the component of a live one. */
function findIsland(place: Element, live: Element): Element | undefined {
  const isSame = (name: string, island: Element) => island.getAttribute(name) === live.getAttribute(name)
  return [place, ...place.querySelectorAll('fw-island')].find((island) => isSame('i', island) && isSame('c', island))
}

/** Reads props like the loader, whose own file an import from here would split. */
async function readProps(island: Element): Promise<Record<string, unknown>> {
  const rich = island.getAttribute('x')
  return rich === null
    ? JSON.parse(island.getAttribute('p') ?? '{}')
    : (await import('#wire/rich-props.ts')).decodeRichProps(rich)
}
