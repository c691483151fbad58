import { price } from './price.ts'
import { pay } from './shop.api.ts'

function raise() {
  price.cents = 2
}

async function raiseLater() {
  await new Promise((resolve) => setTimeout(resolve, 700))
  price.cents = 3
}

/** Starts with its first click. */
export function Price() {
  return (
    <section>
      <button type="button" onClick={raise}>
        Raise
      </button>
      <button type="button" onClick={raiseLater}>
        Raise later
      </button>
      <button type="button" onClick={() => void pay({ cents: 4 }).catch(() => {})}>
        Pay at once
      </button>
    </section>
  )
}
