import { intent } from '@fw/runtime'
import { createSignal, onMount } from 'solid-js'
import { never } from '../shop.api.ts'

const PARTS = `<input title="start"><details><summary>More</summary>Text</details>
<button type="button" popovertarget="part">Show</button><div popover id="part">Part</div>
<button type="button" data-open>Ask</button><dialog><button type="button">Yes</button></dialog>
<details name="group" data-first open><summary>First</summary>Text</details>
<details name="group" data-second><summary>Second</summary>Text</details>
<input type="search"><div role="slider" tabindex="0">Volume, which is drawn as a long word</div>`

/** Parts that are opened and closed, in the page or in a shadow tree, and that call when they are. */
export function LateEvents() {
  const [ready, setReady] = createSignal(false)
  let host!: HTMLDivElement
  const query = () => new URLSearchParams(location.search)
  const fill = () => {
    const mode = query().get('in') as ShadowRootMode | null
    const tree = mode === null ? host : host.attachShadow({ mode })
    tree.innerHTML = PARTS
    const dialog = tree.querySelector('dialog')
    tree.querySelector('[data-open]')?.addEventListener('click', () => dialog?.showModal())
    const [name = '', type = ''] = query().get('on')?.split(' ') ?? []
    const part = tree.querySelector<HTMLElement>(name)
    part?.addEventListener(type, () => void never().catch(() => {}))
    part?.addEventListener('pointerdown', ({ pointerId }) => part.setPointerCapture(pointerId))
    intents.turn = () => (part as HTMLDetailsElement | null)?.toggleAttribute('open')
  }
  const intents = { turn: (): unknown => false }
  intent('idle', { description: 'Does nothing.', run: () => true })
  intent('turn', { description: 'Opens or closes the details.', run: () => intents.turn() })
  onMount(() => {
    if (query().has('newer')) Object.assign(window, { addParts: fill })
    else fill()
    setReady(true)
  })
  return (
    <section aria-label="Late events" data-ready={ready()}>
      <input title="before" />
      <div ref={host} />
    </section>
  )
}
