import { Shell } from '../components/shell.tsx'

export const meta = { title: 'Not found · fw' }

export default function NotFound() {
  return (
    <Shell path="404">
      <h1>There is no such page</h1>
      <p>
        The contents list every page, and <a href="/search">the search</a> finds their sections.
      </p>
    </Shell>
  )
}
