import { visits } from '../stores.ts'
import { Totals } from '../totals.tsx'

export const meta = { title: 'Totals, seeded' }

export default ({ ctx }: { ctx: object }) => {
  visits.seed(ctx, { n: 7 })
  return (
    <main>
      <h1>Seeded</h1>
      <Totals />
    </main>
  )
}
