import { api, type Call } from '@fw/runtime'
import { getProfile, type Profile, setFollowing } from '../data/users.ts'
import { requireUser } from '../signed-in.ts'

interface OneProfile {
  profile: Profile
}

/** Reads what a user shows to others. */
export const get = api({
  readonly: true,
  http: 'GET /api/profiles/[username]',
  run: ({ input, ctx }: Call<{ username: string }>): OneProfile => ({ profile: getProfile(input.username, ctx.user) }),
})

/** Shows the articles of a user in the feed of the signed-in user. */
export const follow = api({
  http: 'POST /api/profiles/[username]/follow',
  // Clients of RealWorld send their own address too, which isn't used.
  run: ({ input, ctx }: Call<{ username: string; user?: { email?: string } }>): OneProfile => ({
    profile: setFollowing(requireUser(ctx), input.username, true),
  }),
})

/** Removes the articles of a user from the feed of the signed-in user. */
export const unfollow = api({
  http: 'DELETE /api/profiles/[username]/follow',
  run: ({ input, ctx }: Call<{ username: string }>): OneProfile => ({
    profile: setFollowing(requireUser(ctx), input.username, false),
  }),
})
