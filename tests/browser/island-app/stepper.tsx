import { intent } from '@fw/runtime'
import { createSignal } from 'solid-js'

export function Stepper(props: { start: number }) {
  const [n, set] = createSignal(props.start)
  const add = intent('add', {
    description: 'Adds to the number.',
    run: ({ input }: { input: { by: number } }) => set(n() + input.by),
  })
  return (
    <button type="button" onClick={() => add({ by: 1 })}>
      {n()}
    </button>
  )
}
