import { createResource, createSignal, type JSX, Suspense } from 'solid-js'
import { gate } from './gates.ts'

/** What it shows first is rendered last: its second island has the lower id. */
export function Reversed(props: { first: JSX.Element; second: JSX.Element }) {
  const second = props.second
  return (
    <div>
      {props.first}
      {second}
    </div>
  )
}

function Press(props: { name: string }) {
  const [n, set] = createSignal(0)
  return (
    <button type="button" class="counter" onClick={() => set(n() + 1)}>
      {props.name}: {n()}
    </button>
  )
}

/** Its content comes late, two components deep. */
export function LatePress(props: { name: string }) {
  const [wait] = createResource(async () => {
    await gate(props.name)
    return ''
  })
  const [on] = createSignal(true)
  const Content = () => <Press name={`${props.name}${wait()}`} />
  return (
    <Suspense fallback={<i>{on() && 'wait'}</i>}>
      <Content />
    </Suspense>
  )
}

/** Its button is as deep as that of `LatePress`. */
export function DeepPress(props: { name: string }) {
  const [on] = createSignal(true)
  const Content = () => <Press name={`${props.name}${on() ? '' : ' off'}`} />
  return <Content />
}
