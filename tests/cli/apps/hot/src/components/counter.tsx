import { intent, useStore } from '@fw/runtime'
import { createSignal } from 'solid-js'
import { tally } from '../stores.ts'
import { Digits } from './digits.tsx'
import { useSwitch } from './use-switch.ts'

const STEP = 1
const START = 0

export function Counter(props: { label: string }) {
  const [count, setCount] = createSignal(START)
  const [isBold, toggleBold] = useSwitch()
  const [text, setText] = createSignal('')
  const [totals, { raise }] = useStore(tally)
  intent('reset', { description: 'Begin again.', guard: 'auto', run: () => void setCount(0) })
  const add = () => {
    setCount(count() + STEP)
    raise()
  }
  const later = () => addEventListener('later', () => setCount(count() + 100), { once: true })
  return (
    <section id={props.label} classList={{ bold: isBold() }}>
      <h2>Count {props.label}</h2>
      <button type="button" class="add" onClick={add}>
        add to {count()}
      </button>
      <button type="button" class="later" onClick={later}>
        later
      </button>
      <button type="button" class="bold" onClick={toggleBold}>
        bold
      </button>
      <input name="note" placeholder="a note" />
      <input name="text" value={text()} onInput={(event) => setText(event.currentTarget.value)} />
      <Digits value={count()} />
      <output class="total">{totals.total} in all</output>
    </section>
  )
}
