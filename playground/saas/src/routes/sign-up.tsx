import { type PageMeta, type PageProps, useForm } from '@fw/runtime'
import { Field } from '../components/field.tsx'
import { toLocalPath } from '../local-path.ts'
import { signUp } from '../server/account.api.ts'

export const meta: PageMeta = { title: 'Sign up · Cadence', description: 'Create an account for you and your team.' }

export default function SignUpPage({ ctx }: PageProps<'/sign-up'>) {
  const form = useForm(signUp)
  return (
    <div class="narrow">
      <h1>Create an account</h1>
      <form class="stack" action={form}>
        <p class="problem" role="alert">
          {form.error()}
        </p>
        <input type="hidden" name="next" value={toLocalPath(ctx.query.get('next'))} />
        <Field
          label="Name"
          autocomplete="name"
          required
          maxlength={80}
          field={form.field('name')}
          errorId={form.errorId('name')}
          error={form.errorAt('name')}
        />
        <Field
          label="Email"
          type="email"
          autocomplete="username"
          required
          field={form.field('email')}
          errorId={form.errorId('email')}
          error={form.errorAt('email')}
        />
        <Field
          label="Password"
          hint="at least 10 characters"
          type="password"
          autocomplete="new-password"
          required
          minlength={10}
          field={form.field('password')}
          errorId={form.errorId('password')}
          error={form.errorAt('password')}
        />
        <button type="submit">Sign up</button>
      </form>
      <p>
        <a href="/sign-in">Sign in with an account that you have</a>
      </p>
    </div>
  )
}
