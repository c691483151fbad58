import { Counter } from '../components/Counter.jsx'

export const meta = { title: 'Cups', description: 'One counter.' }

export default function Page() {
  return <Counter start={3} />
}
