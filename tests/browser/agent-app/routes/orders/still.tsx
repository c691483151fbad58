import { Orders } from '../../orders/orders.tsx'

export const live = true

export default async () => (
  <main>
    <h1>Orders without islands</h1>
    {await Orders()}
  </main>
)
