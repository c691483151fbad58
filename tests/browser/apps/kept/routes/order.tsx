import { useForm } from '@fw/runtime'
import { order } from '../desk.api.ts'
import { Picker } from '../picker.tsx'

export const meta = { title: 'Order' }

export default function Order() {
  const form = useForm(order)
  return (
    <main>
      <p class="summary">{form.error() ?? 'Nothing is wrong.'}</p>
      <form action={form} id="order" novalidate>
        <input {...form.field('name')} />
        <p id={form.errorId('name')} class="error">
          {form.errorAt('name')}
        </p>
        <Picker sent={form.value('count')}>
          <textarea name="note">{form.value('note')}</textarea>
          <p class="note-error">{form.errorAt('note')}</p>
        </Picker>
        <details>
          <summary>More</summary>
          <input type="file" aria-label="plan" />
        </details>
        <button type="submit">Order</button>
      </form>
      <form action="/order" method="get">
        <input name="other" />
      </form>
      <div style="height: 3000px" />
    </main>
  )
}
