import { Leave } from '../leave.tsx'

export default function Page() {
  return (
    <main>
      <h1>Leave</h1>
      <a href="/arrival">plain link</a>
      <a href="/arrival" rel="external">
        external link
      </a>
      <a href="/endpoint">endpoint link</a>
      <a href="/broken">broken link</a>
      <form action="/arrival" aria-label="Find">
        <button type="submit">leave by form</button>
      </form>
      <Leave />
    </main>
  )
}
