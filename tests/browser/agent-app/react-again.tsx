import { intent } from '@fw/runtime'
import { createElement as h, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createSignal, onMount } from 'solid-js'
import { pay } from './shop.api.ts'

const save = (cents: number) => void pay({ cents }).catch(() => {})
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
