import { intent } from '@fw/runtime'
import { refresh } from '@fw/runtime/client'
import { createSignal } from 'solid-js'

/** Refreshes the page, and shows that it has. */
export function Refresher() {
  const [times, setTimes] = createSignal(0)
  const again = intent('again', {
    description: 'Refreshes the page.',
    run: async () => {
      await refresh()
      setTimes(times() + 1)
    },
  })
  return (
    <button type="button" id="refresh" onClick={() => again()}>
      refreshed {times()}
    </button>
  )
}
