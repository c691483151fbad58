import { intent } from '@fw/runtime'
import { createSignal } from 'solid-js'
import { order } from './shop.api.ts'

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Intents that go on for longer than their run on copies. */
export function Preview() {
  const count = createSignal(0)
  const [, setCount] = count
  const late = { guard: 'confirm', state: { count } } as const
  intent('slow', {
    ...late,
    description: 'Orders after a while.',
    run: async () => {
      setCount(1)
      await wait(1_300)
      await order({ item: 'slow' })
    },
  })
  intent('timer', {
    ...late,
    description: 'Orders by a timer.',
    run: async () => void setTimeout(() => void order({ item: 'timer' }), 300),
  })
  intent('two', {
    ...late,
    description: 'Orders twice.',
    run: async () => {
      void order({ item: 'one' })
      await wait(100)
      await order({ item: 'two' })
    },
  })
  intent('form', {
    ...late,
    description: 'Sends a form.',
    run: async () => document.querySelector('form')?.requestSubmit(),
  })
  intent('plainForm', {
    ...late,
    description: 'Sends a form without its event.',
    run: async () => document.querySelector('form')?.submit(),
  })
  // Code whose cause is unknown, as a message of a server would run it.
  if (globalThis.document) Object.assign(window, { orderBeside: () => order({ item: 'beside' }) })
  return (
    <section>
      <b>{count[0]()}</b>
      <form action={order}>
        <input type="hidden" name="item" value="form" />
        <button type="submit">Order</button>
      </form>
    </section>
  )
}
