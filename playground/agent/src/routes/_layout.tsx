import type { LayoutProps } from '@fw/runtime'
import { Show } from 'solid-js'
import { signOut } from '../server/account.api.ts'

export default function RootLayout({ ctx, children }: LayoutProps) {
  const current = (path: string) => (ctx.path === path ? 'page' : undefined)
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header>
        <a class="name" href={ctx.userId === undefined ? '/' : '/inbox'}>
          Support desk
        </a>
        <Show when={ctx.userId !== undefined}>
          <nav aria-label="Desk">
            <a href="/inbox" aria-current={current('/inbox')}>
              Inbox
            </a>
            <a href="/team" aria-current={current('/team')}>
              Team
            </a>
            <form action={signOut}>
              <button type="submit" class="plain">
                Sign out
              </button>
            </form>
          </nav>
        </Show>
      </header>
      <main id="main">{children}</main>
    </>
  )
}
