import type { LayoutProps } from '@fw/runtime'

export default function RootLayout({ children }: LayoutProps) {
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="site-header">
        <a class="wordmark" href="/">
          <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
            <path d="M5 12h17v6a8 8 0 0 1-17 0zM22 13h2a3 3 0 0 1 0 7h-3M10 8c0-2 2-2 2-4M16 8c0-2 2-2 2-4" />
          </svg>
          Tasting room
        </a>
        <nav class="site-nav" aria-label="Site">
          <a href="/">Teas</a>
          <a href="/ratings">Ratings</a>
          <a href="/steeping">Steeping</a>
        </nav>
      </header>
      <main id="main">{children}</main>
      <footer class="site-footer soft">
        <p>Pages and islands of Solid, with existing components of React.</p>
      </footer>
    </>
  )
}
