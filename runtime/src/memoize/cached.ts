/**
 * `cached(fn, { tags, ttl, swr })`: the data cache. Its options use the terms of a page's policy, and the same tags
 * invalidate it.
 */
import { withAgentOrigin, withEmptyCtx } from '#api/call-scopes.ts'
import { CacheEntries } from '#cache/cache-entries.ts'
import { readVersions, runOutside, type Versions } from '#cache/live-tags.ts'
import { noteTags, withoutNotes } from '#cache/read-tags.ts'
import { toTag } from '#cache/tag-text.ts'
import type { NewCacheTag } from '#contract/api.ts'
import { asFwError } from '#contract/http/thrown-error.ts'
import { isSeconds } from '#contract/page/cache.ts'
import { shortenKey } from '#digest/shorten-key.ts'
import { argumentKey } from './argument-key.ts'

/** The lifetime of cached results. Times are in seconds. */
export interface CachedOptions<Arguments extends readonly unknown[] = readonly never[]> {
  /** Time for which a result is fresh. */
  readonly ttl: number
  /** Time after that for which a stale result is returned while a new one is computed. Default 0. */
  readonly swr?: number
  /**
   * Tags by which `revalidateTag` and `invalidates` invalidate results: a list, or a function that returns the tags of
   * a call.
   */
  readonly tags?: readonly NewCacheTag[] | ((...args: Arguments) => readonly NewCacheTag[])
  /** Maximum number of cached results; beyond it, the least recently used ones are removed. Default 1000. */
  readonly maxEntries?: number
  /** Clock in epoch milliseconds. Default `Date.now`. */
  readonly now?: () => number
}

const MAX_ENTRIES = 1000
const SECOND_MS = 1000

/** Boxed, because `undefined` and `null` are valid results. */
interface Box {
  readonly result: unknown
}

/**
 * Caches the results of `fn` in this process by its arguments. Concurrent calls with equal arguments share one run.
 * Direct API calls in `fn` have an empty ctx, because other callers receive the result, and the origin of the caller. A
 * result that depended on that origin, because of a guard, is returned to its caller and not cached. Results are copied
 * and frozen. Arguments must be plain data, results must be supported by `structuredClone`. Errors aren't cached.
 */
export function cached<Arguments extends readonly unknown[], Result>(
  fn: (...args: Arguments) => Result | Promise<Result>,
  options: CachedOptions<Arguments>,
): (...args: Arguments) => Promise<Result> {
  const { ttl, swr = 0, maxEntries = MAX_ENTRIES, now } = checkOptions(fn, options)
  const { tags = [] } = options
  const tagsOf = typeof tags === 'function' ? (args: Arguments) => tags(...args).map(toTag) : constant(tags.map(toTag))
  const entries = new CacheEntries<Box>({ maxEntries, now, onError: (error) => console.error('[fw] cached:', error) })
  const make = (args: Arguments): Promise<Run> => runOnce(() => runOutside(() => withoutNotes(() => fn(...args))))
  return async (...args) => {
    const key = shortenKey(argumentKey(args, 'an argument'))
    const tags = tagsOf(args)
    const noted = noteTags(tags)
    if (noted !== undefined) await noted
    let versions: Versions
    try {
      versions = await readVersions(tags)
    } catch (error) {
      // The invalidated tags are unknown, so cached results can't be used.
      if (asFwError(error)?.code !== 'unavailable') throw error
      // `fn` returns this type.
      return (await make(args)).take() as Result
    }
    let own: Run | undefined
    const keepRun = async (making: Promise<Run>) => {
      const run = await making
      if (!run.usesOrigin) return { value: { result: run.take() }, freshMs: ttl * SECOND_MS, staleMs: swr * SECOND_MS }
      own = run
      return { refused: 'origin' }
    }
    // No caller waits for a refresh, so it isn't a person's call.
    const refresh = () => keepRun(withAgentOrigin(() => make(args)))
    const { entry } = await entries.find(key, versions, () => keepRun(make(args)), refresh)
    if (entry !== undefined) return entry.value.result as Result
    return (own ?? (await make(args))).take() as Result
  }
}

/** A run of a cached function. */
interface Run {
  /** Whether the outcome depended on the origin of the caller. Its result or error is then only for that caller. */
  readonly usesOrigin: boolean
  /** Returns the result of the function, or throws its error. */
  take(): unknown
}

async function runOnce(work: () => unknown): Promise<Run> {
  let usesOrigin = false
  const note = () => {
    usesOrigin = true
  }
  try {
    const result = frozenCopy(await withEmptyCtx(work, note))
    return { usesOrigin, take: () => result }
  } catch (error) {
    const take = () => {
      throw error
    }
    return { usesOrigin, take }
  }
}

function constant<Value>(value: Value): () => Value {
  return () => value
}

function checkOptions<Options extends Pick<CachedOptions, 'ttl' | 'swr' | 'maxEntries' | 'now'>>(
  fn: unknown,
  options: Options,
): Options {
  if (typeof fn !== 'function') throw new TypeError('cached(fn, { ttl }) takes the function to cache.')
  const given: Partial<Options> | undefined = options
  if (!isSeconds(given?.ttl)) throw new TypeError('cached: ttl must be a number of seconds, 0 or more.')
  if (given?.swr !== undefined && !isSeconds(given.swr))
    throw new TypeError('cached: swr must be a number of seconds, 0 or more.')
  return options
}

/** Freezes a copy of a result, so that a caller can't change it for the next one. */
function frozenCopy(result: unknown): unknown {
  try {
    return freeze(structuredClone(result))
  } catch (cause) {
    throw new TypeError(
      'A cached function returned a value that cannot be copied, such as a function or a Response. Return plain data.',
      { cause },
    )
  }
}

function freeze(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return value
  Object.freeze(value)
  for (const member of Object.values(value)) freeze(member)
  return value
}
