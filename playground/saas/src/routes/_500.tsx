import { type ErrorPageProps, FwError, type PageMeta } from '@fw/runtime'

export const meta: PageMeta = { title: 'Something failed · Cadence', robots: { index: false } }

/** Renders without the layout, which may have caused the error. */
export default function ErrorPage({ error }: ErrorPageProps) {
  return (
    <main class="narrow">
      <h1>Something failed</h1>
      <p>{error instanceof FwError ? error.message : 'It has been logged. Please try again in a minute.'}</p>
      <p>
        <a href="/app">Your projects</a>
      </p>
    </main>
  )
}
