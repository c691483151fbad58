import { Basket } from '../components/basket.tsx'
import { Gauge } from '../components/gauge.tsx'

export const meta = { title: 'Faulty' }

export default function Home() {
  return (
    <>
      <h1>Faulty</h1>
      <Basket />
      <Gauge level={3} />
    </>
  )
}
