/**
 * The tags of an API. `invalidates`: invalidates cache entries that a call has changed, before its response is sent. `tags`:
 * notes the data that a live read depends on.
 */

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

/** Notes the tags of a live read, before its data is read. The promise resolves when their versions are known. */
export function noteReadTags({ definition: { tags } }: ApiRecord, input: unknown): Promise<void> | undefined {
  if (tags === undefined) return undefined
  return getReadTags()?.noteFilled(tags, (member) => readMember(input, member))
}

function readMember(input: unknown, name: string): TagValue {
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, name)) return undefined
  const value: unknown = Object.entries(input).find(([member]) => member === name)?.[1]
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return isText || typeof value === 'bigint' ? value : undefined
}
