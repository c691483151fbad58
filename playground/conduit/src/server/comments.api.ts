import { api, type Call, type Int } from '@fw/runtime'
import { addComment, type Comment, listComments, removeComment } from '../data/comments.ts'
import { requireUser } from '../signed-in.ts'

interface NewComment {
  slug: string
  comment: {
    /** @minLength 1 */
    body: string
  }
}

/** Reads the comments on an article, the newest first. */
export const list = api({
  readonly: true,
  http: 'GET /api/articles/[slug]/comments',
  run: ({ input, ctx }: Call<{ slug: string }>): { comments: Comment[] } => ({
    comments: listComments(input.slug, ctx.user),
  }),
})

/** Publishes a comment below an article. */
export const add = api({
  guard: 'confirm',
  http: 'POST /api/articles/[slug]/comments',
  status: 201,
  run: ({ input: { slug, comment }, ctx }: Call<NewComment>): { comment: Comment } => ({
    comment: addComment(requireUser(ctx), slug, comment.body),
  }),
})

/** Removes a comment of the signed-in user. */
export const remove = api({
  guard: 'confirm',
  http: 'DELETE /api/articles/[slug]/comments/[id=integer]',
  status: 204,
  run: ({ input: { slug, id }, ctx }: Call<{ slug: string; id: Int }>) => {
    removeComment(requireUser(ctx), slug, id)
    return null
  },
})
