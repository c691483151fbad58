import { createSignal, ErrorBoundary } from 'solid-js'
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
