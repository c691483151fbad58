import { Shell } from '../components/shell.tsx'
import { SiteSearch } from '../components/site-search.tsx'
import { indexOfDocs } from '../index-of-docs.ts'

export const meta = { title: 'Search · fw', robots: { index: false } }

export default function SearchPage() {
  return (
    <Shell path="search">
      <h1>Search</h1>
      <SiteSearch index={indexOfDocs().toJSON()} />
      <noscript>
        <p>Searching takes a script. The contents list every page.</p>
      </noscript>
    </Shell>
  )
}
