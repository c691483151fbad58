import { useForm } from '@fw/runtime'
import { fail } from '../desk.api.ts'
import { OrderBox } from '../order-box.tsx'

export default function Page() {
  const form = useForm(fail)
  if (form.error() !== undefined) throw new Error('this page cannot say what was wrong')
  return (
    <main>
      <form action={form}>
        <button type="submit">Fail</button>
      </form>
      <OrderBox />
    </main>
  )
}
