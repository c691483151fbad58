import { useForm } from '@fw/runtime'
import { order, wipe } from '../desk.api.ts'
import { OrderBox } from '../order-box.tsx'

export default function Page() {
  const form = useForm(order)
  return (
    <main>
      <form action={form} id="plain" novalidate>
        <input {...form.field('name')} />
        <p id={form.errorId('name')}>{form.errorAt('name')}</p>
        <input name="count" value={form.value('count', '1')} />
        <button type="submit">Plain</button>
      </form>
      <form action={wipe} id="wipe" toolname="wipe" tooldescription="Wipes the desk." toolautosubmit>
        <input name="name" aria-label="Name" />
        <button type="submit">Wipe</button>
      </form>
      <OrderBox />
    </main>
  )
}
