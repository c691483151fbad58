import { int, intent, obj, str } from '@fw/runtime'
import { createSignal, onMount, Show } from 'solid-js'
import { pay } from '../shop.api.ts'

/** Ways in which a page takes a field from a person who hasn't left it. */
const WAYS: Readonly<Record<string, (field: HTMLInputElement, box: HTMLElement) => void>> = {
  disabled: (field) => {
    field.disabled = true
  },
  'display: none': (_field, box) => {
    box.style.display = 'none'
  },
  hidden: (_field, box) => {
    box.hidden = true
  },
  inert: (_field, box) => {
    box.inert = true
  },
  visibility: (_field, box) => {
    box.style.visibility = 'hidden'
  },
  'content-visibility': (_field, box) => {
    box.style.contentVisibility = 'hidden'
  },
  removal: (field) => field.remove(),
}

/** Fields that are saved when they are left, with an amount that is chosen elsewhere. */
export function TakenFields() {
  const [ready, setReady] = createSignal(false)
  const [cents, setCents] = createSignal(100)
  const [frame, setFrame] = createSignal('')
  let box!: HTMLDivElement
  const take = (way: string, label: string) => {
    const field = box.querySelector<HTMLInputElement>(`[title="${label}"]`)
    if (field) WAYS[way]?.(field, box)
  }
  intent('idle', { description: 'Does nothing.', run: () => true })
  intent('choose', {
    description: 'Chooses the amount.',
    input: obj({ cents: int() }),
    run: ({ input }) => void setCents(input.cents),
  })
  intent('take', {
    description: 'Reads the data again. The field is of no use meanwhile.',
    input: obj({ way: str(), field: str() }),
    run: ({ input }) => take(input.way, input.field),
  })
  intent('embed', {
    description: 'Shows a map.',
    input: obj({ url: str() }),
    run: ({ input }) => void setFrame(input.url),
  })
  onMount(() => setReady(true))
  const save = () => void pay({ cents: cents() }).catch(() => {})
  const saveAt = (type: string) => (field: HTMLElement) => onMount(() => field.addEventListener(type, save))
  return (
    <section aria-label="Taken fields" data-ready={ready()}>
      <div ref={box}>
        <input title="note" onChange={save} />
        <input title="composed" ref={saveAt('compositionend')} />
        <p title="paragraph" contenteditable ref={saveAt('compositionend')} />
        <input title="left" ref={saveAt('blur')} />
        <input title="before" />
        <select title="size" ref={saveAt('input')}>
          <option>small</option>
          <option>large</option>
        </select>
      </div>
      <p>Words</p>
      <button type="button" onClick={() => take('disabled', 'note')}>
        Refresh
      </button>
      <button type="button" onClick={() => take('hidden', 'note')}>
        Collapse
      </button>
      <button type="button" onClick={() => setCents(666)}>
        Large amount
      </button>
      <Show when={frame()}>
        <iframe title="Map" src={frame()} />
      </Show>
    </section>
  )
}
