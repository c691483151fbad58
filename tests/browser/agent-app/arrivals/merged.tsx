import { intent } from '@fw/runtime'
import { refresh } from '@fw/runtime/client'
import { createEffect, createSignal, on, onCleanup, onMount, Show } from 'solid-js'
import { pay } from '../shop.api.ts'

const charge = (cents: number) => void pay({ cents }).catch(() => {})
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface Order {
  readonly cents: number
  /** Paid as soon as the page has it. */
  readonly due: number
  readonly isOpen: boolean
  readonly asks: boolean
}

/** An island that stays when a newer version of its page is shown, which may be an agent's. */
export function Merged(props: Order) {
  const [isReady, setReady] = createSignal(false)
  let payButton: HTMLButtonElement | undefined
  createEffect(
    on(
      () => props.due,
      (cents) => cents > 0 && charge(cents),
      { defer: true },
    ),
  )
  createEffect(
    on(
      () => props.asks,
      (asks) => asks && payButton?.focus(),
      { defer: true },
    ),
  )
  onMount(() => {
    const leave = ({ key }: KeyboardEvent) => key === 'Escape' && props.isOpen && charge(props.cents)
    document.addEventListener('keydown', leave)
    onCleanup(() => document.removeEventListener('keydown', leave))
    if (location.search === '?polls') setInterval(() => void refresh(), 300)
    setReady(true)
  })
  intent('idle', { description: 'Does nothing.', run: () => true })
  return (
    <section aria-label="Order" data-ready={isReady()}>
      <button type="button">Nothing</button>
      <textarea aria-label="note" />
      <button type="button" onClick={() => setTimeout(() => charge(props.cents), 1_200)}>
        Pay later
      </button>
      <button
        type="button"
        onClick={async () => {
          await wait(30)
          await refresh()
        }}
      >
        Refresh
      </button>
      <button type="button" ref={payButton} onClick={() => charge(props.cents)}>
        Pay
      </button>
      <p>{props.cents} cents</p>
      <Show when={props.isOpen}>
        <fieldset aria-label="Memo" />
      </Show>
      <a href="/arrivals/merged?due=300">Charge</a>
    </section>
  )
}
