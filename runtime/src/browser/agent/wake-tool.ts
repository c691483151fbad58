/** Finds a tool of the page, even if its component is in an island that hasn't started. */
import { readIslandMap } from '../islands/island-map.ts'
import { COLD } from '../islands/start-island.ts'
import { findTool, type LivePageTool } from './page-tools.ts'

/** Starts an island that waits for its trigger. */
export type Wake = (island: Element) => Promise<void>

/** Returns the tool. Islands that wait for their trigger are started for it. */
export async function wakeTool(
  name: string,
  instance: string | undefined,
  wake: Wake,
): Promise<LivePageTool | undefined> {
  const known = findTool(name, instance)
  if (known) return known
  const { n: names } = readIslandMap()
  const owner = name.slice(0, name.lastIndexOf('.'))
  const wakeAll = (wanted: (island: Element) => boolean) =>
    Promise.all([...document.querySelectorAll(COLD)].filter(wanted).map(wake))
  await wakeAll(
    (island) =>
      names[island.getAttribute('c') ?? ''] === owner ||
      (island.getAttribute('s')?.split(' ').includes(owner) ?? false),
  )
  const named = findTool(name, instance)
  if (named) return named
  // The component may be inside another island.
  await wakeAll(() => true)
  return findTool(name, instance)
}
