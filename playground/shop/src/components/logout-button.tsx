import { logout } from '../server/account.api.ts'

/** A form: it works without a script. */
export function LogoutButton() {
  return (
    <form action={logout}>
      <button class="button button-quiet" type="submit">
        Sign out
      </button>
    </form>
  )
}
