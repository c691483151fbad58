import { intent } from '@fw/runtime'
import { createEffect, createSignal, onCleanup, onMount, Show } from 'solid-js'
import { never } from './shop.api.ts'

const save = () => void never().catch(() => {})
/** Events of scripts, such as those of `ui_fill`, are left out. */
const saveTrusted = ({ isTrusted }: Event) => isTrusted && save()

/** Adds the listener to a place around everything while the component exists. Adding it again has no effect. */
function listen(place: EventTarget, type: string, listener: EventListener): void {
  onMount(() => {
    place.addEventListener(type, listener)
    place.addEventListener(type, listener)
  })
  onCleanup(() => place.removeEventListener(type, listener))
}

/** Gestures that confirm, and the place of the listener. */
const CONFIRMING: Readonly<Record<string, () => readonly [place: EventTarget, type: string]>> = {
  keydown: () => [document, 'keydown'],
  pointerdown: () => [document, 'pointerdown'],
  click: () => [document, 'click'],
  paste: () => [document, 'paste'],
  dragstart: () => [document, 'dragstart'],
  drop: () => [document, 'drop'],
  dragend: () => [document, 'dragend'],
  'keydown in the body': () => [document.body, 'keydown'],
  'click in the body': () => [document.body, 'click'],
  'keydown in the root element': () => [document.documentElement, 'keydown'],
}

/** Dialogs of the app's own, which a key or press anywhere in the page confirms. */
function Confirm(props: { close: () => void; by: string }) {
  listen(...(CONFIRMING[props.by]?.() ?? [document, props.by]), (event) => {
    if (event.type === 'keydown' && (event as KeyboardEvent).key !== 'Enter') return
    props.close()
    save()
  })
  return (
    <div role="alertdialog" aria-label="Sure">
      Sure?
    </div>
  )
}

/** Saves a draft after something was dropped or pasted anywhere in the page. */
function Draft() {
  let draft!: HTMLInputElement
  const saveDraft = () => draft.value !== '' && save()
  listen(document, 'drop', saveDraft)
  listen(document, 'dragend', saveDraft)
  return <input aria-label="draft" ref={draft} />
}

/** A dialog whose effect adds its listener again when a word changes that a person writes. */
function ConfirmWord(props: { word: string; how: string; close: () => void }) {
  const stable = ({ key }: KeyboardEvent) => {
    if (key !== 'Enter') return
    props.close()
    save()
  }
  createEffect(() => {
    void props.word
    const listener = (event: KeyboardEvent) => stable(event)
    const controller = new AbortController()
    if (props.how === 'a listener') {
      document.addEventListener('keydown', listener)
      onCleanup(() => document.removeEventListener('keydown', listener))
    } else if (props.how === 'a signal') {
      document.addEventListener('keydown', listener, { signal: controller.signal })
      onCleanup(() => controller.abort())
    } else if (props.how === 'a timer') {
      const timer = setTimeout(() => document.addEventListener('keydown', listener))
      onCleanup(() => {
        clearTimeout(timer)
        document.removeEventListener('keydown', listener)
      })
    } else {
      document.addEventListener('keydown', stable)
    }
  })
  onCleanup(() => document.removeEventListener('keydown', stable))
  return <div role="alertdialog">{props.how}?</div>
}

/** Asks again whenever the word changes. */
function Words() {
  const [word, setWord] = createSignal('')
  const [how, setHow] = createSignal('')
  return (
    <>
      <input aria-label="word" onInput={({ currentTarget }) => setWord(currentTarget.value)} />
      {['a listener', 'a signal', 'a timer', 'the same function'].map((one) => (
        <button type="button" onClick={() => setHow(one)}>
          Ask again by {one}
        </button>
      ))}
      <Show when={how()}>
        <ConfirmWord word={word()} how={how()} close={() => setHow('')} />
      </Show>
    </>
  )
}

/** A popover like those of component libraries, which is saved when it closes. */
function Panel(props: { way: string; close: () => void }) {
  let panel!: HTMLDivElement
  const [isHigh, setHigh] = createSignal(false)
  const closeAndSave = () => {
    props.close()
    save()
  }
  if (props.way === 'a listener') {
    const close = ({ target }: Event) => !panel.contains(target as Node) && closeAndSave()
    onMount(() => document.addEventListener('pointerdown', close))
    onCleanup(() => document.removeEventListener('pointerdown', close))
  }
  const closeByKey = ({ key }: KeyboardEvent) => key === 'Escape' && closeAndSave()
  onMount(() => document.addEventListener('keydown', closeByKey))
  onCleanup(() => document.removeEventListener('keydown', closeByKey))
  return (
    <div on:click={({ target }) => props.way === 'an element around it' && !panel.contains(target) && closeAndSave()}>
      <p>Margin</p>
      <div role="dialog" aria-label="Panel" ref={panel}>
        <button type="button" aria-pressed={isHigh()} onClick={() => setHigh(true)}>
          Wide
        </button>
      </div>
    </div>
  )
}

/** Opens panels. */
function Panels() {
  const [way, setWay] = createSignal('')
  return (
    <>
      {['a listener', 'an element around it'].map((one) => (
        <button type="button" onClick={() => setWay(one)}>
          Panel closed by {one}
        </button>
      ))}
      <Show when={way()}>
        <Panel way={way()} close={() => setWay('')} />
      </Show>
    </>
  )
}

