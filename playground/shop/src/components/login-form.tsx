import { useForm } from '@fw/runtime'
import { createSignal } from 'solid-js'
import { problemOf } from '../problem.ts'
import { login } from '../server/account.api.ts'

/** Signs in, then navigates to `next`. Not an intent, because agents must not handle passwords. */
export function LoginForm(props: { next: string }) {
  const [busy, setBusy] = createSignal(false)
  const form = useForm(login)
  const [problem, setProblem] = createSignal(form.error() ?? '')

  const submit = async (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    setBusy(true)
    setProblem('')
    try {
      await login({ email: String(fields.get('email')), password: String(fields.get('password')) })
      location.assign(props.next)
    } catch (error) {
      setProblem(problemOf(error))
      setBusy(false)
    }
  }

  // If the script has not arrived yet, or never does, the browser sends the form by itself.
  return (
    <form class="stack" action={form} onSubmit={submit}>
      <div class="field">
        <label for="login-email">Email</label>
        <input
          id="login-email"
          name="email"
          type="email"
          autocomplete="username"
          required
          value={form.value('email', '')}
        />
      </div>
      <div class="field">
        <label for="login-password">Password</label>
        <input id="login-password" name="password" type="password" autocomplete="current-password" required />
      </div>
      <button class="button button-wide" type="submit" disabled={busy()}>
        Sign in
      </button>
      <p class="problem" role="alert">
        {problem()}
      </p>
    </form>
  )
}
