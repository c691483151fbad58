import { createResource, createSignal, createUniqueId, type JSX, Suspense } from 'solid-js'
import { gate } from './gates.ts'

/** Its first content renders last: its second island has the lower id. */
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

function LateContent(props: { name: string }) {
  const [wait] = createResource(async () => {
    await gate(props.name)
    return ''
  })
  return <Press name={`${props.name}${wait()}`} />
}

/** Its content arrives late. */
export function LatePress(props: { name: string }) {
  const [on] = createSignal(true)
  return (
    <Suspense fallback={<i>{on() && 'wait'}</i>}>
      <LateContent name={props.name} />
    </Suspense>
  )
}

/** Its button has the key of the button of `LatePress` without its first digit: the key of island 10 begins like that of island 1. */
export function DeepPress(props: { name: string }) {
  const [on] = createSignal(true)
  const Content = () => {
    createUniqueId()
    return <Press name={`${props.name}${on() ? '' : ' off'}`} />
  }
  const Around = () => <Content />
  return <Around />
}
