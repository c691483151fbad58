import { Cold } from '../cold.tsx'
import { Waits } from '../waits.tsx'

export default function Page() {
  return (
    <main>
      <h1>Waits</h1>
      <Waits />
      <Cold client:interaction />
    </main>
  )
}
