import type { PageMeta } from '@fw/runtime'
import { Bell } from '../components/bell.tsx'
import { DeadPump, LooseWire, StickyValve } from '../components/faults.tsx'

export const meta: PageMeta = { title: 'Faults · Glasshouse' }

export default function Faults() {
  return (
    <>
      <h1>When a part fails</h1>
      <p class="lead">
        Three parts of this page are broken, each in its own way. The bell beside them rings all the same.
      </p>
      <div class="cards">
        <LooseWire />
        <DeadPump />
        <StickyValve />
        <Bell />
      </div>
    </>
  )
}