/** Gestures that close the memo and save it, and the place of their listener, which exists as long as the page. */
const LEAVING: readonly (readonly [place: 'document' | 'body' | 'element', type: string])[] = [
  ['document', 'keydown'],
  ['document', 'pointerdown'],
  ['document', 'click'],
  ['body', 'click'],
  ['element', 'click'],
  ['element', 'keydown'],
]

/** An editor without a role, which listeners that the page has added at its start save when it is left. */
function Memo() {
  const [left, setLeft] = createSignal('')
  let around!: HTMLDivElement
  let editor: HTMLDivElement | undefined
  const leave = (event: Event & Partial<KeyboardEvent>) => {
    if (!editor || left() !== `${event.type} at the ${describePlace(event.currentTarget)}`) return
    if (event.key === undefined ? editor.contains(event.target as Node) : !/^(?:Enter|Escape)$/.test(event.key)) return
    setLeft('')
    save()
  }
  intent('open', { description: 'Opens the memo.', run: () => setLeft('click at the document') })
  const describePlace = (target: EventTarget | null) =>
    target === document ? 'document' : target === document.body ? 'body' : 'element'
  onMount(() => {
    const places = { document, body: document.body, element: around }
    for (const [place, type] of LEAVING) places[place].addEventListener(type, leave)
    onCleanup(() => {
      for (const [place, type] of LEAVING) places[place].removeEventListener(type, leave)
    })
  })
  return (
    <div ref={around}>
      <p>Beside</p>
      <textarea aria-label="aside" />
      <button type="button">Nothing</button>
      {LEAVING.map(([place, type]) => (
        <button type="button" onClick={() => setTimeout(() => setLeft(`${type} at the ${place}`))}>
          {`Memo saved by ${type} at the ${place}`}
        </button>
      ))}
      <Show when={left()}>
        <div ref={editor}>
          <input aria-label="memo" />
        </div>
      </Show>
    </div>
  )
}

const FIELDS = { number: '1000', range: '30', date: '2030-01-01' }

/** Fields that a key or the wheel changes. */
function Numbers() {
  let size!: HTMLSelectElement
  return (
    <>
      {Object.keys(FIELDS).map((type) => (
        <input type={type} aria-label={type} onInput={saveTrusted} />
      ))}
      <select aria-label="choice" onChange={saveTrusted}>
        <option>a</option>
        <option>b</option>
        <option>c</option>
      </select>
      <input aria-label="list" onKeyDown={({ key }) => key === 'ArrowDown' && save()} />
      <input aria-label="sent at the end of a key" onKeyUp={({ key }) => key === 'Enter' && save()} />
      <input aria-label="saved at the end of each key" onKeyUp={save} />
      <input aria-label="saved at each key" onKeyDown={save} />
      <input type="range" aria-label="saved at the end of a press" onPointerUp={saveTrusted} />
      <button type="button" onClick={() => size.showPicker()}>
        Choose a size
      </button>
      <select aria-label="size" ref={size} onChange={saveTrusted}>
        <option>small</option>
        <option>large</option>
      </select>
    </>
  )
}

/** Parts of a page that an agent opens or fills, and that call a function forbidden for agents when a person does something else. */
export function Surfaces() {
  const [isReady, setReady] = createSignal(false)
  const [asked, setAsked] = createSignal('')
  const [isHigh, setHigh] = createSignal(false)
  let dialog!: HTMLDialogElement
  let shades!: HTMLDialogElement
  const closed = ({ newState }: ToggleEvent) => newState === 'closed' && save()
  intent('idle', { description: 'Does nothing.', run: () => true })
  onMount(() => {
    shades.setAttribute('closedby', 'any') // the types of JSX lack it
    setReady(true)
  })
  return (
    <section aria-label="Surfaces" data-ready={isReady()}>
      <p>Words</p>
      <textarea aria-label="note" />
      <Draft />
      {Object.keys(CONFIRMING).map((by) => (
        <button type="button" onClick={() => setTimeout(() => setAsked(by))}>
          Ask by {by}
        </button>
      ))}
      <Show when={asked()}>
        <Confirm close={() => setAsked('')} by={asked()} />
      </Show>
      <button type="button" popovertarget="other">
        Other
      </button>
      <div id="other" popover>
        Other
      </div>
      <button type="button" popovertarget="levels">
        Levels
      </button>
      <div id="levels" popover onBeforeToggle={closed}>
        <button type="button" aria-pressed={isHigh()} onClick={() => setHigh(true)}>
          High
        </button>
        <input aria-label="limit" />
      </div>
      <button type="button" popovertarget="sizes">
        Sizes
      </button>
      <div id="sizes" popover onToggle={closed}>
        <button type="button" aria-pressed={isHigh()} onClick={() => setHigh(true)}>
          Large
        </button>
      </div>
      <button type="button" onClick={() => dialog.showModal()}>
        Colours
      </button>
      <dialog ref={dialog} onClose={save} on:click={({ target }) => target === dialog && dialog.close()}>
        <button type="button" aria-pressed={isHigh()} onClick={() => setHigh(true)}>
          Red
        </button>
      </dialog>
      <button type="button" onClick={() => shades.showModal()}>
        Shades
      </button>
      <dialog ref={shades} onClose={save}>
        <button type="button" aria-pressed={isHigh()} onClick={() => setHigh(true)}>
          Dark
        </button>
      </dialog>
      <Words />
      <Panels />
      <Memo />
      <Numbers />
      <div style="height: 3000px" />
    </section>
  )
}
