import { type PageMeta, type PageProps, redirect, useForm } from '@fw/runtime'
import { Show } from 'solid-js'
import { FieldError } from '../components/field-error.tsx'
import { hasStaff } from '../data/staff.ts'
import { toInboxPath } from '../inbox-path.ts'
import { signIn } from '../server/account.api.ts'

export const meta: PageMeta = { title: 'Sign in · Support desk', robots: { index: false } }

export default function SignIn({ ctx, search }: PageProps<'/sign-in'>) {
  if (ctx.userId !== undefined) redirect('/inbox')
  const form = useForm(signIn)
  return (
    <div class="narrow">
      <h1>Sign in</h1>
      <Show when={!hasStaff()}>
        <p class="card" role="status">
          No account exists yet. Set <code>STAFF_EMAIL</code> and <code>STAFF_PASSWORD</code> in the environment of the
          server, for example in <code>.env</code>, and start it again.
        </p>
      </Show>
      <form action={form} class="card stack">
        <p role="alert" class="error">
          {form.error()}
        </p>
        <input type="hidden" name="next" value={toInboxPath(search.get('next'))} />
        <div>
          <label for={form.field('email').id}>Email address</label>
          <input {...form.field('email')} type="email" autocomplete="username" required />
          <FieldError id={form.errorId('email')} error={form.errorAt('email')} />
        </div>
        <div>
          <label for={form.field('password').id}>Password</label>
          <input {...form.field('password')} type="password" autocomplete="current-password" required />
          <FieldError id={form.errorId('password')} error={form.errorAt('password')} />
        </div>
        <button type="submit">Sign in</button>
      </form>
    </div>
  )
}
