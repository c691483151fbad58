import { createSignal } from 'solid-js'

export function Counter(props: { readonly cards: number }) {
  const [clicks, setClicks] = createSignal(0)
  return (
    <button type="button" onClick={() => setClicks(clicks() + 1)}>
      {clicks()} clicks, {props.cards} cards
    </button>
  )
}
