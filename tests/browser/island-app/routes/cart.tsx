import { Cart } from '../cart.tsx'

export default function Page() {
  return (
    <main>
      <Cart />
      <Cart client:interaction />
    </main>
  )
}
