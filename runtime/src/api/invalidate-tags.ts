/**
 * The tags of an API. `invalidates`: invalidates cache entries that a call has changed, before its response is sent. `tags`:
 * notes the data that a live read depends on.
 */

import type { Ctx } from '#contract/api.ts'
import type { Logger } from '#contract/config/log.ts'
import { getReadTags } from '#contract/live/read-tags.ts'
import { liveTagDropper, type TagValue } from '#contract/page/live-tags.ts'
import type { ApiRecord } from './record.ts'

/**
 * Invalidates the tags of an API, in the scope of the call, which the report of the change has. Never rejects: the call has run, and an unavailable store must not turn it into a
 * failure.
 */
export async function invalidateTags(
  { definition: { invalidates = [] }, name }: ApiRecord,
  input: unknown,
  log: Pick<Logger, 'error'>,
): Promise<void> {
  try {
    await liveTagDropper()?.dropFilled(invalidates, (member) => readMember(input, member), name)
  } catch (err) {
    log.error(`${name ?? 'An api'} has run, but its tags could not be invalidated on every server.`, { err })
  }
}

/** A call that may be a live read. */
interface NotedCall {
  readonly input: unknown
  readonly ctx: Ctx
  readonly log: Pick<Logger, 'error'>
  /** Runs a function of the app in the scope of the call. */
  runAppCode<Result>(work: () => Result): Result
}

/**
 * Notes the tags of a live read, before its data is read. The promise resolves when their versions are known. Never throws: without
 * its tags the read isn't live, but its result is correct.
 */
export function noteReadTags({ definition: { tags }, name }: ApiRecord, call: NotedCall): Promise<void> | undefined {
  const { input, ctx, log } = call
  const notes = tags === undefined ? undefined : getReadTags()
  if (tags === undefined || notes === undefined) return undefined
  if (typeof tags !== 'function') return notes.noteFilled(tags, (member) => readMember(input, member))
  try {
    return notes.noteComputed(() => call.runAppCode(() => requireTags(tags({ input, ctx }))))
  } catch (err) {
    log.error(`The tags of ${name ?? 'an api'} failed, so its changes don't update this live read.`, { err })
    return undefined
  }
}

function requireTags(tags: unknown): readonly string[] {
  if (Array.isArray(tags)) return tags
  // A rejection that is never handled would end the process.
  if (tags instanceof Promise) tags.catch(() => undefined)
  throw new TypeError('The function tags must return a list of strings.')
}

function readMember(input: unknown, name: string): TagValue {
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, name)) return undefined
  const value: unknown = Object.entries(input).find(([member]) => member === name)?.[1]
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return isText || typeof value === 'bigint' ? value : undefined
}
