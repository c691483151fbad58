import { Arrival } from '../arrival.tsx'

export default function Page() {
  return (
    <main>
      <h1>Arrival</h1>
      <Arrival />
    </main>
  )
}
