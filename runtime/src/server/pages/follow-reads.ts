/** Follows what a live page reads while it renders, for the receipt in its document. */
import { noteTags, openCollection } from '#cache/read-tags.ts'
import { fillTags } from '#cache/tag-text.ts'
import type { Ctx } from '#contract/api.ts'
import type { PageReads, RenderRequest } from '#page/pages.ts'
import type { App } from '../app/app.ts'

type FollowReads = NonNullable<RenderRequest['followReads']>

/** Tag by which the receipts of one user are equal. Tags of apps contain no space. */
const USER = 'live user'

/** `onReads` receives the tags of the page, when its document is complete. */
export function createReadsFollower(
  { live, policy }: App,
  ctx: Ctx,
  path: string,
  onReads?: (tags: readonly string[]) => void,
): FollowReads {
  const readUser = async (): Promise<string> => {
    if (policy.subjectOf(ctx) === undefined) return ''
    const receipt = await live.sealRead({ tags: [USER], versions: [] }, ctx)
    return receipt?.split('.')[0] ?? ''
  }
  return async (tags, params): Promise<PageReads> => {
    const collection = openCollection()
    // The tags of the policy, although the page may read nothing else.
    await collection.run(() => noteTags(fillTags(tags, (name) => params[name])))
    return {
      user: await readUser(),
      run: collection.run,
      async createReceipt() {
        const read = collection.read()
        onReads?.(read.tags)
        return (await live.sealRead(read, ctx, undefined, path)) ?? ''
      },
    }
  }
}
