import { int, intent, obj, useStore } from '@fw/runtime'
import { createSignal } from 'solid-js'
import { order, pay } from './shop.api.ts'
import { basket } from './stores.ts'

/** One of everything that an agent can meet in a page. */
export function Desk(props: { start: number }) {
  const [n, setN] = createSignal(props.start)
  const [said, setSaid] = createSignal('')
  const cart = useStore(basket)
  const say = (call: Promise<unknown>) =>
    call.then(
      (result) => setSaid(JSON.stringify(result)),
      (error: Error) => setSaid(error.message),
    )

  const add = intent('add', {
    title: 'Add',
    description: 'Adds to the number.',
    input: obj({ by: int().min(1) }),
    run: ({ input, ctx }) => ({ n: setN(n() + input.by), origin: ctx.origin }),
  })
  const buy = intent('buy', {
    description: 'Orders what is in the basket.',
    guard: 'confirm',
    input: obj({ cents: int() }),
    ready: () => n() > 0,
    state: { count: [n, setN], cart },
    async run({ input }, { count: [read, write], cart: [state, { add: addLine }] }) {
      write(read() + input.cents)
      await addLine({ sku: 'fee', qty: state.lines.length + 1 })
      await order({ item: `for ${input.cents}` })
      write(-1)
      return { bought: input.cents }
    },
  })
  intent('bill', {
    description: 'Adds the amount, and a line for it.',
    guard: 'confirm',
    input: obj({ cents: int() }),
    state: { count: [n, setN], cart },
    async run({ input }, { count: [read, write], cart: [state, { add: addLine }] }) {
      write(read() + input.cents)
      return { lines: await addLine({ sku: 'fee', qty: state.lines.length + 1 }) }
    },
  })
  intent('blind', { description: 'Says nothing of what it changes.', guard: 'confirm', run: () => setN(100) })
  intent('shut', { description: 'Not for agents.', guard: 'forbidden', run: () => setN(-100) })
  intent('order', { description: 'Orders.', run: () => order({ item: 'pen' }) })
  intent('charge', { description: 'Pays by the api.', run: () => pay({ cents: 300 }) })
  intent('twice', {
    description: 'Pays, and then pays again.',
    run: async () => setSaid(JSON.stringify([await pay({ cents: 1 }), await pay({ cents: 2 })])),
  })
  intent('nested', { description: 'Calls another intent.', run: () => buy({ cents: 7 }) })
  intent('never', { description: 'Does not end.', run: () => new Promise(() => {}) })
  intent('slow', {
    description: 'Takes until the page says so.',
    run: () => new Promise((resolve) => addEventListener('test:go', resolve, { once: true })).then(() => setN(50)),
  })

  return (
    <section class="desk" aria-label={`Desk ${props.start}`}>
      <b>{n()}</b> <i>{cart[0].lines.length}</i> <output>{said()}</output>
      <button type="button" class="add" onClick={() => say(add({ by: 1 }))}>
        Add one
      </button>
      <button type="button" class="bad" onClick={() => say(add({ by: 0 }))}>
        Add nothing
      </button>
      <button type="button" class="pay" onClick={() => say(pay({ cents: 100 }))}>
        Pay by api
      </button>
      <button type="button" class="pay-later" onClick={() => setTimeout(() => say(pay({ cents: 200 })), 120)}>
        Pay later
      </button>
      <button type="button" class="buy" onClick={() => say(buy({ cents: 5 }))}>
        Buy
      </button>
      <button type="button" class="clear" onClick={() => say(cart[1].clear({}))}>
        Clear
      </button>
      <em>{String(add.error() ?? 'fine')}</em>
    </section>
  )
}
