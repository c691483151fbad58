import { intent } from '@fw/runtime'
import { createSignal, onMount } from 'solid-js'
import { never, order, pay } from './shop.api.ts'

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const WAYS: Readonly<Record<string, () => unknown>> = {
  reload: () => location.reload(),
  'reload later': async () => {
    await wait(20)
    location.reload()
  },
  'reload by timer': () => setTimeout(() => location.reload(), 20),
  go: () => history.go(0),
  back: () => history.back(),
  'navigation api': () => navigation.reload(),
  href: () => {
    location.href = '/loads?href'
  },
  replace: () => location.replace('/loads?replace'),
  refresh: () => {
    const meta = document.createElement('meta')
    meta.httpEquiv = 'refresh'
    meta.content = '0; url=/loads?refresh'
    document.head.append(meta)
  },
}

// The browser fires a trusted event that isn't a gesture.
if ('document' in globalThis) matchMedia('print').addEventListener('change', () => void never().catch(() => {}))

/** Code that sends a form and presses a label when its module starts, perhaps before the tools of an agent are loaded. */
function actAtStart(): void {
  const form = document.createElement('form')
  form.innerHTML = '<label>Agree <input type="checkbox"></label>'
  const save = (event: Event) => {
    event.preventDefault()
    void never().catch(() => {})
  }
  form.addEventListener('submit', save)
  form.querySelector('input')?.addEventListener('click', save)
  document.body.append(form)
  form.requestSubmit()
  form.querySelector('label')?.click()
  form.remove()
}

if ('document' in globalThis && location.search === '?acts') actAtStart()

/** Calls an api when it starts, and loads a document in the ways that code does. */
export function Loads() {
  const [said, setSaid] = createSignal('')
  const say = (call: Promise<unknown>) =>
    call.then(
      () => setSaid('done'),
      (error: Error) => setSaid(error.message),
    )
  intent('idle', { description: 'Does nothing.', run: () => true })
  const guarded = intent('guarded', {
    description: 'Orders.',
    guard: 'confirm',
    run: () => order({ item: 'at start' }),
  })
  onMount(() => {
    void say(never())
    if (location.search.includes('intent')) void guarded().catch(() => {})
  })
  return (
    <section aria-label="Loads">
      {Object.entries(WAYS).map(([name, load]) => (
        <button type="button" onClick={load}>
          {name}
        </button>
      ))}
      <a href="/loads?link">next page</a>
      <form action={order}>
        <input type="hidden" name="item" value="form" />
        <button type="submit">form</button>
      </form>
      <button type="button" onClick={() => void say(pay({ cents: 3 }))}>
        pay
      </button>
      <output>{said()}</output>
    </section>
  )
}
