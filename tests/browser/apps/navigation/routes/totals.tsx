import { Totals } from '../totals.tsx'

export const meta = { title: 'Totals' }

export default () => (
  <main>
    <h1>Totals</h1>
    <a id="on" href="/totals-seeded">
      on
    </a>
    <Totals />
  </main>
)
