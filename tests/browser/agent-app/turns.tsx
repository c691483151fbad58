import { intent } from '@fw/runtime'
import { createSignal, For, onCleanup, onMount, Show } from 'solid-js'
import { Portal } from 'solid-js/web'
import { never } from './shop.api.ts'

const save = () => void never().catch(() => {})

/** Opens the memo after a while: each way ends with `open`. */
const SLOW_WAYS: Readonly<Record<string, (open: () => void) => unknown>> = {
  async await(open) {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    open()
  },
  timer: (open) => void setTimeout(open, 1_000),
  async 'result after an await'(open) {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    open()
    return true
  },
}

/** An editor that a listener of the document saves, for as long as the page exists. */
function Memo() {
  const [by, setBy] = createSignal('')
  let editor: HTMLFieldSetElement | undefined
  const leave = (event: Event & Partial<KeyboardEvent>) => {
    if (!editor || by() !== event.type) return
    if (event.key === undefined ? editor.contains(event.target as Node) : event.key !== 'Enter') return
    setBy('')
    save()
  }
  onMount(() => {
    for (const type of ['keydown', 'click']) document.addEventListener(type, leave)
    onCleanup(() => {
      for (const type of ['keydown', 'click']) document.removeEventListener(type, leave)
    })
  })
  intent('openForKeys', { description: 'Opens the memo that Enter saves.', run: () => setBy('keydown') })
  intent('openForClicks', { description: 'Opens the memo that a click beside it saves.', run: () => setBy('click') })
  intent('openSlowly', {
    description: 'Opens the memo after a while.',
    run: ({ input }: { readonly input: { readonly way: string } }) => void SLOW_WAYS[input.way]?.(() => setBy('click')),
  })
  return (
    <Show when={by()}>
      <fieldset ref={editor} aria-label="Memo">
        <button type="button">High</button>
      </fieldset>
    </Show>
  )
}

const BACKDROP = 'position: fixed; inset: 0'
const BOX = 'position: fixed; inset: 200px 200px auto'

/** Modal dialogs of the app's own, which a press on the backdrop saves. */
function Modals() {
  const [kind, setKind] = createSignal('')
  const closeAndSave = () => {
    setKind('')
    save()
  }
  const Content = () => (
    <>
      <button type="button">Fast</button>
      <input aria-label="sum" />
    </>
  )
  return (
    <>
      <For each={['beside it', 'around it']}>
        {(one) => (
          <button type="button" onClick={() => setKind(one)}>
            Modal with a backdrop {one}
          </button>
        )}
      </For>
      <Show when={kind() === 'beside it'}>
        <Portal>
          {/* biome-ignore lint/a11y: many apps have such elements */}
          <div style={BACKDROP} onClick={closeAndSave} />
          <div style={BOX}>
            <Content />
          </div>
        </Portal>
      </Show>
      <Show when={kind() === 'around it'}>
        <Portal>
          {/* biome-ignore lint/a11y: many apps have such elements */}
          <div style={BACKDROP} onClick={({ target, currentTarget }) => target === currentTarget && closeAndSave()}>
            <div style={BOX}>
              <Content />
            </div>
          </div>
        </Portal>
      </Show>
    </>
  )
}

/** A row that is saved when the focus leaves it. */
function Row() {
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) =>
    !(currentTarget as Element).contains(relatedTarget as Node) && save()
  return (
    <div on:focusout={leave}>
      <input aria-label="row amount" />
      <input aria-label="row comment" />
    </div>
  )
}

/** An element around an editor that an intent opens, and that is saved by a press beside it. */
function Card() {
  const [isOpen, setOpen] = createSignal(false)
  let editor: HTMLDivElement | undefined
  const leave = ({ target }: Event) => {
    if (!isOpen() || editor?.contains(target as Node)) return
    setOpen(false)
    save()
  }
  intent('edit', { description: 'Opens the editor.', run: () => setOpen(true) })
  return (
    // biome-ignore lint/a11y: many apps have such elements
    <div onClick={leave}>
      <p>Beside the card</p>
      <textarea aria-label="card text" />
      <Show when={isOpen()}>
        <div ref={editor}>
          <button type="button">Choice</button>
        </div>
      </Show>
    </div>
  )
}

/** Something that a person drags by a listener that the press adds to the document, as libraries do. */
function Handle() {
  const begin = () => {
    const end = () => {
      document.removeEventListener('pointerup', end)
      save()
    }
    document.addEventListener('pointerup', end)
  }
  return <div on:pointerdown={begin}>Handle</div>
}

/** The same by touch, with a listener that the handler adds in place. */
function TouchHandle() {
  return (
    <div on:touchstart={() => document.addEventListener('touchend', () => save(), { once: true })}>
      Dragged by touch
    </div>
  )
}

/** Parts of a page in which an agent's turn ends by some gestures of a person and not by others. */
export function Turns() {
  const [isReady, setReady] = createSignal(false)
  intent('idle', { description: 'Does nothing.', run: () => true })
  onMount(() => setReady(true))
  return (
    <section aria-label="Turns" data-ready={isReady()}>
      <p>Words</p>
      <textarea aria-label="note" />
      <button type="button">Nothing</button>
      <label>
        <span>City</span> <input />
      </label>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: panels with text get the focus, so that keys scroll them */}
      <div role="tabpanel" tabIndex={0} aria-label="Panel">
        <p>In the panel</p>
        <input aria-label="in the panel" />
      </div>
      {/* biome-ignore lint/a11y: the pattern of ARIA 1.0, which libraries still use */}
      <div role="combobox" aria-expanded="false" aria-controls="towns">
        <input aria-label="town" />
      </div>
      <section data-fw-copilot>
        <textarea aria-label="message" />
        <button type="button">Send the message</button>
      </section>
      <Memo />
      <Modals />
      <Row />
      <Card />
      <Handle />
      <TouchHandle />
      <textarea aria-label="left" rows="6" on:blur={({ isTrusted }: Event) => isTrusted && save()} />
      <For each={Array.from({ length: 60 })}>{() => <p>Text</p>}</For>
    </section>
  )
}
