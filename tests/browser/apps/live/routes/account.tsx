import { Own } from '../own.tsx'
import { signIn } from '../users.api.ts'

export default () => (
  <main>
    <h1>Account</h1>
    <Own client:persist />
    <form action={signIn}>
      <input name="user" aria-label="here" />
      <button type="submit">Sign in</button>
    </form>
  </main>
)
