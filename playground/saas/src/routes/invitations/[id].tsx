import { type PageMeta, type PageProps, useForm } from '@fw/runtime'
import { requireUser } from '../../server/caller.ts'
import { findInvitation } from '../../server/membership.ts'
import { accept } from '../../server/organizations.api.ts'

export const meta: PageMeta = { title: 'Invitation · Cadence', robots: { index: false } }

export default async function InvitationPage({ ctx, params }: PageProps<'/invitations/[id]'>) {
  const user = requireUser(ctx)
  const invitation = await findInvitation(params.id, user.email)
  const form = useForm(accept)
  return (
    <div class="narrow">
      <h1>Invitation</h1>
      {invitation === undefined ? (
        <p>
          There is no open invitation for {user.email} at this link. Sign in with the address that received it, or ask
          for another one.
        </p>
      ) : (
        <form class="stack" action={form}>
          <p class="problem" role="alert">
            {form.error()}
          </p>
          <p>
            Join <strong>{invitation.organization}</strong> as {invitation.role}.
          </p>
          <input type="hidden" name="id" value={params.id} />
          <button type="submit">Join</button>
        </form>
      )}
    </div>
  )
}
