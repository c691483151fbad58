import type { LayoutProps } from '@fw/runtime'

export default function RootLayout({ children }: LayoutProps) {
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="site-header">
        <a class="wordmark" href="/">
          <svg viewBox="0 0 32 20" width="32" height="20" aria-hidden="true">
            <path d="M2 6c5-5 9-5 14 0s9 5 14 0M2 15c5-5 9-5 14 0s9 5 14 0" />
          </svg>
          Tidewrack
        </a>
        <nav class="site-nav" aria-label="Site">
          <a href="/tags">Tags</a>
          <a href="/about">About</a>
          <a href="/rss.xml">Feed</a>
        </nav>
      </header>
      <main id="main">{children}</main>
      <footer class="site-footer">
        <p>Written at the water by Ines Halvorsen.</p>
        <p>
          An example site. Every page is a file, and also <a href="/index.md">Markdown</a>.
        </p>
      </footer>
    </>
  )
}
