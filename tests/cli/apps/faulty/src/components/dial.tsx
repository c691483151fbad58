import { createSignal } from 'solid-js'

/** Fails on the server alone. */
export function Dial() {
  const [turn, setTurn] = createSignal(0)
  if (!('document' in globalThis)) throw new Error('no dial on a server')
  return (
    <button type="button" onClick={() => setTurn(turn() + 1)}>
      {turn()}
    </button>
  )
}
