import { Card } from '../components/card.tsx'
import { Counter } from '../components/counter.tsx'

export const meta = { title: 'Home' }

export default function Home() {
  return (
    <section>
      <h1>Welcome home</h1>
      <Card title="A static card" />
      <Counter start={3} />
    </section>
  )
}
