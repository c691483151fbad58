import { intent } from '@fw/runtime'
import { createSignal, onCleanup, onMount } from 'solid-js'
import { pay } from './shop.api.ts'

/** Calls a guarded function whenever a person has decided on a call. */
export function Decisions() {
  const [decided, setDecided] = createSignal('')
  intent('ask', { description: 'Needs an approval.', guard: 'confirm', run: () => true })
  onMount(() => {
    const hear = (event: Event) => {
      const { state, tool } = (event as CustomEvent).detail
      if (state === 'pending' || tool !== 'Decisions.ask') return
      setDecided(state)
      void pay({ cents: 1 }).catch(() => {})
    }
    document.addEventListener('fw:proposal', hear)
    onCleanup(() => document.removeEventListener('fw:proposal', hear))
  })
  return <output>Decided: {decided()}</output>
}
