import { For } from 'solid-js'
import { Counter } from '../components/Counter.jsx'

export const meta = { title: 'Cups', description: 'Fifty counters.' }

export default function Page() {
  return (
    <>
      <h1>Cups</h1>
      <For each={Array.from({ length: 50 }, (_, index) => index)}>{(start) => <Counter start={start} />}</For>
    </>
  )
}
