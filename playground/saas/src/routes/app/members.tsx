import { type PageMeta, type PageProps, useForm } from '@fw/runtime'
import { For, Show } from 'solid-js'
import { Field } from '../../components/field.tsx'
import { MemberActions } from '../../components/member-actions.tsx'
import { NamedOrganization } from '../../components/named-organization.tsx'
import { requireMember } from '../../server/caller.ts'
import { listInvitations, listMembers } from '../../server/membership.ts'
import { invite } from '../../server/organizations.api.ts'

export const meta: PageMeta = { title: 'Members · Cadence', robots: { index: false } }

export default async function MembersPage({ ctx }: PageProps<'/app/members'>) {
  const { user, organization } = requireMember(ctx)
  const [members, invitations] = await Promise.all([listMembers(organization.id), listInvitations(organization.id)])
  const mayManage = ctx.scopes.includes('members')
  const form = useForm(invite)
  return (
    <>
      <h1>Members</h1>
      <ul class="list">
        <For each={members}>
          {(member) => (
            <li class="line">
              <span>
                {member.name} <span class="muted">· {member.email}</span>
                <br />
                <span class="badge">{member.role}</span>
              </span>
              <Show when={mayManage && member.role !== 'owner' && member.userId !== user.id}>
                <MemberActions id={member.id} name={member.name} email={member.email} role={member.role} />
              </Show>
            </li>
          )}
        </For>
        <For each={invitations}>
          {(invitation) => (
            <li class="line">
              <span>
                {invitation.email}
                <br />
                <span class="badge">invited as {invitation.role}</span>
              </span>
            </li>
          )}
        </For>
      </ul>
      <Show when={mayManage} fallback={<p class="muted">Admins and owners may invite people.</p>}>
        <section class="panel" aria-labelledby="invite">
          <h2 id="invite">Invite</h2>
          <form class="inline" action={form}>
            <p class="problem" role="alert">
              {form.error()}
            </p>
            <NamedOrganization id={organization.id} name={organization.name} />
            <Field
              label="Email"
              type="email"
              autocomplete="off"
              required
              field={form.field('email')}
              errorId={form.errorId('email')}
              error={form.errorAt('email')}
            />
            <div class="field">
              <label for="role">Role</label>
              <select id="role" name="role">
                <option value="member">Member</option>
                <option value="admin" selected={form.isChosen('role', 'admin')}>
                  Admin
                </option>
              </select>
            </div>
            <button type="submit">Invite</button>
          </form>
        </section>
      </Show>
    </>
  )
}
