import { intent, obj, str, useStore } from '@fw/runtime'
import { createEffect, createSignal } from 'solid-js'
import { basket } from './stores.ts'

const send = globalThis.fetch
const LIMIT = 3

interface Line {
  readonly name: string
  readonly qty: number
}

function raise(line: Line): Line {
  return { ...line, qty: Math.min(line.qty + 1, LIMIT) }
}

/** Intents with other effects than changes of their state. */
function Effects() {
  const count = createSignal(0)
  intent('request', {
    description: 'Sends.',
    guard: 'confirm',
    state: { count },
    async run(_call, { count: [, write] }) {
      write(1)
      await fetch('/effect')
    },
  })
  intent('alias', {
    description: 'Sends by another name.',
    guard: 'confirm',
    state: { count },
    run(_call, { count: [, write] }) {
      write(1)
      void send('/effect')
    },
  })
  intent('lazy', {
    description: 'Sends by a module that it imports.',
    guard: 'confirm',
    state: { count },
    async run(_call, { count: [, write] }) {
      write(1)
      const { callLate } = await import('./late.ts')
      await callLate(() => fetch('/effect'))
    },
  })
  intent('timer', {
    description: 'Sends by a timer.',
    guard: 'confirm',
    state: { count },
    run(_call, { count: [, write] }) {
      write(1)
      setTimeout(() => void fetch('/effect'))
    },
  })
  intent('stream', {
    description: 'Sends by a stream.',
    guard: 'confirm',
    state: { count },
    run(_call, { count: [, write] }) {
      write(1)
      new ReadableStream({ pull: () => void fetch('/effect') })
    },
  })
  intent('listener', {
    description: 'Sends by a listener.',
    guard: 'confirm',
    state: { count },
    run(_call, { count: [, write] }) {
      write(1)
      AbortSignal.timeout(1).addEventListener('abort', () => void fetch('/effect'))
    },
  })
  intent('file', {
    description: 'Removes a file.',
    guard: 'confirm',
    state: { count },
    async run(_call, { count: [, write] }) {
      write(1)
      const folder = await navigator.storage.getDirectory()
      const file = await folder.getFileHandle('effect')
      await (file as FileSystemFileHandle & { remove(): Promise<void> }).remove()
    },
  })
  return null
}

/** Intents that change only state. */
export function Previews() {
  const count = createSignal(0)
  const [lines, setLines] = createSignal<readonly Line[]>([{ name: 'tea', qty: 1 }])
  const [selected, setSelected] = createSignal(lines()[0])
  const view = createSignal<unknown>(globalThis.document?.body)
  const cart = useStore(basket)
  const [to, setTo] = createSignal('ann')
  const [saved, setSaved] = createSignal('')
  createEffect(() => {
    if (saved() !== '') void fetch(`/effect-${to()}`)
  })
  intent('raise', {
    description: 'Adds one to a line.',
    guard: 'confirm',
    input: obj({ name: str() }),
    state: { lines: [lines, setLines] },
    run({ input }, { lines: [read, write] }) {
      if (!read().some(({ name }) => name === input.name)) throw new Error(`There is no ${input.name}.`)
      write(read().map((line) => (line.name === input.name ? raise(line) : line)))
    },
  })
  intent('removeSelected', {
    description: 'Removes the selected line.',
    guard: 'confirm',
    state: { lines: [lines, setLines], selected: [selected, setSelected] },
    run: (_call, { lines: [read, write], selected: [chosen] }) =>
      void write(read().filter((line) => line !== chosen())),
  })
  intent('ask', {
    description: 'Depends on the caller.',
    guard: 'confirm',
    state: { count },
    run: ({ ctx }, { count: [, write] }) => void write(ctx.origin === 'human' ? 1 : 2),
  })
  intent('fillCart', {
    description: 'Fills the basket.',
    guard: 'confirm',
    state: { cart },
    async run(_call, { cart: [state, { add }] }) {
      await add({ sku: 'tea', qty: 7 })
      return add({ sku: 'milk', qty: state.lines.length })
    },
  })
  intent('reportCart', {
    description: 'Calls an action that has an effect.',
    guard: 'confirm',
    state: { cart },
    run: (_call, { cart: [, { report }] }) => report(),
  })
  intent('save', {
    description: 'Changes state to which an effect reacts.',
    guard: 'confirm',
    state: { saved: [saved, setSaved] },
    run: (_call, { saved: [, write] }) => void write('yes'),
  })
  intent('address', {
    description: 'Changes state that an effect reads.',
    input: obj({ to: str() }),
    run: ({ input }) => void setTo(input.to),
  })
  intent('show', {
    description: 'Has state that is an element.',
    guard: 'confirm',
    state: { view },
    run: (_call, { view: [, write] }) => void write('nothing'),
  })
  return (
    <section>
      <Effects />
      <b>{count[0]()}</b>
      <code>{JSON.stringify(lines())}</code>
      <i>{cart[0].lines.length}</i>
    </section>
  )
}
