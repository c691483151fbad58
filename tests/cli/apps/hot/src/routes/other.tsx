import { Counter } from '../components/counter.tsx'

export const meta = { title: 'Other' }

export default function Other() {
  return (
    <main>
      <Counter label="other" />
    </main>
  )
}
