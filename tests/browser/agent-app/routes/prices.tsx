import { ColdDialog } from '../arrivals/cold-dialog.tsx'
import { Payer } from '../payer.tsx'
import { Price } from '../price.tsx'

export default function Page() {
  return (
    <main>
      <h1>Prices</h1>
      <Payer />
      <Price client:interaction />
      <ColdDialog client:interaction />
    </main>
  )
}
