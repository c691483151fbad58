import { intent, obj, str, useStore } from '@fw/runtime'
import { createEffect, createSignal, For, onMount } from 'solid-js'
import { createForm } from './form-library.js'
import { never, pay } from './shop.api.ts'
import { basket } from './stores.ts'

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The ways in which a handler calls an api later. */
const WAYS: Readonly<Record<string, (call: () => unknown) => unknown>> = {
  timer: (call) => setTimeout(call, 40),
  interval(call) {
    const timer = setInterval(() => {
      clearInterval(timer)
      call()
    }, 20)
  },
  frame: (call) => requestAnimationFrame(() => requestAnimationFrame(call)),
  microtask: (call) => queueMicrotask(() => void call()),
  promise: (call) =>
    wait(20)
      .then(() => wait(20))
      .then(call),
  caught: (call) => Promise.reject(new Error('Try again.')).catch(() => wait(20).finally(call)),
  async await(call) {
    await wait(20)
    try {
      await Promise.reject(new Error('Try again.'))
    } catch {
      await wait(10)
      call()
    }
  },
  async finally(call) {
    try {
      await wait(20)
    } finally {
      call()
    }
  },
  async loop(call) {
    for await (const step of steps()) if (step === 2) call()
  },
  async yield(call) {
    for await (const step of tryAgain(call)) if (step === 0) break
  },
  'early next'(call) {
    const steps = waitAndCall(call)
    void steps.next()
    void steps.next()
  },
  field: (call) => new Ways(call).field(),
  async method(call) {
    const caller = {
      async *steps() {
        yield* waitAndCall(call)
      },
    }
    for await (const _ of caller.steps());
  },
  async 'timer after await'(call) {
    await wait(20)
    setTimeout(() => setTimeout(call, 20), 20)
  },
  async import(call) {
    const { callLate } = await import('./late.ts')
    await callLate(call)
  },
  observer(call) {
    const observer = new IntersectionObserver(() => {
      observer.disconnect()
      call()
    })
    observer.observe(document.body)
  },
  lock: (call) => navigator.locks.request('turn', () => void call()),
  task: (call) => (globalThis as unknown as Scheduling).scheduler.postTask(() => call()),
  transition: (call) => document.startViewTransition(() => void call()),
  blob: (call) => document.createElement('canvas').toBlob((blob) => blob && call()),
  file(call) {
    const reader = new FileReader()
    reader.onload = () => void call()
    reader.readAsText(new Blob(['tea']))
  },
  database(call) {
    const opening = indexedDB.open('orders')
    opening.onsuccess = () => {
      opening.result.close()
      call()
    }
  },
  state(call) {
    const request = new XMLHttpRequest()
    request.onreadystatechange = () => {
      if (request.readyState === XMLHttpRequest.DONE) void call()
    }
    request.open('GET', '/favicon.ico')
    request.send()
  },
  request(call) {
    const request = new XMLHttpRequest()
    request.addEventListener('load', () => void call())
    request.open('GET', '/causes')
    request.send()
  },
}

/** TypeScript's library has no types for it yet. */
interface Scheduling {
  readonly scheduler: { postTask(run: () => unknown): Promise<unknown> }
}

/** A class whose field is an asynchronous function. */
class Ways {
  readonly #call: () => unknown
  constructor(call: () => unknown) {
    this.#call = call
  }
  readonly field = async () => {
    await wait(10)
    this.#call()
  }
}

async function* tryAgain(call: () => unknown): AsyncGenerator<number> {
  try {
    yield Promise.reject(new Error('Try again.'))
  } catch {
    call()
  }
}

async function* waitAndCall(call: () => unknown): AsyncGenerator<unknown> {
  yield wait(20)
  call()
}

async function* steps(): AsyncGenerator<number> {
  for (const step of [1, 2]) {
    await wait(10)
    yield step
  }
}

