import { type PageMeta, type PageProps, useForm } from '@fw/runtime'
import { Field } from '../components/field.tsx'
import { toLocalPath } from '../local-path.ts'
import { signIn, signInWithProvider } from '../server/account.api.ts'
import { oidc } from '../settings.ts'

export const meta: PageMeta = { title: 'Sign in · Cadence', description: 'Sign in to your projects.' }

export default function SignInPage({ ctx }: PageProps<'/sign-in'>) {
  const form = useForm(signIn)
  const next = toLocalPath(ctx.query.get('next'))
  const problem = form.error() ?? (ctx.query.has('error') ? 'The provider did not sign you in. Try again.' : '')
  return (
    <div class="narrow">
      <h1>Sign in</h1>
      <form class="stack" action={form}>
        <p class="problem" role="alert">
          {problem}
        </p>
        <input type="hidden" name="next" value={next} />
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
          type="password"
          autocomplete="current-password"
          required
          field={form.field('password')}
          errorId={form.errorId('password')}
          error={form.errorAt('password')}
        />
        <button type="submit">Sign in</button>
      </form>
      {oidc !== undefined && (
        <form class="stack" action={signInWithProvider}>
          <input type="hidden" name="next" value={next} />
          <button class="quiet" type="submit">
            Sign in with {oidc.name}
          </button>
        </form>
      )}
      <p>
        <a href="/forgot-password">Forgot your password?</a> · <a href="/sign-up">Create an account</a>
      </p>
    </div>
  )
}
