/** Reads data for a turn of the agent, which lasts while others write. */
import { collectTags } from '#cache/read-tags.ts'
import type { FollowedRead } from '#contract/agent/turn-deps.ts'
import { readStates } from '#live/read-states.ts'
import type { AppLive } from './open-live.ts'

/** Runs a read, and compares the versions of its tags later. If they can't be read, the data may have changed. */
export async function followRead<Result>(
  { receipts }: Pick<AppLive, 'receipts'>,
  read: () => Promise<Result>,
): Promise<FollowedRead<Result>> {
  await receipts.ready()
  const { result, tags, versions } = await collectTags(read)
  const known = receipts.hashVersions(versions)
  return {
    result,
    async isCurrent() {
      if (tags.length === 0) return true
      const states = await readStates(tags)
      return known !== '' && receipts.hashVersions(tags.map((tag) => states.get(tag))) === known
    },
  }
}
