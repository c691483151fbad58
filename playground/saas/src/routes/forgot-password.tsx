import { type PageMeta, useForm } from '@fw/runtime'
import { Field } from '../components/field.tsx'
import { requestPasswordReset } from '../server/account.api.ts'

export const meta: PageMeta = { title: 'New password · Cadence', description: 'Request a link for a new password.' }

export default function ForgotPasswordPage() {
  const form = useForm(requestPasswordReset)
  return (
    <div class="narrow">
      <h1>Forgot your password?</h1>
      <form class="stack" action={form}>
        <p class="problem" role="alert">
          {form.error()}
        </p>
        <Field
          label="Email"
          type="email"
          autocomplete="username"
          required
          field={form.field('email')}
          errorId={form.errorId('email')}
          error={form.errorAt('email')}
        />
        <button type="submit">Send a link</button>
      </form>
    </div>
  )
}
