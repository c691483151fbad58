/** `cached(fn, { tags, ttl, swr })`: the data cache. Its words are those of a page's policy, and the same tags drop it. */
import type { NewCacheTag } from '#contract/api.ts'
import { isSeconds } from '#contract/cache.ts'
import { callScopes } from '#contract/call-scopes.ts'
import { asFwError } from '#contract/thrown.ts'
import { argumentKey } from './argument-key.ts'
import { Copies } from './copies.ts'
import { readVersions, runOutside, type Versions } from './live-tags.ts'
import { toTag } from './tag-text.ts'

/** How long an answer is kept. Times are seconds. */
export interface CachedOptions<Arguments extends readonly unknown[] = readonly never[]> {
  /** For how long an answer is given again. */
  readonly ttl: number
  /** For how long after that it still is, while a new one is made. Default 0. */
  readonly swr?: number
  /** By which `revalidateTag` and `invalidates` drop answers: a list, or one for each call. */
  readonly tags?: readonly NewCacheTag[] | ((...args: Arguments) => readonly NewCacheTag[])
  /** Answers that are kept; those that were asked for longest ago go first. Default 1000. */
  readonly maxEntries?: number
  /** Clock in epoch milliseconds. Default `Date.now`. */
  readonly now?: () => number
}

const MAX_ENTRIES = 1000
const SECOND_MS = 1000

/** Boxed, since `undefined` and `null` are answers too. */
interface Box {
  readonly answer: unknown
}

/**
 * `fn`, whose answers are kept in this process by their arguments, and made once however many ask at once. A direct call of
 * an api in it has an empty ctx, since other callers receive the answer, and the origin of its caller. An answer that
 * depended on that origin, because of a guard, is returned to its caller and not kept. Answers are copied and frozen.
 * Arguments have to be plain data, answers what `structuredClone` takes. What `fn` throws is not kept.
 */
export function cached<Arguments extends readonly unknown[], Answer>(
  fn: (...args: Arguments) => Answer | Promise<Answer>,
  options: CachedOptions<Arguments>,
): (...args: Arguments) => Promise<Answer> {
  const { ttl, swr = 0, maxEntries = MAX_ENTRIES, now } = checkOptions(fn, options)
  const { tags = [] } = options
  const tagsOf = typeof tags === 'function' ? (args: Arguments) => tags(...args).map(toTag) : constant(tags.map(toTag))
  const copies = new Copies<Box>({ maxEntries, now, onError: (error) => console.error('[fw] cached:', error) })
  const make = (args: Arguments): Promise<Run> => runOnce(() => runOutside(() => fn(...args)))
  return async (...args) => {
    const key = argumentKey(args, 'an argument')
    let versions: Versions
    try {
      versions = await readVersions(tagsOf(args))
    } catch (error) {
      // Nobody can say what was dropped: nothing that is kept counts.
      if (asFwError(error)?.code !== 'unavailable') throw error
      // The type of `answer` is that of `fn`.
      return (await make(args)).take() as Answer
    }
    let own: Run | undefined
    const { copy } = await copies.find(key, versions, async () => {
      const run = await make(args)
      if (!run.usesOrigin) return { value: { answer: run.take() }, freshMs: ttl * SECOND_MS, staleMs: swr * SECOND_MS }
      own = run
      return { refused: 'origin' }
    })
    if (copy !== undefined) return copy.value.answer as Answer
    return (own ?? (await make(args))).take() as Answer
  }
}

/** One run of a cached function. */
interface Run {
  /** Whether an outcome in it depended on the origin of the caller: then its value, or error, is that caller's alone. */
  readonly usesOrigin: boolean
  /** Returns what the function returned, or throws what it threw. */
  take(): unknown
}

async function runOnce(work: () => unknown): Promise<Run> {
  let usesOrigin = false
  const note = () => {
    usesOrigin = true
  }
  try {
    const answer = frozenCopy(await callScopes.withoutCaller(work, note))
    return { usesOrigin, take: () => answer }
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
  if (typeof fn !== 'function') throw new TypeError('cached(fn, { ttl }) takes the function whose answers are kept.')
  const given: Partial<Options> | undefined = options
  if (!isSeconds(given?.ttl)) throw new TypeError('cached: ttl has to be a number of seconds, 0 or more.')
  if (given?.swr !== undefined && !isSeconds(given.swr))
    throw new TypeError('cached: swr has to be a number of seconds, 0 or more.')
  return options
}

/** What one caller changed, the next one would get: nobody can. */
function frozenCopy(answer: unknown): unknown {
  try {
    return freeze(structuredClone(answer))
  } catch (cause) {
    throw new TypeError(
      'A cached function answered what cannot be copied, such as a function or a Response. Answer plain data.',
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
