/** What the islands that stay are given by the page that is shown. Loaded by the first navigation that keeps one. */
import { propSetters } from '#solid/page-props.ts'
import type { KeptIslands } from './swap-body.ts'

/** Gives the islands that stay, and those in their slots, the props that the new page has for them. */
export async function renewProps(kept: KeptIslands): Promise<void> {
  for (const [live, place] of kept.values())
    for (const island of [live, ...live.querySelectorAll('fw-island')]) {
      const setProps = propSetters.get(island)
      const next = findIsland(place, island)
      if (setProps === undefined || next === undefined) continue
      setProps(await readProps(next))
    }
}

/** The island of a page that was fetched with the id and the component of a live one. */
function findIsland(place: Element, live: Element): Element | undefined {
  const isSame = (name: string, island: Element) => island.getAttribute(name) === live.getAttribute(name)
  return [place, ...place.querySelectorAll('fw-island')].find((island) => isSame('i', island) && isSame('c', island))
}

/** As the loader reads them. It is a file of its own, which an import from here would divide. */
async function readProps(island: Element): Promise<Record<string, unknown>> {
  const rich = island.getAttribute('x')
  return rich === null
    ? JSON.parse(island.getAttribute('p') ?? '{}')
    : (await import('#wire/rich-props.ts')).decodeRichProps(rich)
}
