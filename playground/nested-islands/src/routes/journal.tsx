import type { PageMeta } from '@fw/runtime'
import { Bed } from '../components/bed.tsx'

export const meta: PageMeta = { title: 'Journal · Glasshouse' }

export default function Journal() {
  return (
    <>
      <h1>Journal</h1>
      <p class="lead">
        The timer below came along from the page before, with its clock and its rounds. So did the litres: they are in a
        store that the page keeps.
      </p>
      <h2>A bed by itself</h2>
      <p>
        A bed without a zone around it shows what it would by itself. Water it, and the meter below counts on from where
        it was.
      </p>
      <div class="zones">
        <Bed name="Windowsill" celsius={20} moisture={40} />
      </div>
    </>
  )
}
