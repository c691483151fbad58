import { createSignal, createUniqueId, type JSX, Show } from 'solid-js'
import { type Unit, UnitContext } from '../units.ts'

interface ZoneProps {
  readonly name: string
  readonly note: string
  /** The beds: islands in the slot of this one. */
  readonly children?: JSX.Element
  /** Closed at first: its content is in a template, and starts when it is shown. */
  readonly drawer?: JSX.Element
}

export function Zone(props: ZoneProps) {
  const [unit, setUnit] = createSignal<Unit>('°C')
  const [open, setOpen] = createSignal(false)
  const id = createUniqueId()
  const other = () => (unit() === '°C' ? '°F' : '°C')
  return (
    <UnitContext.Provider value={unit}>
      <section class="zone" aria-labelledby={id}>
        <span class="state" aria-hidden="true">
          Zone
        </span>
        <header class="zone-head">
          <h2 id={id}>{props.name}</h2>
          <button type="button" class="quiet" onClick={() => setUnit(other())}>
            Show {other()}
          </button>
        </header>
        <p class="soft">{props.note}</p>
        <div class="beds">{props.children}</div>
        <button type="button" class="drawer-handle" aria-expanded={open()} onClick={() => setOpen(!open())}>
          Seed drawer
        </button>
        <Show when={open()}>
          <div class="drawer">{props.drawer}</div>
        </Show>
      </section>
    </UnitContext.Provider>
  )
}
