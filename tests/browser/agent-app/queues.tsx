import { intent, obj, str } from '@fw/runtime'
import { createSignal, For, onMount } from 'solid-js'
import { pay } from './shop.api.ts'

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
  return {
    direct,
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

/** Queues that people and agents share, and questions that people and agents can reply to. */
export function Queues() {
  const [ready, setReady] = createSignal(false)
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
  const queues = {
    ...Object.fromEntries(Object.entries(QUEUES).map(([name, make]) => [name, make()])),
    page: startLoop(),
  }
  const items: number[] = []
  let isSaving = false
  // A queue of data: what runs is the loop's own code.
  const save = async (cents: number) => {
    items.push(cents)
    if (isSaving) return
    isSaving = true
    for (let item = items.shift(); item !== undefined; item = items.shift())
      await (item === 0 ? wait(700) : pay({ cents: item }).catch(() => {}))
    isSaving = false
  }
  const hold = (name: string) => queues[name as 'page']?.(() => wait(700))
  const payBy = (name: string) => queues[name as 'page']?.(() => pay({ cents: 5 }).catch(() => {}))
  const decide = async (name: string) => {
    if (await (name === 'dialog' ? askInDialog() : questions[name]?.())) await pay({ cents: 6 })
  }
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
  intent('save', { description: 'Saves an item.', run: () => void save(5) })
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
      <button type="button" onClick={() => void save(0)}>
        hold by data
      </button>
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
    </section>
  )
}
