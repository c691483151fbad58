import { intent } from '@fw/runtime'
import { createSignal, onCleanup, onMount } from 'solid-js'
import { pay } from './shop.api.ts'

const act = () => void pay({ cents: 1 }).catch(() => {})

/**
 * Calls a guarded function whenever a person has decided on a call, whose tool the query may name, or whenever the page receives an event that the query names, such
 * as Enter for a dialog of the page: its target, its type, and whether the listener captures.
 */
export function Decisions() {
  const [decided, setDecided] = createSignal('')
  intent('ask', { description: 'Needs an approval.', guard: 'confirm', run: () => true })
  onMount(() => {
    const query = new URLSearchParams(location.search)
    const type = query.get('by')
    const hear = (event: Event) => {
      const { state, tool } = (event as CustomEvent).detail
      if (state === 'pending' || tool !== (query.get('of') ?? 'Decisions.ask')) return
      setDecided(state)
      if (type === null) act()
      if (type === 'locks') void navigator.locks.request('decisions', () => act())
    }
    document.addEventListener('fw:proposal', hear)
    onCleanup(() => document.removeEventListener('fw:proposal', hear))
    if (type === null) return
    const target = query.get('at') === 'window' ? window : document
    target.addEventListener(type, act, query.has('captures'))
    onCleanup(() => target.removeEventListener(type, act, query.has('captures')))
  })
  return <output>Decided: {decided()}</output>
}
