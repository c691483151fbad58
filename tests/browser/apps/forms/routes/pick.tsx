import { order } from '../desk.api.ts'
import { OrderBox } from '../order-box.tsx'

export default () => (
  <main>
    <form action={order}>
      <input type="hidden" name="name" value="Ann" />
      <button type="submit" name="count" value="2">
        Two
      </button>
      <button type="submit" name="count" value="3">
        Three
      </button>
    </form>
    <OrderBox />
  </main>
)
