import Link from 'next/link'

export default function NotFound() {
  return (
    <main>
      <h1>There is no such page</h1>
      <Link href="/">All posts</Link>
    </main>
  )
}
