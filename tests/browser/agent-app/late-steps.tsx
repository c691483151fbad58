import { int, intent, obj } from '@fw/runtime'
import { createSignal, Show } from 'solid-js'
import { order } from './shop.api.ts'

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function Entry(props: { entry: { name: string } }) {
  const remove = intent('remove', {
    description: 'Removes the entry.',
    guard: 'confirm',
    run: () => order({ item: `remove ${props.entry.name}` }),
  })
  return (
    <button type="button" onClick={() => remove()}>
      Remove {props.entry.name}
    </button>
  )
}

/** A dialog and changes that an agent can cause after a card is shown. */
export function LateSteps() {
  const [entry, setEntry] = createSignal<{ name: string } | undefined>({ name: 'one' })
  let hidden = 'shown'
  let cover: HTMLDialogElement | undefined
  intent('sendHidden', {
    description: 'Sends.',
    guard: 'confirm',
    run: () => order({ item: `hidden ${hidden}` }),
  })
  intent('hideSlowly', {
    description: 'Changes an invisible variable in the second of two steps.',
    input: obj({ first: int(), second: int() }),
    async run({ input }) {
      await wait(input.first)
      await wait(input.second)
      hidden = 'other'
    },
  })
  intent('tick', { description: 'Starts a clock.', run: () => void setInterval(() => {}, 40) })
  intent('clear', { description: 'Removes the entry.', run: () => void setEntry(undefined) })
  intent('cover', { description: 'Opens a dialog.', run: () => cover?.showModal() })
  intent('uncover', { description: 'Closes the dialog.', run: () => cover?.close() })
  return (
    <section>
      <button type="button" onClick={() => setInterval(() => {}, 40)}>
        Tick
      </button>
      <Show when={entry()}>{(shown) => <Entry entry={shown()} />}</Show>
      <dialog ref={cover} aria-label="cover">
        <p>Your session is about to end.</p>
        <form method="dialog">
          <button type="submit">Close the cover</button>
        </form>
      </dialog>
    </section>
  )
}
