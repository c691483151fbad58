import { Payment } from '../next-key.tsx'

export default function Page() {
  return (
    <main>
      <h1>Payment</h1>
      <Payment name="iban" />
    </main>
  )
}
