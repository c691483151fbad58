/** A component of React for the tests of libraries. */

export const ACTIONS = `/** @jsxImportSource react */
import { island } from '@fw/runtime/react'
import { startTransition, useActionState, useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { pay } from '../server/shop.api.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function block(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

/** Pays by an action of React, which runs one after the other, and by an effect. */
export const Actions = island(function Actions() {
  const [done, add] = useActionState(async (count: number, item: string) => {
    if (item === 'wait') await pause(900)
    else await pay({ method: item }).catch(() => {})
    return count + 1
  }, 0)
  const [chosen, choose] = useState('')
  const [name, setName] = useState('')
  const [isAsking, ask] = useState(false)
  useEffect(() => {
    if (chosen !== '') void pay({ method: chosen }).catch(() => {})
  }, [chosen])
  useLayoutEffect(() => {
    // React runs the other effect in a task of its own, after a person's press that has happened in the meantime.
    if (chosen === 'before its effects') block(500)
  }, [chosen])
  const chooseLate = async (when: string) => {
    await pause(200)
    choose(when)
    if (when === 'before it renders') block(500)
  }
  return (
    <section>
      {['before it renders', 'before its effects'].map((when) => <button type="button" key={when} onClick={() => chooseLate(when)}>Late {when}</button>)}
      <button type="button" onClick={() => startTransition(() => add('wait'))}>Wait</button>
      <button type="button" onClick={() => startTransition(() => add('card'))}>Pay by action</button>
      <button type="button" onClick={() => choose('invoice')}>Pay by effect</button>
      <button type="button" onClick={() => ask(true)}>Ask</button>
      {isAsking && createPortal(<button type="button" onClick={() => pay({ method: 'portal' })}>Pay in a portal</button>, document.body)}
      <form action={() => add('transfer')}><button type="submit">Pay by form action</button></form>
      <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <output>{done} {name}</output>
    </section>
  )
})
`
