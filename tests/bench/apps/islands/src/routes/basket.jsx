import { Basket } from '../components/Basket.jsx'

export const meta = { title: 'Cups', description: 'A basket: a store and an intent.' }

export default function Page() {
  return <Basket />
}
