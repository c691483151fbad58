/** Reads the versions of many tags. */
import { readVersions, type Versions } from '#cache/live-tags.ts'

/** Versions by tag. `undefined`: the shared store is unavailable. */
export type TagStates = ReadonlyMap<string, Versions | undefined>

/** Returns the versions of each tag, synchronously unless a store shares them. Never rejects. */
export function readStates(tags: Iterable<string>): TagStates | Promise<TagStates> {
  const states = new Map<string, Versions | undefined>()
  const pending: Promise<void>[] = []
  for (const tag of tags) {
    if (states.has(tag)) continue
    const versions = readVersions([tag])
    states.set(tag, versions instanceof Promise ? undefined : versions)
    if (versions instanceof Promise) pending.push(keepVersions(states, tag, versions))
  }
  return pending.length === 0 ? states : Promise.all(pending).then(() => states)
}

async function keepVersions(
  states: Map<string, Versions | undefined>,
  tag: string,
  versions: Promise<Versions>,
): Promise<void> {
  try {
    states.set(tag, await versions)
  } catch {
    // Stays undefined.
  }
}
