import { intent, obj, str } from '@fw/runtime'
import { createSignal, For, onMount } from 'solid-js'
import { REPORTS } from './reports.ts'
import { order, pay } from './shop.api.ts'

type Job = () => Promise<unknown>

interface Resolvable {
  withResolvers<Value>(): { readonly promise: Promise<Value>; resolve(value: Value): void }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Each runs its jobs one after the other, in the ways that people write that. */
const QUEUES: Readonly<Record<string, () => (job: Job) => void>> = {
  loop() {
    const jobs: Job[] = []
    let isRunning = false
    return async (job) => {
      jobs.push(job)
      if (isRunning) return
      isRunning = true
      while (jobs.length > 0) await jobs.shift()?.()
      isRunning = false
    }
  },
  recursion() {
    const jobs: Job[] = []
    let isRunning = false
    const next = async () => {
      isRunning = jobs.length > 0
      if (!isRunning) return
      await jobs.shift()?.()
      void next()
    }
    return (job) => {
      jobs.push(job)
      if (!isRunning) void next()
    }
  },
  reaction() {
    const jobs: Job[] = []
    let isRunning = false
    function next() {
      isRunning = jobs.length > 0
      jobs
        .shift()?.()
        .finally(() => next())
    }
    return (job) => {
      jobs.push(job)
      if (!isRunning) next()
    }
  },
  tail() {
    let tail: Promise<unknown> = Promise.resolve()
    return (job) => {
      tail = tail.then(job, job)
    }
  },
}

/** An item of a queue of data: what it pays, or what it does before the next item. */
type Item = number | 'wait' | 'order'

const handle = (item: Item) => {
  if (item === 'order') return order({ item: 'tea' })
  return item === 'wait' ? wait(700) : pay({ cents: item }).catch(() => {})
}

class MethodQueue {
  readonly #items: Item[] = []
  #isRunning = false
  add(item: Item): void {
    this.#items.push(item)
    if (!this.#isRunning) void this.next()
  }
  async next(): Promise<void> {
    const item = this.#items.shift()
    this.#isRunning = item !== undefined
    if (item === undefined) return
    await handle(item)
    await this.next()
  }
}

/** Queues of data: what runs is the queue's own code, which continues in the ways that people write that. */
const DATA_QUEUES: Readonly<Record<string, () => (item: Item) => void>> = {
  loop() {
    const items: Item[] = []
    let isRunning = false
    return async (added) => {
      items.push(added)
      if (isRunning) return
      isRunning = true
      for (let item = items.shift(); item !== undefined; item = items.shift()) await handle(item)
      isRunning = false
    }
  },
  method() {
    const queue = new MethodQueue()
    return (item) => queue.add(item)
  },
  'two functions'() {
    const items: Item[] = []
    let isRunning = false
    async function begin(item: Item) {
      isRunning = true
      await handle(item)
      end()
    }
    function end() {
      isRunning = false
      const item = items.shift()
      if (item !== undefined) void begin(item)
    }
    return (item) => (isRunning ? items.push(item) : begin(item))
  },
  'two reactions'() {
    const items: Item[] = []
    let isRunning = false
    const begin = (item: Item) => {
      isRunning = true
      Promise.resolve(handle(item)).finally(() => end())
    }
    const end = () => {
      isRunning = false
      const item = items.shift()
      if (item !== undefined) begin(item)
    }
    return (item) => (isRunning ? items.push(item) : begin(item))
  },
  parameter() {
    const items: Item[] = []
    let isRunning = false
    const work = async (item: Item, then: () => void) => {
      await handle(item)
      then()
    }
    const next = () => {
      const item = items.shift()
      isRunning = item !== undefined
      if (item !== undefined) void work(item, next)
    }
    return (item) => {
      items.push(item)
      if (!isRunning) next()
    }
  },
  'computed member'() {
    const items: Item[] = []
    let state = 'idle'
    const steps: Readonly<Record<string, () => unknown>> = {
      async busy() {
        const item = items.shift()
        if (item !== undefined) await handle(item)
        state = items.length > 0 ? 'busy' : 'idle'
        return steps[state]?.()
      },
    }
    return (item) => {
      items.push(item)
      if (state === 'busy') return
      state = 'busy'
      steps[state]?.()
    }
  },
  listener() {
    const items: Item[] = []
    const done = new EventTarget()
    let isRunning = false
    const begin = async (item: Item) => {
      isRunning = true
      await handle(item)
      done.dispatchEvent(new Event('done'))
    }
    done.addEventListener('done', () => {
      isRunning = false
      const item = items.shift()
      if (item !== undefined) void begin(item)
    })
    return (item) => (isRunning ? items.push(item) : begin(item))
  },
}

/** A queue of calls of an intent, which continues with an event. */
function createIntentQueue(remove: (input: { readonly id: string }) => Promise<unknown>): (id: string) => void {
  const ids: string[] = []
  const done = new EventTarget()
  let isRunning = false
  const begin = async (id: string) => {
    isRunning = true
    await remove({ id }).catch(() => {})
    done.dispatchEvent(new Event('done'))
  }
  done.addEventListener('done', () => {
    isRunning = false
    const id = ids.shift()
    if (id !== undefined) void begin(id)
  })
  return (id) => void (isRunning ? ids.push(id) : begin(id))
}

/** Loops that run since the page loaded, and what wakes them. */
function startLoop(): (job: Job) => void {
  const jobs: Job[] = []
  let wake = () => {}
  const run = async () => {
    for (;;) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
      for (let job = jobs.shift(); job; job = jobs.shift()) await job()
    }
  }
  void run()
  return (job) => {
    jobs.push(job)
    wake()
  }
}

/** The ways in which code asks a question that gets its reply later. */
function createQuestions(
  ask: (answer: (yes: boolean) => void) => void,
): Readonly<Record<string, () => Promise<boolean>>> {
  const direct = () => new Promise<boolean>((resolve) => ask(resolve))
  let enqueue: (yes: boolean) => void = () => {}
  // Made before anyone acts.
  let replyEarly: (yes: boolean) => void = () => {}
  const early = new Promise<boolean>((resolve) => {
    replyEarly = resolve
  })
  const replies = new ReadableStream<boolean>({ start: (controller) => (enqueue = (yes) => controller.enqueue(yes)) })
  const reader = replies.getReader()
  return {
    direct,
    early() {
      ask(replyEarly)
      return Promise.all([early, wait(1_500)]).then(([yes]) => yes)
    },
    async stream() {
      ask(enqueue)
      return (await reader.read()).value === true
    },
    resolvers() {
      const { promise, resolve } = (Promise as unknown as Resolvable).withResolvers<boolean>() // TypeScript's library has none yet
      ask((yes) => resolve(yes))
      return promise
    },
    wrapped: async () => direct(),
    async late() {
      const yes = await direct()
      await wait(60)
      return yes
    },
    all: () => Promise.all([direct(), wait(1_500)]).then(([yes]) => yes),
    chained: () => direct().then((yes) => wait(60).then(() => yes)),
  }
}

/** A queue of calls of an intent with a guard. */
function Removals() {
  const [removed, setRemoved] = createSignal<readonly string[]>([])
  const remove = intent('remove', {
    description: 'Removes an entry.',
    guard: 'confirm',
    input: obj({ id: str() }),
    async run({ input }) {
      await wait(300)
      setRemoved([...removed(), input.id])
    },
  })
  const removeNext = createIntentQueue(remove)
  intent('removeNext', {
    description: 'Removes an entry in the queue.',
    input: obj({ id: str() }),
    run: ({ input }) => removeNext(input.id),
  })
  return (
    <>
      <button type="button" onClick={() => removeNext('mine')}>
        Remove
      </button>
      <output>{removed().join()}</output>
    </>
  )
}

/** Questions that people and agents can reply to. */
function Questions() {
  let answer: (yes: boolean) => void = () => {}
  const questions = createQuestions((next) => {
    answer = next
  })
  let dialog: HTMLDialogElement | undefined
  /** The browser fires `close` in a task of its own. */
  const askInDialog = () =>
    new Promise<boolean>((resolve) => {
      dialog?.addEventListener('close', () => resolve(true), { once: true })
      dialog?.showModal()
    })
  const decide = async (name: string) => {
    if (await (name === 'dialog' ? askInDialog() : questions[name]?.())) await pay({ cents: 6 })
  }
  intent('replyLater', {
    description: 'Replies to the question after some work, and returns at once.',
    run: () => void wait(600).then(() => answer(true)),
  })
  return (
    <>
      <For each={[...Object.keys(questions), 'dialog']}>
        {(name) => <button type="button" onClick={() => decide(name).catch(() => {})}>{`ask by ${name}`}</button>}
      </For>
      <button type="button" onClick={() => answer(true)}>
        Yes
      </button>
      <dialog ref={dialog}>
        <form method="dialog">
          <button type="submit">Sure</button>
        </form>
      </dialog>
    </>
  )
}

/** Queues that people and agents share, and such questions. */
export function Queues() {
  const [ready, setReady] = createSignal(false)
  const queues = {
    ...Object.fromEntries(Object.entries(QUEUES).map(([name, make]) => [name, make()])),
    page: startLoop(),
  }
  const dataQueues = Object.fromEntries(Object.entries(DATA_QUEUES).map(([name, make]) => [name, make()]))
  const save = (name: string, item: Item) => dataQueues[name]?.(item)
  const hold = (name: string) => queues[name as 'page']?.(() => wait(700))
  const payBy = (name: string) => queues[name as 'page']?.(() => pay({ cents: 5 }).catch(() => {}))
  intent('idle', { description: 'Does nothing.', run: () => true })
  intent('hold', {
    description: 'Occupies the queue.',
    input: obj({ by: str() }),
    run: ({ input }) => void hold(input.by),
  })
  intent('pay', {
    description: 'Pays in the queue.',
    input: obj({ by: str() }),
    run: ({ input }) => void payBy(input.by),
  })
  intent('save', {
    description: 'Saves an item.',
    input: obj({ by: str() }),
    run: ({ input }) => void save(input.by, 5),
  })
  intent('saveLater', {
    description: 'Saves an item after some work, and returns at once.',
    input: obj({ by: str() }),
    run: ({ input }) => void wait(300).then(() => save(input.by, 5)),
  })
  intent('saveAfter', {
    description: 'Saves an item once the browser reports something, and returns at once.',
    input: obj({ by: str(), report: str() }),
    run: ({ input }) => void REPORTS[input.report]?.(() => save(input.by, 5)),
  })
  onMount(() => setReady(true))
  return (
    <section aria-label="Queues" data-ready={ready()}>
      <For each={Object.keys(queues)}>
        {(name) => (
          <>
            <button type="button" onClick={() => hold(name)}>{`hold by ${name}`}</button>
            <button type="button" onClick={() => payBy(name)}>{`pay by ${name}`}</button>
          </>
        )}
      </For>
      <For each={Object.keys(dataQueues)}>
        {(name) => (
          <>
            <button type="button" onClick={() => save(name, 'wait')}>{`wait by data in ${name}`}</button>
            <button type="button" onClick={() => save(name, 'order')}>{`order by data in ${name}`}</button>
            <button type="button" onClick={() => save(name, 5)}>{`pay by data in ${name}`}</button>
          </>
        )}
      </For>
      <Removals />
      <Questions />
    </section>
  )
}
