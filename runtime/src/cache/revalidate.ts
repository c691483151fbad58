/** `revalidateTag` and `revalidatePath`: an app calls them after it has changed data. */
import type { CacheTag } from '#contract/api.ts'
import { dropWritten } from './live-tags.ts'
import { pathTag, routeTag, toTag } from './tag-text.ts'

/**
 * Invalidates all cached pages and all results of `cached` with the tag. It takes effect in this process immediately. The
 * promise resolves when it has taken effect in all processes that share invalidations. It rejects with `unavailable` if their
 * store can't be reached; the invalidation is then repeated until it succeeds.
 */
export async function revalidateTag(tag: CacheTag): Promise<void> {
  const tags = [toTag(tag)]
  await dropWritten(tags, { tags })
}

/**
 * Invalidates the cached page of a path in all variants and with any query: `/products/3`. A pattern, such as
 * `/products/[id]`, invalidates every page of that route. Throws a `TypeError` for an invalid path.
 */
export async function revalidatePath(path: string): Promise<void> {
  const isPattern = path.includes('[')
  const written = isPattern ? path : toPath(path)
  await dropWritten([isPattern ? routeTag(path) : pathTag(written)], { tags: [], path: written })
}

/** Normalizes a path as for requests: each segment is decoded and encoded again. */
function toPath(path: string): string {
  const wrong = () => new TypeError(`revalidatePath: "${path}" is not a valid path. Write it like "/products/3".`)
  if (!path.startsWith('/') || /[?#\\]/.test(path)) throw wrong()
  try {
    const text = path.split('/').map((segment) => encodeURIComponent(decodeURIComponent(segment)))
    return text.join('/').replace(/(?<=.)\/$/, '')
  } catch {
    throw wrong()
  }
}
