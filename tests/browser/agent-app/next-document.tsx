import { intent } from '@fw/runtime'
import { createSignal, onMount } from 'solid-js'
import { pay } from './shop.api.ts'

const save = (cents: number) => void pay({ cents }).catch(() => {})

/** A page with a focus of its own: a button or a field of a form, by an attribute or by code. */
export function NextDocument(props: { readonly kind: string }) {
  const [isReady, setReady] = createSignal(false)
  let field: HTMLInputElement | undefined
  intent('idle', { description: 'Does nothing.', run: () => true })
  intent('reload', { description: 'Loads the page again.', run: () => location.reload() })
  onMount(() => {
    if (props.kind === 'code') field?.focus()
    setReady(true)
  })
  const send = (event: Event) => {
    event.preventDefault()
    save(32)
  }
  return (
    <section data-ready={isReady()}>
      <textarea aria-label="draft" />
      {props.kind === 'button' && (
        <button type="button" autofocus onClick={() => save(31)}>
          Pay now
        </button>
      )}
      {props.kind !== 'button' && (
        <form onSubmit={send}>
          <input aria-label="reference" ref={field} autofocus={props.kind === 'field'} />
          <button type="submit">Pay</button>
        </form>
      )}
    </section>
  )
}
