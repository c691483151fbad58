import { createResource, createSignal, ErrorBoundary, Suspense } from 'solid-js'
import { isServer } from 'solid-js/web'

function Broken() {
  if (isServer) throw new Error('secret: no connection to db.internal')
  return <p class="worked">it works here</p>
}

/** Its own boundary catches what its content throws on the server. */
export function Failing() {
  const [n, set] = createSignal(0)
  return (
    <ErrorBoundary
      fallback={(error: Error, reset) => (
        <p class="caught">
          <b>{error.message}</b>
          <button type="button" class="press" onClick={() => set(n() + 1)}>
            pressed {n()}
          </button>
          <button type="button" class="again" onClick={reset}>
            again
          </button>
        </p>
      )}
    >
      <Broken />
    </ErrorBoundary>
  )
}

/** The server fails to load its data; a second attempt in the browser succeeds. */
export function Unloaded() {
  const [text, { refetch }] = createResource(async () => {
    if (isServer) throw new Error('secret: db.internal does not answer')
    return 'loaded here'
  })
  return (
    <ErrorBoundary
      fallback={(_, reset) => (
        <button type="button" class="load" onClick={() => void Promise.resolve(refetch()).then(reset)}>
          not loaded
        </button>
      )}
    >
      <Suspense>
        <p class="loaded">{text()}</p>
      </Suspense>
    </ErrorBoundary>
  )
}
