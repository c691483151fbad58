import { createSignal } from 'solid-js'
import { problemOf } from '../problem.ts'
import { login } from '../server/account.api.ts'

/** Signs in, then goes to `next`. No intent: passwords are not for agents. */
export function LoginForm(props: { next: string }) {
  const [busy, setBusy] = createSignal(false)
  const [problem, setProblem] = createSignal('')

  const submit = async (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setProblem('')
    try {
      await login({ email: String(form.get('email')), password: String(form.get('password')) })
      location.assign(props.next)
    } catch (error) {
      setProblem(problemOf(error))
      setBusy(false)
    }
  }

  // `post`: if the script has not arrived yet, a password must not end up in the address bar.
  return (
    <form class="stack" method="post" onSubmit={submit}>
      <div class="field">
        <label for="login-email">Email</label>
        <input id="login-email" name="email" type="email" autocomplete="username" required />
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
