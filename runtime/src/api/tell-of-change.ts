/** `invalidates`: what a call has changed is dropped from what is kept, before its answer goes out. */
import { liveTagDropper, type TagValue } from '#contract/live-tags.ts'
import type { Logger } from '#contract/log.ts'
import type { ApiRecord } from './record.ts'

/** Never rejects: the call has run, and a store that is away must not make a failure of it. */
export async function tellOfChange(
  { definition: { invalidates = [] }, name }: ApiRecord,
  input: unknown,
  log: Pick<Logger, 'error'>,
): Promise<void> {
  try {
    await liveTagDropper()?.dropFilled(invalidates, (member) => readMember(input, member))
  } catch (err) {
    log.error(`${name ?? 'An api'} has run, but what it invalidates could not be dropped everywhere.`, { err })
  }
}

function readMember(input: unknown, name: string): TagValue {
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, name)) return undefined
  const value: unknown = Object.entries(input).find(([member]) => member === name)?.[1]
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return isText || typeof value === 'bigint' ? value : undefined
}
