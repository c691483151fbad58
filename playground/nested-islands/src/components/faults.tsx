import { createSignal, ErrorBoundary, Show } from 'solid-js'
import { isServer } from 'solid-js/web'

function Fault(props: { title: string; text: string }) {
  return (
    <>
      <h2>{props.title}</h2>
      <p class="soft">{props.text}</p>
    </>
  )
}

/** Throws where it is rendered first: the browser makes it of nothing. */
export function LooseWire() {
  const [reads, setReads] = createSignal(0)
  if (isServer) throw new Error('The wire to the cellar is loose.')
  return (
    <div class="card">
      <span class="state" aria-hidden="true">
        Sensor
      </span>
      <Fault title="Loose wire" text="It threw on the server. This browser made it, and it works." />
      <button type="button" onClick={() => setReads(reads() + 1)}>
        Read ({reads()})
      </button>
    </div>
  )
}

/** Throws in the browser: the server's HTML stays, and the rest of the page isn't affected. */
export function DeadPump() {
  const [strokes, setStrokes] = createSignal(0)
  if (!isServer) throw new Error('The pump does not answer.')
  return (
    <div class="card">
      <span class="state" aria-hidden="true">
        Pump
      </span>
      <Fault title="Dead pump" text="It throws in the browser. What the server sent stays as it was." />
      <button type="button" onClick={() => setStrokes(strokes() + 1)}>
        Stroke ({strokes()})
      </button>
    </div>
  )
}

/** Fails while it is used, and catches that itself. */
export function StickyValve() {
  const [turns, setTurns] = createSignal(0)
  const turn = () => {
    if (turns() === 2) throw new Error('The valve sticks.')
    return turns()
  }
  return (
    <div class="card">
      <span class="state" aria-hidden="true">
        Valve
      </span>
      <Fault title="Sticky valve" text="It throws at the second turn, and its own boundary catches that." />
      <ErrorBoundary
        fallback={(_, reset) => (
          <p role="alert" class="row">
            The valve sticks.
            <button
              type="button"
              class="quiet"
              onClick={() => {
                setTurns(0)
                reset()
              }}
            >
              Free it
            </button>
          </p>
        )}
      >
        <button type="button" onClick={() => setTurns(turns() + 1)}>
          Turn ({turn()})
        </button>
        <Show when={turn() === 1}>
          <span class="soft"> Once more.</span>
        </Show>
      </ErrorBoundary>
    </div>
  )
}
