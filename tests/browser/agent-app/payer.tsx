import { intent, obj, str } from '@fw/runtime'
import { price } from './price.ts'
import { pay } from './shop.api.ts'

async function payLater() {
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  await pay({ cents: price.cents }).catch(() => {})
}

/** Pays a while after a click. */
export function Payer() {
  intent('press', {
    description: 'Clicks a button of the page.',
    input: obj({ name: str() }),
    run({ input }) {
      const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === input.name)
      found?.click()
    },
  })
  return (
    <section>
      <button type="button">Nothing</button>
      <button type="button" onClick={payLater}>
        Pay later
      </button>
      <button type="button" onClick={() => setTimeout(() => void pay({ cents: price.cents }).catch(() => {}), 1_500)}>
        Pay by a timer
      </button>
    </section>
  )
}
