import { Copilot, type CopilotConversation, createCopilot } from '@fw/runtime/client'
import { onCleanup } from 'solid-js'
import { showCartCount } from '../cart-count.ts'

/** What people read in place of the names of tools. */
const TOOLS: Readonly<Record<string, string>> = {
  'api.catalogue.search': 'Search the catalogue',
  'api.catalogue.product': 'Look at a product',
  'api.cart.get': 'Look into the cart',
  'api.cart.add': 'Put into the cart',
  'api.cart.change': 'Change a quantity',
  'api.cart.remove': 'Take out of the cart',
  'api.orders.checkout': 'Place the order',
  'api.orders.list': 'List your orders',
  'api.orders.get': 'Show an order',
}

/** The shop's agent in a panel: it finds, fills the cart and asks for orders, which the person approves. */
export function Assistant(props: { setup?: string }) {
  const copilot = createCopilot({ tools: { include: Object.keys(TOOLS) } })
  onCleanup(followCart(copilot))
  onCleanup(() => copilot.close())
  return (
    <Copilot
      copilot={copilot}
      class="assistant"
      greeting="What are you looking for? I can search the shop, fill your cart, and place an order once you have approved it."
      suggestions={['Find a gift for a gardener', 'What is in my cart?', 'A mug for less than $20']}
      strings={{ label: 'Shop assistant', tool: (name) => TOOLS[name] ?? name }}
      {...(props.setup === undefined ? {} : { setup: props.setup })}
    />
  )
}

/** Updates the static header after each call that returns a cart, and after an order, which empties it. */
function followCart(copilot: CopilotConversation): () => void {
  const told = new Set<string>()
  const tell = (id: string, count: number | undefined) => {
    if (count === undefined || told.has(id)) return
    told.add(id)
    showCartCount(count)
  }
  return copilot.subscribe(() => {
    const { calls, decisions } = copilot.state
    for (const { id, name, result } of calls)
      if (name.startsWith('api.cart.')) tell(id, (result as { count?: number } | undefined)?.count) // a cart, once it is there
    for (const { id, result } of decisions) tell(id, result?.ok ? 0 : undefined)
  })
}
