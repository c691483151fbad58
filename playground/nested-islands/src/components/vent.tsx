import { createSignal } from 'solid-js'

/** An island in a page, and a plain component inside an island. */
export function Vent(props: { of: string }) {
  const [open, setOpen] = createSignal(false)
  return (
    <button type="button" class="quiet vent" aria-pressed={open()} onClick={() => setOpen(!open())}>
      Vent<span class="visually-hidden"> of {props.of}</span>
    </button>
  )
}
