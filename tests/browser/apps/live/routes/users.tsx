import { Own } from '../own.tsx'
import { Secret } from '../secret.tsx'
import { signIn, signInAway, signOut } from '../users.api.ts'

export default ({ ctx }: { ctx: { userId?: string } }) => (
  <main>
    <h1>Users</h1>
    <Own client:persist />
    {ctx.userId !== undefined && <Secret />}
    <form action={signIn}>
      <input name="user" aria-label="here" />
      <button type="submit">Sign in</button>
    </form>
    <form action={signInAway}>
      <input name="user" aria-label="away" />
      <button type="submit">Sign in and leave</button>
    </form>
    <form action={signOut}>
      <button type="submit">Sign out</button>
    </form>
  </main>
)
