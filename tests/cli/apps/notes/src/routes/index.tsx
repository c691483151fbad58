import type { PageMeta } from '@fw/runtime'

export const meta: PageMeta = { title: 'Notes' }

export default function Home() {
  return <h1>Notes</h1>
}
