import { intent } from '@fw/runtime'
import { createSignal } from 'solid-js'

/** Counts for as long as its page lives. */
export function Tally(props: { start: number; who: string }) {
  const [count, setCount] = createSignal(props.start)
  const add = intent('add', {
    description: 'Adds to the count.',
    run: ({ input }: { input: { by: number } }) => {
      setCount(count() + input.by)
      return { count: count(), who: props.who }
    },
  })
  const reset = intent('reset', {
    description: 'Sets the count to nothing.',
    guard: 'confirm',
    run: ({ input }: { input: { reason: string } }) => {
      setCount(0)
      return { count: count(), reason: input.reason }
    },
  })
  const erase = intent('erase', {
    description: 'Not for agents.',
    guard: 'forbidden',
    run: () => ({ erased: true }),
  })
  return (
    <p>
      <button type="button" onClick={() => add({ by: 1 })}>
        {count()}
      </button>
      <button type="button" onClick={() => reset({ reason: 'click' })}>
        Reset
      </button>
      <button type="button" onClick={() => erase()}>
        Erase
      </button>
    </p>
  )
}
