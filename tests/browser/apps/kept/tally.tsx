import { useStore } from '@fw/runtime'
import { createEffect, createSignal, For, type JSX, mergeProps, onCleanup } from 'solid-js'
import { cart } from './stores.ts'

const record = (name: 'ended' | 'seen', line: string) => {
  const lists = globalThis as { ended?: string[]; seen?: string[] }
  lists[name] ??= []
  lists[name].push(line)
}

/** Counts clicks, and shows the state of the server. */
export function Tally(props: {
  label: string
  total: number
  notes: { text: string }[]
  note?: string
  children?: JSX.Element
}) {
  const [count, setCount] = createSignal(0)
  const [isOpen, setOpen] = createSignal(true)
  const [cartState, { raise }] = useStore(cart)
  const all = mergeProps({ note: 'none' }, props)
  createEffect(() => record('seen', `total ${props.total}`))
  createEffect(() => record('seen', `label ${props.label}`))
  onCleanup(() => record('ended', props.label))
  return (
    <section class="tally">
      <button type="button" class="count" onClick={() => setCount(count() + 1)}>
        {props.label} {count()} of {props.total}, {all.note}
      </button>
      <input class="draft" aria-label="draft" />
      <button type="button" class="cart" onClick={() => raise()}>
        cart {cartState.n}
      </button>
      <button type="button" class="toggle" onClick={() => setOpen(!isOpen())}>
        toggle
      </button>
      <ul>
        <For each={props.notes}>{(item) => <li>{item.text}</li>}</For>
      </ul>
      {isOpen() && props.children}
    </section>
  )
}
