import { Mark } from '../../orders/mark.tsx'
import { Orders } from '../../orders/orders.tsx'

export const live = true

export default async () => (
  <main>
    <h1>Orders and islands</h1>
    <Mark />
    {await Orders()}
    <a href="/orders/still">Still</a>
  </main>
)
