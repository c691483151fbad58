import { intent } from '@fw/runtime'
import { createElement as h, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createEffect, createSignal, onCleanup, onMount, Show } from 'solid-js'
import { pay } from './shop.api.ts'

/** A call that needs an approval if an agent makes it. */
const save = (cents: number) => void pay({ cents }).catch(() => {})

/** What a person has pressed or written last. Effects depend on it. */
const [used, setUsed] = createSignal('')

/** An editor that a press outside saves at its end. An effect adds the listener again if the active row or field changes. */
function Outside(props: { readonly type: string; readonly when: 'start' | 'open' }) {
  const [isOpen, setOpen] = createSignal(false)
  let editor: HTMLFieldSetElement | undefined
  createEffect(() => {
    void used()
    if (props.when === 'open' && !isOpen()) return
    const leave = ({ target }: Event) => {
      if (!editor || editor.contains(target as Node)) return
      setOpen(false)
      save(1)
    }
    document.addEventListener(props.type, leave)
    onCleanup(() => document.removeEventListener(props.type, leave))
  })
  intent(`edit_${props.type}_${props.when}`, { description: 'Opens the editor.', run: () => setOpen(true) })
  return (
    <Show when={isOpen()}>
      <fieldset ref={editor} aria-label="Editor">
        Draft
      </fieldset>
    </Show>
  )
}

/** A dialog that Enter anywhere confirms. */
function Confirm() {
  const [isOpen, setOpen] = createSignal(false)
  createEffect(() => {
    void used()
    if (!isOpen()) return
    const confirm = ({ key }: KeyboardEvent) => {
      if (key !== 'Enter') return
      setOpen(false)
      save(2)
    }
    document.addEventListener('keydown', confirm)
    onCleanup(() => document.removeEventListener('keydown', confirm))
  })
  intent('ask', { description: 'Opens the dialog.', run: () => setOpen(true) })
  return (
    <Show when={isOpen()}>
      <div role="alertdialog" aria-label="Sure">
        Sure?
      </div>
    </Show>
  )
}

/** Hotkeys of the page itself, which an effect adds again when a word changes. */
function Hotkeys() {
  createEffect(() => {
    void used()
    const hear = ({ key }: KeyboardEvent) => key === 'j' && save(20)
    document.addEventListener('keydown', hear)
    onCleanup(() => document.removeEventListener('keydown', hear))
  })
  return null
}

/** Listeners of the document that an effect adds again when a person presses or writes something. */
export function Again() {
  const [isReady, setReady] = createSignal(false)
  onMount(() => setReady(true))
  const use = () => setUsed(`${Math.random()}`)
  return (
    <section aria-label="Again" data-ready={isReady()}>
      <p>Words</p>
      <p onPointerDown={use}>Pressed row</p>
      {/* biome-ignore lint/a11y: many apps have such elements */}
      <p onClick={use}>Clicked row</p>
      <textarea aria-label="note" onFocus={use} />
      <textarea aria-label="other note" />
      <input aria-label="typed" onInput={use} />
      <button type="button">Nothing</button>
      <button type="button" onClick={use}>
        Next
      </button>
      {(['pointerup', 'mouseup'] as const).map((type) => (
        <>
          <Outside type={type} when="start" />
          <Outside type={type} when="open" />
        </>
      ))}
      <Confirm />
      <Hotkeys />
      <form action={pay} aria-label="Own form">
        <input type="number" name="cents" aria-label="cents" value="7" />
        <button type="submit">Send the form</button>
      </form>
    </section>
  )
}

let open = () => {}

/** The idiom of React: an effect adds a listener of the document, and adds it again if what it uses has changed. */
function Editor() {
  const [isOpen, setOpen] = useState(false)
  const [selected, select] = useState(0)
  const box = useRef<HTMLFieldSetElement>(null)
  open = () => setOpen(true)
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (!isOpen || box.current?.contains(target as Node)) return
      setOpen(false)
      save(40 + selected)
    }
    document.addEventListener('mouseup', leave)
    return () => document.removeEventListener('mouseup', leave)
  }, [isOpen, selected])
  return h(
    'div',
    {},
    h('p', { onMouseDown: () => select((one) => one + 1) }, 'React row'),
    h('p', {}, 'React words'),
    h('input', { 'aria-label': 'react note', onFocus: () => select((one) => one + 1) }),
    isOpen ? h('fieldset', { ref: box, 'aria-label': 'React editor' }, 'Draft') : null,
  )
}

export function ReactAgain() {
  const [isReady, setReady] = createSignal(false)
  let place!: HTMLDivElement
  intent('edit', { description: 'Opens the editor.', run: () => open() })
  onMount(() => {
    // As the root of a React island.
    const root = document.createElement('fw-host')
    place.append(root)
    createRoot(root).render(h(Editor))
    setTimeout(() => setReady(true), 100)
  })
  return (
    <section data-ready={isReady()}>
      <div ref={place} />
    </section>
  )
}
