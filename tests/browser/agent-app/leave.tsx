import { intent } from '@fw/runtime'
import { navigate } from '@fw/runtime/client'
import { createSignal, onMount } from 'solid-js'

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Steps in the history. */
const STEPS: Readonly<Record<string, () => unknown>> = {
  'history.back': () => history.back(),
  'history.go': () => history.go(-1),
  'history.forward': () => history.forward(),
  'navigation.back': () => navigation.back(),
  'navigation.forward': () => navigation.forward(),
  'navigation.traverseTo': () => navigation.traverseTo(navigation.entries().at(-1)?.key ?? ''),
  'back later': () => wait(20).then(() => history.back()),
}

/** Handlers that open another page, in the ways that code does. */
export function Leave() {
  const [ready, setReady] = createSignal(false)
  const leaveByLocation = () => {
    location.href = '/arrival'
  }
  const leaveLater = async () => {
    await wait(20)
    location.assign('/arrival')
  }
  intent('idle', { description: 'Does nothing.', run: () => true })
  intent('leave', { description: 'Opens the next page.', run: leaveLater })
  intent('back', { description: 'Goes back.', run: () => history.back() })
  intent('rename', {
    description: 'Replaces the address.',
    run: () => history.replaceState(null, '', '/arrival'),
  })
  onMount(() => {
    // For the tests of `navigate()` itself: that of `window.fw` is for agents.
    Object.assign(window, { navigateTo: navigate })
    setReady(true)
  })
  return (
    <section aria-label="Leave" data-ready={ready()}>
      <button type="button" onClick={leaveByLocation}>
        leave by location
      </button>
      <button type="button" onClick={leaveLater}>
        leave later
      </button>
      <button type="button" onClick={() => window.open('/arrival')}>
        leave by window
      </button>
      <button type="button" onClick={() => document.open('/arrival', '_blank', '')}>
        leave by document.open()
      </button>
      {Object.entries(STEPS).map(([name, step]) => (
        <button type="button" onClick={step}>
          {name}
        </button>
      ))}
      <form action="/arrival" target="_blank" aria-label="Own" rel="noopener">
        <button type="button" onClick={(event) => event.currentTarget.form?.submit()}>
          leave by own tab
        </button>
      </form>
    </section>
  )
}
