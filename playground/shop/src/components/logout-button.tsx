import { logout } from '../server/account.api.ts'

export function LogoutButton() {
  return (
    <button
      class="button button-quiet"
      type="button"
      onClick={async () => {
        await logout()
        location.assign('/')
      }}
    >
      Sign out
    </button>
  )
}
