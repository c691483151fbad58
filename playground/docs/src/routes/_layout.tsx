import type { LayoutProps } from '@fw/runtime'

export default function RootLayout({ children }: LayoutProps) {
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="site-header">
        <a class="wordmark" href="/">
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="M4 5h11M4 12h16M4 19h7" />
          </svg>
          fw documentation
        </a>
        <form class="search" action="/search" method="get">
          <label class="visually-hidden" for="site-search">
            Search the documentation
          </label>
          <input id="site-search" type="search" name="q" placeholder="Search" autocomplete="off" />
        </form>
      </header>
      {children}
    </>
  )
}
