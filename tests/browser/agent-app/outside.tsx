import { createSignal, onCleanup, onMount } from 'solid-js'
import { never, pay } from './shop.api.ts'

const save = () => void never().catch(() => {})
const act = () => void pay({ cents: 1 }).catch(() => {})

/** An element that starts with its first click, and isn't a control. */
export function ColdWords() {
  // biome-ignore lint/a11y: many apps have such elements
  return <div onClick={act}>Cold words</div>
}

/**
 * Editors that call a function forbidden for agents once they are left. The query names the listener of the first: its target, its
 * event, and whether it captures.
 */
export function Outside() {
  const [isReady, setReady] = createSignal(false)
  const [by, setBy] = createSignal('')
  let section!: HTMLElement
  let editor!: HTMLDivElement
  onMount(() => {
    const query = new URLSearchParams(location.search)
    setBy(query.get('by') ?? '')
    const target = { document, window, section }[query.get('at') ?? '']
    const leave = (event: Event) => {
      if (!editor.contains(event.target as Node)) save()
    }
    target?.addEventListener(by(), leave, query.has('captures'))
    onCleanup(() => target?.removeEventListener(by(), leave, query.has('captures')))
    setReady(true)
  })
  return (
    <section ref={section} data-ready={isReady()}>
      <p>Words</p>
      <button type="button" onClick={act}>
        Act
      </button>
      {/* biome-ignore lint/a11y: many apps have such elements */}
      <div onClick={act}>Plain act</div>
      <div ref={editor}>
        {/* biome-ignore lint/a11y: many apps have such elements */}
        <div
          data-overlay
          onClick={({ target, currentTarget }) => by() === 'overlay' && target === currentTarget && save()}
        >
          Beside
          <input aria-label="editor" onKeyDown={({ key }) => key === by() && save()} />
        </div>
      </div>
      <button type="button" popovertarget="pop">
        Pop
      </button>
      <div id="pop" popover onBeforeToggle={({ newState }) => newState === 'closed' && save()}>
        <input aria-label="popped" />
        <label>
          <input type="checkbox" aria-label="popped check" />
          Popped
        </label>
        {['first', 'second'].map((name) => (
          <label>
            <input type="radio" name="popped" aria-label={`popped ${name}`} />
            {name}
          </label>
        ))}
        <button type="button" popovertarget="pop">
          Save
        </button>
      </div>
    </section>
  )
}
