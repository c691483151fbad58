import { int, intent, list, obj, str } from '@fw/runtime'
import { createSignal, For, Index } from 'solid-js'
import { order } from './shop.api.ts'

function Item(props: { name: string; tags: readonly string[]; hint: string; onDone(): void }) {
  const remove = intent('remove', {
    description: 'Removes the item.',
    guard: 'confirm',
    run: async () => {
      await order({ item: `remove ${props.name} ${props.tags.length}` })
      props.onDone()
    },
  })
  return (
    <button type="button" title={props.hint} onClick={() => remove()}>
      Remove {props.name}
    </button>
  )
}

/** Intents whose props are long, or destructured. */
function Letter(props: { text: string }) {
  intent('send', {
    description: 'Sends the letter.',
    guard: 'confirm',
    run: () => order({ item: `send ${props.text.length}` }),
  })
  return <Stamp of={{ letter: { pages: 3 }, copies: [7] }} />
}

function Stamp({
  of: {
    letter: { pages, color = 'blue' },
    copies: [copies],
  },
}: {
  of: { letter: { pages: number; color?: string }; copies: readonly number[] }
}) {
  intent('print', {
    description: 'Prints the letter.',
    guard: 'confirm',
    run: () => order({ item: `print ${pages} ${color} ${copies}` }),
  })
  return null
}

/** Longer than an approval shows. */
const LETTER = `<img src="/effect">${'x'.repeat(120_000)}`

function Letters(props: { sort(): void }) {
  const [letter, setLetter] = createSignal(LETTER)
  intent('rewrite', { description: 'Changes the end of the letter.', run: () => void setLetter(`${LETTER}y`) })
  return (
    <>
      <button type="button" data-sort onClick={() => props.sort()}>
        Sort
      </button>
      <Letter text={letter()} />
    </>
  )
}

/** Intents whose effect depends on the props of their component, and on state that they don't declare. */
export function Targets() {
  const [names, setNames] = createSignal(['one', 'two'])
  const [hint, setHint] = createSignal('Hint')
  const [selected, setSelected] = createSignal('a')
  const [hidden, setHidden] = createSignal('a')
  const count = createSignal(0)
  const cart = createSignal<readonly object[]>([])
  const [time, setTime] = createSignal(0)
  intent('flip', { description: 'Sorts.', run: () => void setNames([...names()].reverse()) })
  intent('hint', { description: 'Changes a title.', run: () => void setHint('Another hint') })
  intent('select', {
    description: 'Selects.',
    input: obj({ name: str() }),
    run: ({ input }) => void setSelected(input.name),
  })
  intent('selectLater', {
    description: 'Selects later.',
    input: obj({ name: str(), ms: int() }),
    run: ({ input }) => void setTimeout(() => setSelected(input.name), input.ms),
  })
  intent('hide', {
    description: 'Selects, invisibly.',
    input: obj({ name: str() }),
    run: ({ input }) => void setHidden(input.name),
  })
  intent('hideLater', {
    description: 'Selects later, invisibly.',
    input: obj({ name: str(), ms: int() }),
    run({ input }) {
      void new Promise((resolve) => setTimeout(resolve, input.ms)).then(() => setHidden(input.name))
    },
  })
  intent('buy', {
    description: 'Buys the selection.',
    guard: 'confirm',
    run: () => order({ item: `buy ${selected()}` }),
  })
  intent('buyHidden', {
    description: 'Buys the selection.',
    guard: 'confirm',
    run: () => order({ item: `buy ${hidden()}` }),
  })
  intent('count', {
    description: 'Counts, whatever is selected.',
    guard: 'confirm',
    state: { count },
    run: (_call, { count: [, set] }) => void set(3),
  })
  intent('add', {
    description: 'Adds the selection, with a random id.',
    guard: 'confirm',
    state: { cart },
    run: (_call, { cart: [items, set] }) => void set([...items(), { id: crypto.randomUUID(), name: hidden() }]),
  })
  intent('rise', { description: 'Adds one.', run: () => void count[1](count[0]() + 1) })
  intent('countDown', {
    description: 'Subtracts each number of a list.',
    guard: 'confirm',
    input: obj({ numbers: list(int()) }),
    state: { count },
    run({ input }, { count: [read, set] }) {
      for (const number of input.numbers.splice(0)) set(read() - number)
    },
  })
  return (
    <section>
      <code>{JSON.stringify(cart[0]())}</code>
      <output>{selected()}</output>
      <b>{count[0]()}</b>
      <input aria-label="Amount" />
      <i data-time>{time()}</i>
      <button type="button" onClick={() => setInterval(() => setTime(time() + 1), 30)}>
        Start the clock
      </button>
      <Letters sort={() => setNames([...names()].reverse())} />
      <Index each={names()}>{(name) => <Item name={name()} tags={['tag']} hint={hint()} onDone={() => {}} />}</Index>
      <For each={['x']}>{(name) => <Item name={name} tags={[]} hint={hint()} onDone={() => {}} />}</For>
    </section>
  )
}
