import { createSignal } from 'solid-js'

/** An island where a page uses it, and a plain component inside of one. */
export function Vent(props: { of: string }) {
  const [open, setOpen] = createSignal(false)
  return (
    <button type="button" class="quiet vent" aria-pressed={open()} onClick={() => setOpen(!open())}>
      Vent<span class="visually-hidden"> of {props.of}</span>
    </button>
  )
}
