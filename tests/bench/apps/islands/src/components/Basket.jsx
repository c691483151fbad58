import { intent, useStore } from '@fw/runtime'
import { basket } from '../stores.ts'

/** What the store and the intents of a page add to a counter. */
export function Basket() {
  const [state, { add }] = useStore(basket)
  const more = intent('more', { description: 'Puts one more cup into the basket.', run: () => add() })
  return (
    <button type="button" onClick={() => more()}>
      {state.cups} cups
    </button>
  )
}
