import { intent } from '@fw/runtime'
import { createSignal, type JSX, onCleanup, onMount, Show } from 'solid-js'
import { never } from './shop.api.ts'

const save = () => void never().catch(() => {})

const send = (event: Event) => {
  event.preventDefault()
  save()
}

/** Keeps the focus on its button, or in its field, as dialogs of libraries do. */
function Trap(props: { children: JSX.Element }) {
  let box!: HTMLDivElement
  const find = () => box.querySelector<HTMLElement>('button, input')
  const keep = ({ target }: Event) => {
    if (!box.contains(target as Node)) find()?.focus()
  }
  onMount(() => {
    document.addEventListener('focusin', keep)
    setTimeout(() => find()?.focus())
    onCleanup(() => document.removeEventListener('focusin', keep))
  })
  return (
    <div ref={box} role="dialog" aria-label="Trap">
      {props.children}
    </div>
  )
}

/** A menu whose arrow keys choose without moving the focus. */
function Choices() {
  const [chosen, choose] = createSignal(0)
  const hear = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowDown') choose(1)
    else if (key === 'Enter' || key === 'Delete') save()
  }
  const keepFocus = (list: HTMLElement) => {
    list.addEventListener('blur', () => setTimeout(() => list.focus()))
    onMount(() => list.focus())
  }
  return (
    // biome-ignore lint/a11y/useAriaActivedescendantWithTabindex: `tabindex` is what Solid calls it
    <div
      role="listbox"
      aria-label="Choices"
      tabindex="0"
      aria-activedescendant={`choice-${chosen()}`}
      ref={keepFocus}
      onKeyDown={hear}
    >
      {/* biome-ignore lint/a11y/useFocusableInteractive: the list has the focus */}
      <div role="option" aria-selected={chosen() === 0} id="choice-0">
        Card
      </div>
      {/* biome-ignore lint/a11y/useFocusableInteractive: the list has the focus */}
      <div role="option" aria-selected={chosen() === 1} id="choice-1">
        Invoice
      </div>
    </div>
  )
}

/** Dialogs that Enter or a letter confirms, by a handler of their own. */
function Confirms(props: { kind: string }) {
  const show = (dialog: HTMLDialogElement) => onMount(() => dialog.showModal())
  const hear = ({ key }: KeyboardEvent) => {
    if (key === 'Enter' || key === 'y') save()
  }
  const focus = (box: HTMLElement) => onMount(() => box.focus())
  return (
    <>
      <Show when={props.kind === 'native confirm'}>
        <dialog ref={show} onKeyDown={hear}>
          <p>Delete all?</p>
          <button type="button">Maybe</button>
        </dialog>
      </Show>
      <Show when={props.kind === 'alert'}>
        <div role="alertdialog" aria-label="Alert" tabindex="-1" ref={focus} onKeyDown={hear}>
          Delete all of it?
          <button type="button">Perhaps</button>
        </div>
      </Show>
      <Show when={props.kind === 'plain box'}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a dialog of its own, as many apps have */}
        <div tabindex="-1" ref={focus} onKeyDown={hear}>
          Delete it?
        </div>
      </Show>
    </>
  )
}

/** A form that remains in the page when it is closed, and has the focus on its button when it is opened. */
function HiddenDialog() {
  const [isOpen, setOpen] = createSignal(false)
  let button!: HTMLButtonElement
  const show = () => {
    setOpen(true)
    button.focus()
  }
  intent('ask', { description: 'Opens the dialog.', run: show })
  intent('askLater', { description: 'Opens the dialog after a while.', run: () => void setTimeout(show, 300) })
  const confirm = (event: Event) => {
    setOpen(false)
    send(event)
  }
  return (
    <>
      <button type="button" onClick={show}>
        Ask
      </button>
      <form role="dialog" aria-label="Question" style={{ display: isOpen() ? 'block' : 'none' }} onSubmit={confirm}>
        <input aria-label="reason" />
        <button type="submit" ref={button}>
          Yes
        </button>
      </form>
    </>
  )
}

/** A form that is sent by Enter, and has the focus when it appears. */
export function Payment(props: { name: string }) {
  return (
    <form onSubmit={send}>
      <input aria-label={props.name} ref={(field) => onMount(() => field.focus())} />
      <button type="submit">Send</button>
    </form>
  )
}

const KINDS = ['trap', 'field trap', 'choices', 'native confirm', 'alert', 'plain box', 'view', 'hidden view', 'clear']

/** Parts that appear by a click, and take the focus. */
export function NextKey() {
  const [ready, setReady] = createSignal(false)
  const [kind, setKind] = createSignal('')
  onMount(() => setReady(true))
  intent('idle', { description: 'Does nothing.', run: () => true })
  return (
    <section data-ready={ready()}>
      <p>Words</p>
      {KINDS.map((name) => (
        <button type="button" onClick={() => setKind(name)}>{`Open ${name}`}</button>
      ))}
      <textarea aria-label="note" />
      <Show when={kind() === 'trap'}>
        <Trap>
          <button type="button" onClick={save}>
            Pay in the trap
          </button>
          <button type="button">Not now</button>
        </Trap>
      </Show>
      <Show when={kind() === 'field trap'}>
        <Trap>
          <Payment name="trapped" />
        </Trap>
      </Show>
      <Show when={kind() === 'choices'}>
        <Choices />
      </Show>
      <Confirms kind={kind()} />
      <HiddenDialog />
      <Show when={kind() !== 'view' && kind() !== 'clear'}>
        <div style={kind() === 'hidden view' ? { display: 'none' } : {}}>
          <textarea aria-label="draft" />
        </div>
      </Show>
      <Show when={/view$/.test(kind())}>
        <Payment name="reference" />
      </Show>
      <form onSubmit={send}>
        <input aria-label="recipient" />
      </form>
    </section>
  )
}
