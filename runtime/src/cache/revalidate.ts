/** `revalidateTag` and `revalidatePath`: what an app calls when something has changed. */
import type { CacheTag } from '#contract/api.ts'
import { dropTags } from './live-tags.ts'
import { pathTag, routeTag, toTag } from './tag-text.ts'

/**
 * Drops every kept page and every kept answer of `cached` that carries the tag. In this process it holds from the call on;
 * the promise resolves when it holds in all that share a Redis, and rejects with `unavailable` while that is away.
 */
export async function revalidateTag(tag: CacheTag): Promise<void> {
  await dropTags([toTag(tag)])
}

/**
 * Drops the kept page of this address in all its forms, whatever its query: `/products/3`. A pattern, as `/products/[id]`,
 * drops every page of that route. Throws a `TypeError` for what is no path.
 */
export async function revalidatePath(path: string): Promise<void> {
  await dropTags([path.includes('[') ? routeTag(path) : pathTag(toPath(path))])
}

/** As requests have it: each segment decoded and encoded again. */
function toPath(path: string): string {
  const wrong = () => new TypeError(`revalidatePath: "${path}" is no path. Write it as "/products/3".`)
  if (!path.startsWith('/') || /[?#\\]/.test(path)) throw wrong()
  try {
    const text = path.split('/').map((segment) => encodeURIComponent(decodeURIComponent(segment)))
    return text.join('/').replace(/(?<=.)\/$/, '')
  } catch {
    throw wrong()
  }
}
