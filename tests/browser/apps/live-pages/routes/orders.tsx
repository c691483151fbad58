import { Counter } from '../counter.tsx'
import { OrderForms } from '../order-forms.tsx'

export const live = true

export default async () => (
  <main>
    <Counter cards={0} />
    {await OrderForms()}
  </main>
)
