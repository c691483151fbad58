/** `live()` in the browser. */
import type { AnyApi } from '#contract/api.ts'
import type { LiveArguments, LiveRead } from '#solid/live/live-read.ts'
import { batchChanges, createLiveResource } from '#solid/live/live-resource.ts'
import { LiveReads } from './live-reads.ts'

let reads: LiveReads | undefined

/**
 * Reads data that stays current in an island: `const cards = live(listCards, () => ({ board: props.board }))`. The read is
 * rendered on the server with the page, and made again after every change of its tags by any client.
 *
 * @param api A `readonly` API.
 * @param input Its input, or a function that returns it. Nothing is read while the function returns `undefined`.
 * @throws `TypeError` for a function that isn't an API.
 */
export function live<Called extends AnyApi>(
  api: Called,
  ...input: LiveArguments<Called>
): LiveRead<Awaited<ReturnType<Called>>> {
  reads ??= startReads()
  const [given] = input as readonly unknown[]
  const readInput = () => {
    const value: unknown = typeof given === 'function' ? given() : given
    return value === undefined && typeof given === 'function' ? undefined : { input: value }
  }
  return createLiveResource(reads, api, readInput) as LiveRead<Awaited<ReturnType<Called>>> // the server has validated it
}

function startReads(): LiveReads {
  const started = new LiveReads({ batch: batchChanges, loadStream })
  let isLoading = false
  // A page without forms doesn't load the code that sends them.
  const loadForms = () => {
    if (isLoading || document.forms.length === 0) return
    isLoading = true
    import('../forms/send-forms.ts').then(
      ({ setSendForm }) => setSendForm(started.send),
      () => {
        isLoading = false
      },
    )
  }
  loadForms()
  addEventListener('focusin', loadForms)
  // A user who has signed in may read more.
  document.addEventListener('fw:navigated', started.wake)
  return started
}

const loadStream = () => import('./tab-stream.ts')
