import { intent, obj, str } from '@fw/runtime'
import { createSignal, onMount } from 'solid-js'
import { never, order, pay } from './shop.api.ts'

/** Fields that call a function forbidden for agents once they are left. */
function LeftFields() {
  const call = () => void never().catch(() => {})
  let host!: HTMLDivElement
  onMount(() => {
    const root = host.attachShadow({ mode: 'open' })
    root.innerHTML = '<input aria-label="left in a root">'
    root.firstElementChild?.addEventListener('blur', call)
  })
  return (
    <section aria-label="Left fields">
      <button
        type="button"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => document.getElementById('amount')?.focus()}
      >
        Move
      </button>
      <p>Words</p>
      <input aria-label="left by blur" onBlur={call} />
      <div onFocusOut={call}>
        <input aria-label="left by focusout" />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: an editor of its own, as many apps have */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: `contenteditable` has the focus */}
      <div contenteditable role="textbox" aria-label="left content" onBlur={call} />
      <select aria-label="left choice" onBlur={call}>
        <option>tea</option>
        <option>evil</option>
      </select>
      <input aria-label="left by change" onChange={({ isTrusted }) => isTrusted && call()} />
      <label>
        <input type="checkbox" aria-label="left check" onBlur={call} />
        Check
      </label>
      <div data-root ref={host} />
    </section>
  )
}

/** Ways for code to give the focus to a button, a field or a text. */
export function Focus() {
  const [isReady, setReady] = createSignal(false)
  let section!: HTMLElement
  let dialog!: HTMLDialogElement
  let panel!: HTMLDivElement
  let host!: HTMLDivElement
  let button!: HTMLButtonElement
  let returned!: HTMLButtonElement
  onMount(() => {
    const root = host.attachShadow({ mode: 'closed' })
    button = document.createElement('button')
    button.addEventListener('click', () => void pay({ cents: 4 }))
    root.append(button)
    // Libraries keep the focus inside a dialog like this.
    returned.addEventListener('focusout', () => setTimeout(() => returned.focus()))
    setReady(true)
  })
  const find = (selector: string) => section.querySelector<HTMLElement>(selector)
  const show = (by: string) => {
    if (by === 'dialog') dialog.showModal()
    else if (by === 'role') panel.querySelector('button')?.focus()
    else if (by === 'closed root') button.focus()
    else if (by === 'library') returned.focus()
    else if (by === 'root') section.querySelector('[data-root]')?.shadowRoot?.querySelector('input')?.focus()
    else if (by === 'hash') location.hash = 'pay'
    else find(by)?.focus()
  }
  const input = obj({ by: str() })
  intent('show', { description: 'Moves the focus.', input, run: ({ input }) => show(input.by) })
  intent('later', {
    description: 'Moves the focus later.',
    input,
    run: ({ input }) => void setTimeout(() => show(input.by), 150),
  })
  return (
    <section ref={section} data-ready={isReady()}>
      <textarea id="note" aria-label="note" />
      <button type="button" id="pay" onClick={() => void pay({ cents: 1 })}>
        Pay
      </button>
      <h2 tabindex="-1">Title</h2>
      <a href="/help" id="link">
        Help
      </a>
      <div role="menu" tabindex="-1" onKeyDown={({ key }) => key === 'Enter' && void pay({ cents: 6 })}>
        Menu
      </div>
      <dialog ref={dialog}>
        <button type="button" onClick={() => void pay({ cents: 2 })}>
          Pay in the dialog
        </button>
      </dialog>
      <div role="dialog" aria-label="Panel" ref={panel}>
        <button type="button" onClick={() => void pay({ cents: 3 })}>
          Pay in the panel
        </button>
      </div>
      <div ref={host} />
      <button type="button" ref={returned} onClick={() => void pay({ cents: 5 })}>
        Pay in the library
      </button>
      <button type="button" id="open" onClick={() => setTimeout(() => show('dialog'), 50)}>
        Open
      </button>
      <form
        aria-label="Order"
        onSubmit={(event) => {
          event.preventDefault()
          void order({ item: 'tea' })
        }}
      >
        <input aria-label="amount" id="amount" />
      </form>
      <LeftFields />
      <iframe title="frame" srcdoc="<textarea></textarea>" />
    </section>
  )
}
