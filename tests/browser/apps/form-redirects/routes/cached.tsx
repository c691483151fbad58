import { DoneBox } from '../done-box.tsx'
import { pay, rule } from '../pay.api.ts'
import { PayBox } from '../pay-box.tsx'

export const cache = { scope: 'public', maxAge: 60 } as const

export default () => (
  <main>
    <h1>Cached</h1>
    <form action={pay} id="pay">
      <input name="order" value="cached" />
      <button type="submit">Pay</button>
    </form>
    <form action={rule} id="rule">
      <input name="order" value="rule" />
      <button type="submit">Rule</button>
    </form>
    <PayBox />
    <DoneBox />
  </main>
)
