import { Live } from '@fw/runtime'
import { Mark } from '../../orders/mark.tsx'
import { Orders } from '../../orders/orders.tsx'

export default async () => (
  <main>
    <h1>Orders in a region</h1>
    <Mark />
    <Live>{await Orders()}</Live>
  </main>
)
