import { useStore } from '@fw/runtime'
import { createSignal } from 'solid-js'
import { basket, opening } from './stores.ts'

export function AddLine() {
  const [state, { add }] = useStore(basket)
  const [failed, setFailed] = createSignal('')
  const code = (error: unknown) => setFailed((error as { code: string }).code)
  return (
    <div class="add-line">
      <b>{state.lines.length}</b>
      <button type="button" class="good" onClick={() => add({ qty: 2 })}>
        add
      </button>
      <button type="button" class="bad" onClick={() => add({ qty: 0 }).catch(code)}>
        bad {failed()}
      </button>
    </div>
  )
}

export function Basket() {
  const [state] = useStore(basket)
  return (
    <p class="basket">
      <span class="count">{state.lines.length}</span>
      <span class="more">{state.lines.length > 1 ? 'several' : 'few'}</span>
      {state.lines.map((line) => line.sku).join()}
    </p>
  )
}

export function Opening() {
  const [state] = useStore(opening)
  return <p class="opening">{state.at.toISOString()}</p>
}
