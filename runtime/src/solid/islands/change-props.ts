/** Changes the props of a mounted island. Loaded by the first navigation that keeps one. */
import { batch } from 'solid-js'
import type { SolidIsland } from './live-intents.ts'

type Props = Record<string, unknown>

/** Changes the props that differ from those of the page before. The component may have changed the objects in its own. */
export function changeProps(island: SolidIsland, before: Props, next: Props): void {
  batch(() => change(island, before, next))
}

function change({ props, sources }: SolidIsland, before: Props, next: Props): void {
  const notify = (key?: string) => sources.get(key)?.[1]({})
  const keys = new Set([...Object.keys(before), ...Object.keys(next)])
  for (const key of keys) {
    if (isEqual(before[key], next[key])) continue
    if (!(key in before && key in next)) notify()
    if (key in next) props[key] = reuse(props[key], next[key])
    else delete props[key]
    notify(key)
  }
}

/** Returns the new list with the objects of the old one for items that are the same, so that `<For>` keeps their rows. */
function reuse(old: unknown, next: unknown): unknown {
  if (!Array.isArray(old) || !Array.isArray(next)) return next
  const rest = [...old]
  return next.map((item) => {
    const index = rest.findIndex((one) => isEqual(one, item))
    return index < 0 ? item : rest.splice(index, 1)[0]
  })
}

/** Whether two values of props or stores have the same content. Values with cycles never have. */
export function isEqual(one: unknown, other: unknown, depth = 0): boolean {
  if (Object.is(one, other)) return true
  if (!(one instanceof Object && other instanceof Object) || depth > MAX_DEPTH) return false
  if (one.constructor !== other.constructor) return false
  if (one instanceof Date || one instanceof URL) return JSON.stringify(one) === JSON.stringify(other)
  if (one instanceof Map || one instanceof Set) return isEqual([...one], [...(other as Iterable<unknown>)], depth + 1) // of the same class
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isEqual((one as Props)[key], (other as Props)[key], depth + 1))
  )
}

const MAX_DEPTH = 100
