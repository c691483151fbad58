import Link from 'next/link'
import type { ReactNode } from 'react'

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="site">
        <Link href="/">Journal</Link>
        <nav>
          <Link href="/search">Search</Link> <Link href="/tags">Tags</Link>
        </nav>
      </header>
      {children}
    </>
  )
}
