import type { LayoutProps } from '@fw/runtime'

export default function RootLayout({ children }: LayoutProps) {
  return (
    <>
      <header>
        <a class="name" href="/">
          Notes
        </a>
        <a href="/about">About</a>
      </header>
      <main>{children}</main>
    </>
  )
}
