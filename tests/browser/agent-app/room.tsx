import { intent } from '@fw/runtime'
import { createSignal, Show } from 'solid-js'

/** An island that is added and removed, with its tool. */
export function Lamp() {
  const [on, setOn] = createSignal(false)
  intent('flip', { title: 'Flip', description: 'Turns the lamp on or off.', run: () => ({ on: setOn(!on()) }) })
  intent('smash', { description: 'Not for agents.', guard: 'forbidden', run: () => setOn(false) })
  return <b class="lamp">{on() ? 'light' : 'dark'}</b>
}

export function Room() {
  const [open, setOpen] = createSignal(true)
  return (
    <section>
      <button type="button" class="door" onClick={() => setOpen(!open())}>
        door
      </button>
      <Show when={open()}>
        <Lamp />
      </Show>
    </section>
  )
}
