import { createSignal } from 'solid-js'

export function Shade(props: { sunHours: number }) {
  const [drawn, setDrawn] = createSignal(0)
  return (
    <div class="row">
      <span class="state" aria-hidden="true">
        Streamed
      </span>
      <button type="button" onClick={() => setDrawn((drawn() + 25) % 125)}>
        Shade {drawn()} %
      </button>
      <span class="soft">{props.sunHours * (1 - drawn() / 100)} hours reach the beds</span>
    </div>
  )
}
