import { intent } from '@fw/runtime'
import { createSignal, onMount, Show } from 'solid-js'
import { pay } from './shop.api.ts'

/** A call that needs an approval if an agent makes it. */
const save = (cents: number) => void pay({ cents }).catch(() => {})

/** A web component with a field, a button and another form, in one shadow root. */
function Rooted() {
  let host!: HTMLDivElement
  let root: ShadowRoot | undefined
  onMount(() => {
    root = host.attachShadow({ mode: 'open' })
    root.innerHTML = `<textarea aria-label="in the open root"></textarea><button type="button">Pay in the open root</button><form><input aria-label="sum in the open root"></form>`
    root.querySelector('button')?.addEventListener('click', () => save(70))
    root.querySelector('form')?.addEventListener('submit', (event) => {
      event.preventDefault()
      save(71)
    })
  })
  intent('focusButton', { description: 'Focuses the button.', run: () => root?.querySelector('button')?.focus() })
  intent('focusField', { description: 'Focuses the field.', run: () => root?.querySelector('input')?.focus() })
  intent('focusBoth', {
    description: 'Focuses the field and then the button, as a dialog does.',
    run: () => {
      root?.querySelector('input')?.focus()
      root?.querySelector('button')?.focus()
    },
  })
  return <div ref={host} data-root />
}

/** A dialog that is saved when it is closed, in an open shadow root or in the page. */
function Closing(props: { readonly at: 'root' | 'page'; readonly by: 'cancel' | 'beforetoggle' }) {
  let host!: HTMLDivElement
  let dialog: HTMLDialogElement | null = null
  onMount(() => {
    const place = props.at === 'root' ? host.attachShadow({ mode: 'open' }) : host
    place.innerHTML = '<dialog><p>Plan: large</p><button type="button">Small</button></dialog>'
    dialog = place.querySelector('dialog')
    dialog?.addEventListener(props.by, (event) => {
      if (props.by === 'cancel' || (event as ToggleEvent).newState === 'closed') save(80)
    })
  })
  intent(`show_${props.at}_${props.by}`, { description: 'Opens the dialog.', run: () => dialog?.showModal() })
  return <div ref={host} />
}

/** A text field in a closed shadow root. */
function ClosedField() {
  let host!: HTMLDivElement
  onMount(() => {
    host.attachShadow({ mode: 'closed' }).innerHTML = '<textarea style="width: 300px; height: 40px"></textarea>'
  })
  return <div ref={host} data-closed />
}

/** A popover in an open shadow root that its own button opens, and that is saved when it is closed. */
function OwnPopover() {
  let host!: HTMLDivElement
  onMount(() => {
    const root = host.attachShadow({ mode: 'open' })
    root.innerHTML = '<button popovertarget="own">Show mine</button><div popover id="own">Mine</div>'
    root.querySelector('div')?.addEventListener('beforetoggle', (event) => {
      if ((event as ToggleEvent).newState === 'closed') save(81)
    })
  })
  return <div ref={host} />
}

/** Parts in shadow trees. */
export function Trees() {
  const [isReady, setReady] = createSignal(false)
  intent('idle', { description: 'Does nothing.', run: () => true })
  onMount(() => setReady(true))
  return (
    <section aria-label="Trees" data-ready={isReady()}>
      <p>Words</p>
      <Rooted />
      <Closing at="root" by="cancel" />
      <Closing at="page" by="cancel" />
      <Closing at="root" by="beforetoggle" />
      <Closing at="page" by="beforetoggle" />
      <OwnPopover />
      <ClosedField />
      <EnterAnywhere />
    </section>
  )
}

/** A dialog that Enter anywhere confirms. */
function EnterAnywhere() {
  const [isOpen, setOpen] = createSignal(false)
  intent('ask', {
    description: 'Opens the dialog.',
    run() {
      setOpen(true)
      document.addEventListener('keydown', ({ key }) => key === 'Enter' && save(2))
    },
  })
  return (
    <Show when={isOpen()}>
      <div role="alertdialog">Sure?</div>
    </Show>
  )
}
