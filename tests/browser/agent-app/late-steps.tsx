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

/** Intents that return before their work ends. */
function Drafts() {
  const draft = createSignal('first')
  const [target, setTarget] = createSignal('shown')
  const [isSaved, setIsSaved] = createSignal(false)
  let timer = 0
  const saveSoon = (ms: number) => {
    clearTimeout(timer)
    timer = Number(setTimeout(() => void order({ item: `save ${draft[0]()} for ${target()}` }), ms))
  }
  async function sendAll() {
    for (const item of ['one', 'two']) await order({ item: `${item} for ${target()}` })
  }
  async function fade() {
    await document.body.animate([], 300).finished
    await order({ item: `fade for ${target()}` })
  }
  const options = { guard: 'confirm', state: { draft } } as const
  intent('rename', {
    ...options,
    description: 'Renames the draft, and saves it later.',
    run(_call, { draft: [, set] }) {
      set('second')
      saveSoon(300)
    },
  })
  intent('send', {
    ...options,
    description: 'Sends, without waiting.',
    run(_call, { draft: [, set] }) {
      set('second')
      void sendAll()
    },
  })
  intent('sendNext', {
    ...options,
    description: 'Sends in the next microtask, without waiting.',
    run(_call, { draft: [, set] }) {
      set('second')
      void Promise.resolve().then(sendAll)
    },
  })
  intent('fade', {
    ...options,
    description: 'Sends after an animation, without waiting.',
    run(_call, { draft: [, set] }) {
      set('second')
      void fade()
    },
  })
  intent('saveIfAsked', {
    ...options,
    description: 'Renames the draft, and saves it if the page saves by itself.',
    run(_call, { draft: [, set] }) {
      set('second')
      if (isSaved()) saveSoon(300)
    },
  })
  intent('pause', {
    ...options,
    description: 'Renames the draft. All its work has ended by then.',
    async run(_call, { draft: [, set] }) {
      const unused = setTimeout(sendAll, 5_000)
      const ticks = setInterval(() => {}, 10)
      await wait(30).catch(() => {})
      clearTimeout(unused)
      clearInterval(ticks)
      set('second')
    },
  })
  intent('aim', { description: 'Sets the target.', run: () => void setTarget('other') })
  intent('saveByItself', { description: 'Lets the page save by itself.', run: () => void setIsSaved(true) })
  return (
    <p>
      {draft[0]()} for {target()}
    </p>
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
      <Drafts />
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
