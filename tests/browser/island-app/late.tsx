import { createSignal, lazy, Suspense } from 'solid-js'

const LateCounter = lazy(() => import('./late-counter.tsx'))

/** Components whose code loads after the island has started. */
export function Late() {
  const [label] = createSignal('late')
  return (
    <div class="late">
      <LateCounter label={`${label()} one`} />
      <Suspense>
        <LateCounter label={`${label()} two`} />
      </Suspense>
    </div>
  )
}
