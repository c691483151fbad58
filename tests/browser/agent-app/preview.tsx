import { intent, obj, str } from '@fw/runtime'
import { createSignal, onMount, startTransition, useTransition } from 'solid-js'
import { LAZY_EFFECTS } from './lazy-effects.ts'
import { order } from './shop.api.ts'

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface WithFetchLater {
  fetchLater(url: string, options: { readonly activateAfter: number }): unknown
}

const fetchEffect = () => fetch('/effect')
const callLater = <Result,>(run: () => Result) => Promise.resolve().then(run)
/** An observer that the page has before any run. */
const observer = globalThis.MutationObserver && new MutationObserver(fetchEffect)

/** Changes an attribute of an element that `observer` observes. */
function change(by: MutationObserver): void {
  const seen = document.createElement('i')
  by.observe(seen, { attributes: true })
  seen.title = 'changed'
}

/** Effects of the browser's own functions. A test reads each of them afterwards. */
const EFFECTS: Readonly<Record<string, () => unknown>> = {
  ...LAZY_EFFECTS,
  fetch: () => fetch('/effect'),
  async 'fetch later'() {
    await wait(1_300)
    await fetch('/effect')
  },
  'fetch by timer': () => setTimeout(() => void fetch('/effect'), 100),
  request() {
    const request = new XMLHttpRequest()
    request.open('POST', '/effect')
    request.send('tea')
  },
  beacon: () => navigator.sendBeacon('/effect', 'tea'),
  'event source': () => new EventSource('/effect'),
  socket: () => new WebSocket(`ws://${location.host}/effect`),
  storage: () => localStorage.setItem('effect', 'tea'),
  'storage by name'() {
    sessionStorage.effect = 'tea'
  },
  cookie() {
    // biome-ignore lint/suspicious/noDocumentCookie: it is one of the effects
    document.cookie = 'effect=tea'
  },
  database: () => indexedDB.open('effect'),
  transition: () => startTransition(fetchEffect),
  'transition of a component': () => useTransition()[1](fetchEffect),
  'callback of another function': () => callLater(fetchEffect),
  mutation: () => change(new MutationObserver(() => void fetch('/effect'))),
  'mutation by a named function': () => change(new MutationObserver(fetchEffect)),
  'mutation of an earlier observer': () => change(observer),
  'way back': () => history.back(),
  'way back by navigation': () => navigation.back().finished,
  'way to an entry': () => navigation.traverseTo(navigation.entries().at(-2)?.key ?? '').committed,
  history: () => history.pushState(null, '', '#effect'),
  fragment: () => location.assign('#effect'),
  location: () => location.assign('/effect'),
  'link of another page': () => document.querySelector('a')?.click(),
  channel: () => new BroadcastChannel('effect').postMessage('effect'),
  message: () => postMessage('effect'),
  dialog: () => alert('effect'),
  'link of a new tab'() {
    const link = document.createElement('a')
    link.href = '/effect'
    link.target = '_blank'
    link.click()
  },
  download() {
    const link = document.createElement('a')
    link.href = 'data:text/plain,effect'
    link.download = 'effect.txt'
    link.dispatchEvent(new MouseEvent('click'))
  },
  'frame by its number': () => window.frames[0]?.fetch('/effect'),
  'frame by its document': () => document.querySelector('iframe')?.contentDocument?.defaultView?.fetch('/effect'),
  'new frame': () => {
    const frame = document.createElement('iframe')
    document.body.append(frame)
    return frame.contentWindow?.fetch('/effect')
  },
  'beacon of a frame': () => document.querySelector('iframe')?.contentWindow?.navigator.sendBeacon('/effect', 'tea'),
  'fetch after the page': () => (window as unknown as WithFetchLater).fetchLater('/effect', { activateAfter: 0 }),
  port: () => {
    const { port1, port2 } = new MessageChannel()
    port2.onmessage = ({ data }) => postMessage(data)
    port1.postMessage('effect')
  },
  lock: () => navigator.locks.request('effect', () => postMessage('effect')),
  permission: () => Notification.requestPermission().then(() => postMessage('effect')),
  stream: () => new WritableStream({ write: (data) => postMessage(data) }).getWriter().write('effect'),
  async file() {
    const folder = await navigator.storage.getDirectory()
    await folder.getFileHandle('effect', { create: true })
    postMessage('effect')
  },
  'message of a frame': () => document.querySelector('iframe')?.contentWindow?.postMessage('effect'),
}

/** Intents that run for a while, with an element that the page observes. */
function Marks() {
  const count = createSignal(0)
  let seen: HTMLElement | undefined
  const late = { guard: 'confirm', state: { count } } as const
  intent('mark', {
    ...late,
    description: 'Changes an element that the page observes.',
    run: async () => {
      await wait(200)
      seen?.setAttribute('title', 'marked')
      await wait(300)
    },
  })
  intent('pause', { ...late, description: 'Waits.', run: () => wait(700) })
  onMount(() => {
    if (seen) new MutationObserver(() => void order({ item: 'marked' })).observe(seen, { attributes: true })
  })
  return <i ref={seen} />
}

/** Intents that go on for longer than their run on copies. */
export function Preview() {
  const count = createSignal(0)
  const [, setCount] = count
  const late = { guard: 'confirm', state: { count } } as const
  intent('slow', {
    ...late,
    description: 'Orders after a while.',
    run: async () => {
      setCount(1)
      await wait(1_300)
      await order({ item: 'slow' })
    },
  })
  intent('timer', {
    ...late,
    description: 'Orders by a timer.',
    run: async () => void setTimeout(() => void order({ item: 'timer' }), 300),
  })
  intent('two', {
    ...late,
    description: 'Orders twice.',
    run: async () => {
      void order({ item: 'one' })
      await wait(100)
      await order({ item: 'two' })
    },
  })
  intent('form', {
    ...late,
    description: 'Sends a form.',
    run: async () => document.querySelector('form')?.requestSubmit(),
  })
  intent('plainForm', {
    ...late,
    description: 'Sends a form without its event.',
    run: async () => document.querySelector('form')?.submit(),
  })
  intent('effect', {
    ...late,
    description: 'Has an effect.',
    input: obj({ by: str() }),
    run: async ({ input }, { count: [, set] }) => {
      set(1)
      await EFFECTS[input.by]?.()
    },
  })
  // Code whose cause is unknown, as a message of a server would run it.
  if (globalThis.document) Object.assign(window, { orderBeside: () => order({ item: 'beside' }) })
  async function orderLater() {
    await wait(300)
    await order({ item: 'person' })
  }
  const [said, setSaid] = createSignal('')
  /** Some timer ends during a run that begins now. */
  function orderByTimers() {
    const report = ({ code }: { code: string }) => setSaid(code)
    for (let ms = 200; ms < 4_000; ms += 200) setTimeout(() => order({ item: 'timed' }).catch(report), ms)
  }
  return (
    <section>
      <b>{count[0]()}</b>
      <Marks />
      <button type="button" onClick={orderLater}>
        Order later
      </button>
      <button type="button" onClick={orderByTimers}>
        Order by timers
      </button>
      <output>{said()}</output>
      <a href="/effect">Elsewhere</a>
      <form action={order}>
        <input type="hidden" name="item" value="form" />
        <button type="submit">Order</button>
      </form>
    </section>
  )
}