/** Buttons and intents that call a `confirm` and a `forbidden` api in every way. */
export function Causes() {
  const [said, setSaid] = createSignal('')
  const [started, start] = createSignal<string>()
  const [ready, setReady] = createSignal(false)
  const cart = useStore(basket)
  const calls: Readonly<Record<string, () => Promise<unknown>>> = { pay: () => pay({ cents: 5 }), never: () => never() }
  const call = (api: string) => () =>
    calls[api]?.().then(
      (result) => setSaid(JSON.stringify(result)),
      (error: Error) => setSaid(error.message),
    )
  const begin = (way: string, api: string) => WAYS[way]?.(call(api))
  // An effect that handlers start, and an effect of the store.
  createEffect(() => {
    const api = started()
    if (api !== undefined) setTimeout(call(api), 30)
  })
  createEffect(() => {
    const note = cart[0].later
    if (note !== '') setTimeout(call(note), 30)
  })
  // A field with a hand-written debounce: one timer for every writer.
  let timer: ReturnType<typeof setTimeout> | undefined
  const debounce = (ms: number, api: string) => {
    clearTimeout(timer)
    timer = setTimeout(call(api), ms)
  }
  intent('run', {
    description: 'Starts it, and returns at once.',
    input: obj({ way: str(), api: str() }),
    run: ({ input }) => void begin(input.way, input.api),
  })
  intent('effect', {
    description: 'Starts an effect.',
    input: obj({ api: str() }),
    run: ({ input }) => start(input.api),
  })
  const [ticks, setTicks] = createSignal(0)
  const startClock = () => {
    setInterval(() => setTicks(ticks() + 1), 10)
  }
  intent('idle', { description: 'Does nothing.', run: () => true })
  intent('join', { description: 'Joins the timer of the page.', run: () => setSaid('joined') })
  onMount(() => setReady(true))
  return (
    <section aria-label="Causes" data-ready={ready()}>
      <button type="button" onClick={startClock}>
        Start the clock
      </button>
      <time>{ticks()}</time>
      <For each={Object.keys(WAYS)}>
        {(way) => (
          <For each={['pay', 'never']}>
            {(api) => (
              <button type="button" onClick={() => begin(way, api)}>
                {`${api} by ${way}`}
              </button>
            )}
          </For>
        )}
      </For>
      <For each={['pay', 'never']}>
        {(api) => (
          <>
            <button type="button" onClick={() => start(api)}>{`${api} by effect`}</button>
            <button type="button" onClick={() => document.querySelector<HTMLElement>(`#inner-${api}`)?.click()}>
              {`${api} by inner click`}
            </button>
            <button id={`inner-${api}`} type="button" onClick={call(api)}>
              Inner
            </button>
            <input aria-label={`${api} by debounce`} onInput={() => debounce(40, api)} />
          </>
        )}
      </For>
      <Forms call={call} />
      <output>{said()}</output>
    </section>
  )
}

/** Forms that a library, a handler or the browser itself sends. */
function Forms(props: { call(api: string): () => unknown }) {
  const library = (api: string) => createForm({ onSubmit: () => props.call(api)() })
  const forms = { pay: library('pay'), never: library('never') }
  let plain: HTMLFormElement | undefined
  return (
    <>
      <form onSubmit={forms.pay.handleSubmit}>
        <input name="email" value="ada@example.org" aria-label="Email" />
        <button type="submit">pay by library</button>
      </form>
      <form onSubmit={forms.never.handleSubmit}>
        <button type="submit">never by library</button>
      </form>
      <form action={pay} ref={plain} aria-label="Plain">
        <input type="hidden" name="cents" value="7" />
        <button type="button" onClick={() => plain?.submit()}>
          pay by submit()
        </button>
      </form>
      <form action={pay} on:submit={(event: Event) => event.stopPropagation()} aria-label="Stopped">
        <input type="hidden" name="cents" value="8" />
        <button type="submit">pay by stopped form</button>
      </form>
      <form action={never} on:submit={(event: Event) => event.stopPropagation()} aria-label="Never stopped">
        <button type="submit">never by stopped form</button>
      </form>
    </>
  )
}
