import { For, Show } from 'solid-js'
import { signOut } from '../server/account.api.ts'

interface Props {
  path: string
  userName: string | undefined
  organization: string | undefined
  isSiteAdmin: boolean
}

export function SiteHeader(props: Props) {
  const links = () => [
    ...(props.organization === undefined
      ? []
      : [
          ['/app', 'Projects'],
          ['/app/members', 'Members'],
          ['/app/billing', 'Billing'],
        ]),
    ...(props.isSiteAdmin ? [['/admin', 'Admin']] : []),
  ]
  return (
    <header class="site-header">
      <div class="bar">
        <a class="name" href={props.userName === undefined ? '/' : '/app'}>
          Cadence
        </a>
        <Show
          when={props.userName}
          fallback={
            <nav class="row" aria-label="Account">
              <a href="/sign-in">Sign in</a>
              <a class="button" href="/sign-up">
                Sign up
              </a>
            </nav>
          }
        >
          <form class="row" action={signOut}>
            <span class="muted user">{props.userName}</span>
            <button class="quiet" type="submit">
              Sign out
            </button>
          </form>
        </Show>
      </div>
      <Show when={links().length > 0}>
        <nav class="bar tabs" aria-label="Main">
          <For each={links()}>
            {([href, label]) => (
              <a href={href} aria-current={props.path === href ? 'page' : undefined}>
                {label}
              </a>
            )}
          </For>
        </nav>
      </Show>
    </header>
  )
}
