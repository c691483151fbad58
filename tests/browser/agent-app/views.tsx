import { intent } from '@fw/runtime'
import { createEffect, createSignal, onCleanup, onMount, Show } from 'solid-js'
import { never } from './shop.api.ts'

const save = () => void never().catch(() => {})
/** Events of scripts are left out. */
const saveTrusted = ({ isTrusted }: Event) => isTrusted && save()

/** A view with an editor, which listeners of the document save when it is left. They are added when the view is shown. */
function View() {
  const [isOpen, setOpen] = createSignal(false)
  let editor: HTMLFieldSetElement | undefined
  const leave = (event: Event & Partial<KeyboardEvent>) => {
    if (!editor || (event.key === undefined ? editor.contains(event.target as Node) : event.key !== 'Escape')) return
    setOpen(false)
    save()
  }
  intent('edit', { description: 'Opens the editor.', run: () => setOpen(true) })
  onMount(() => {
    for (const type of ['keydown', 'click']) document.addEventListener(type, leave)
    onCleanup(() => {
      for (const type of ['keydown', 'click']) document.removeEventListener(type, leave)
    })
  })
  return (
    <div>
      <p>A view</p>
      <button type="button" onClick={() => setTimeout(() => setOpen(true))}>
        Edit
      </button>
      <Show when={isOpen()}>
        <fieldset ref={editor} aria-label="Editor">
          Draft
        </fieldset>
      </Show>
    </div>
  )
}

/** An element that saves an editor in it. Its controls are in a shadow root, or have only a role. */
function Panel(props: { readonly kind: 'shadow' | 'role' }) {
  const [isOpen, setOpen] = createSignal(false)
  let editor: HTMLDivElement | undefined
  let host!: HTMLDivElement
  onMount(() => {
    if (props.kind === 'shadow') host.attachShadow({ mode: 'open' }).innerHTML = '<p><button>Choose</button></p>'
    else host.innerHTML = '<span role="checkbox" aria-checked="false" tabindex="-1">Choose</span>'
  })
  const leave = ({ target }: Event) => {
    if (!isOpen() || editor?.contains(target as Node)) return
    setOpen(false)
    save()
  }
  intent(`edit_${props.kind}`, { description: 'Opens the editor.', run: () => setOpen(true) })
  return (
    // biome-ignore lint/a11y: many apps have such elements
    <div onClick={leave}>
      <p>Beside the {props.kind}</p>
      <div ref={host} />
      <Show when={isOpen()}>
        <div ref={editor}>Draft</div>
      </Show>
    </div>
  )
}

/** An editor that a listener of the document saves. An effect adds it again when a person writes, or chooses a row. */
function Draft(props: { readonly how: 'removal' | 'signal' }) {
  const [isOpen, setOpen] = createSignal(false)
  const [used, setUsed] = createSignal('')
  createEffect(() => {
    const last = used()
    const controller = new AbortController()
    const leave = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !isOpen()) return
      setOpen(false)
      setUsed(`left after ${last}`)
      save()
    }
    if (props.how === 'signal') {
      document.addEventListener('keydown', leave, { signal: controller.signal })
      onCleanup(() => controller.abort())
    } else {
      document.addEventListener('keydown', leave)
      onCleanup(() => document.removeEventListener('keydown', leave))
    }
  })
  intent(`edit_${props.how}`, { description: 'Opens the editor.', run: () => setOpen(true) })
  return (
    <>
      <input aria-label={`words by ${props.how}`} onInput={({ currentTarget }) => setUsed(currentTarget.value)} />
      {/* biome-ignore lint/a11y: many apps have such elements */}
      <p onClick={() => setUsed('the row')}>Row by {props.how}</p>
      <button type="button" onClick={() => setTimeout(() => setOpen(true))}>
        Edit by {props.how}
      </button>
    </>
  )
}

/** Runs the handler at each Enter in the page while the component exists. */
function OnEnter(props: { readonly handle: () => void }) {
  const hear = ({ key }: KeyboardEvent) => key === 'Enter' && props.handle()
  onMount(() => {
    document.addEventListener('keydown', hear)
    onCleanup(() => document.removeEventListener('keydown', hear))
  })
  return null
}

/** A dialog of two steps: Enter anywhere opens the second one, and then confirms. */
function Steps() {
  const [step, setStep] = createSignal(0)
  intent('begin', { description: 'Opens the first step.', run: () => setStep(1) })
  return (
    <>
      <p>Step {step()}</p>
      <Show when={step() > 0}>
        <OnEnter handle={() => step() === 1 && setStep(2)} />
      </Show>
      <Show when={step() > 1}>
        <OnEnter handle={save} />
      </Show>
    </>
  )
}

/** A frame of this app, whose button gets the focus when it is shown. */
function Frame() {
  const [isOpen, setOpen] = createSignal(false)
  let frame: HTMLIFrameElement | undefined
  const show = () => {
    const view = frame?.contentDocument
    if (!view) return
    view.body.innerHTML = '<input aria-label="in the frame"><button>Pay in the frame</button>'
    const button = view.querySelector('button')
    button?.addEventListener('click', saveTrusted)
    button?.focus()
  }
  intent('open', { description: 'Opens the frame.', run: () => setOpen(true) })
  intent('ask', {
    description: 'Focuses the button in the frame.',
    run: () => frame?.contentDocument?.querySelector('button')?.focus(),
  })
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open the frame
      </button>
      <Show when={isOpen()}>
        <iframe
          title="Frame"
          ref={(one) => {
            frame = one
            setTimeout(show)
          }}
        />
      </Show>
    </>
  )
}

/** A field for a file, which a button and a label open. */
function Upload() {
  let file!: HTMLInputElement
  return (
    <>
      <button type="button" onClick={() => file.click()}>
        Upload
      </button>
      <label for="file">Choose a file</label>
      <input ref={file} id="file" type="file" hidden onChange={saveTrusted} />
    </>
  )
}

/** Parts of a page that a person uses after an agent's act, and in which the agent acts then. */
export function Views() {
  const [isReady, setReady] = createSignal(false)
  const [isShown, setShown] = createSignal(false)
  intent('idle', { description: 'Does nothing.', run: () => true })
  onMount(() => setReady(true))
  return (
    <section aria-label="Views" data-ready={isReady()}>
      <p>Words</p>
      <textarea aria-label="note" />
      <form onSubmit={(event) => event.preventDefault()}>
        <input aria-label="search" />
        <button type="submit">Search</button>
      </form>
      <button type="button">Nothing</button>
      <button type="button" onClick={() => setShown(true)}>
        Show
      </button>
      <Show when={isShown()}>
        <View />
      </Show>
      {/* biome-ignore lint/a11y: the test presses it */}
      <div role="option" tabIndex={0} aria-selected="false" onClick={save}>
        An option with a button
        <button type="button">Remove</button>
      </div>
      <Panel kind="shadow" />
      <Panel kind="role" />
      <Steps />
      <Draft how="removal" />
      <Draft how="signal" />
      <Frame />
      <Upload />
    </section>
  )
}
