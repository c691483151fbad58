import { enter, hop, pay, rule } from '../pay.api.ts'
import { PayBox } from '../pay-box.tsx'

export default () => (
  <main>
    <h1>Home</h1>
    <form action={pay} id="pay">
      <input name="order" value="plain" />
      <button type="submit">Pay</button>
      <button type="submit" formmethod="dialog">
        Cancel
      </button>
      <button type="submit" formaction="/elsewhere" formmethod="get">
        Search
      </button>
    </form>
    <form action={hop} id="hop">
      <input name="order" value="hop" />
      <button type="submit">Hop</button>
    </form>
    <form action={hop} id="kept">
      <input name="order" value="kept" />
      <button type="submit">Kept</button>
    </form>
    <form action={rule} id="rule">
      <input name="order" value="rule" />
      <button type="submit">Rule</button>
    </form>
    <form action={enter} id="enter">
      <input name="user" value="ann" />
      <button type="submit">Enter</button>
    </form>
    <PayBox />
  </main>
)
