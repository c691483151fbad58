import { AddLine, Basket, Opening } from '../basket.tsx'
import { basket, opening } from '../stores.ts'

export default function Page({ ctx }: { ctx: object }) {
  basket.seed(ctx, { lines: [{ sku: 'seeded', qty: 1 }] })
  opening.seed(ctx, { at: new Date(86_400_000) })
  return (
    <main>
      <AddLine />
      <AddLine />
      <Basket client:interaction />
      <Opening />
    </main>
  )
}
