import { type PageMeta, type PageProps, useForm } from '@fw/runtime'
import { Field } from '../components/field.tsx'
import { resetPassword } from '../server/account.api.ts'

export const meta: PageMeta = { title: 'Choose a password · Cadence', robots: { index: false } }

export default function ResetPasswordPage({ ctx }: PageProps<'/reset-password'>) {
  const form = useForm(resetPassword)
  const token = ctx.query.get('token')
  return (
    <div class="narrow">
      <h1>Choose a password</h1>
      {token === null ? (
        <p>
          This link is not valid any more. <a href="/forgot-password">Request another one.</a>
        </p>
      ) : (
        <form class="stack" action={form}>
          <p class="problem" role="alert">
            {form.error()}
          </p>
          <input type="hidden" name="token" value={token} />
          <Field
            label="New password"
            hint="at least 10 characters"
            type="password"
            autocomplete="new-password"
            required
            minlength={10}
            field={form.field('newPassword')}
            errorId={form.errorId('newPassword')}
            error={form.errorAt('newPassword')}
          />
          <button type="submit">Save</button>
        </form>
      )}
    </div>
  )
}
