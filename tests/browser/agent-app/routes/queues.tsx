import { Queues } from '../queues.tsx'

export default function Page() {
  return (
    <main>
      <h1>Queues</h1>
      <Queues />
    </main>
  )
}
