/** Files that the examples of a page import and don't show: page -> file -> content. Empty files only have to exist. */
export const BESIDE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'guide/deploy.md': {
    'src/server/notes.api.ts': 'export {}\n',
    'src/client.ts':
      "import { describe } from './describe-error.ts'\n\naddEventListener('unhandledrejection', ({ reason }) => alert(describe(reason)))\n",
  },
  'guide/testing.md': {
    'src/server/notes.api.ts':
      'export declare function add(note: { text: string }): Promise<{ id: number; text: string }>\n',
  },
  'guide/head-and-discovery.md': {
    'src/posts.ts': `export const POSTS = [
  { slug: 'sencha', title: 'Sencha', summary: 'A green tea.', date: '2026-02-01', text: 'Seventy degrees.' },
]
`,
  },
  'guide/copilot.md': {
    'src/client.ts': "import './assistant.ts'\n",
    'src/server/shop.api.ts': `import { api } from '@fw/runtime'

/** Returns the totals of last week's orders. */
export const report = api({ run: () => ({ orders: 7 }) })
`,
  },
  'guide/intents.md': {
    'src/routes/late.tsx':
      "import { LatePayment } from '../components/late-payment.tsx'\n\nexport default function Late() {\n  return <LatePayment />\n}\n",
  },
  'guide/islands.md': {
    'src/routes/stars.tsx':
      "import { Stars } from '../components/stars.react.tsx'\n\nexport default function Page() {\n  return <Stars of={5} />\n}\n",
  },
  'guide/manifest.md': {
    'src/routes/index.tsx':
      "import { Cart } from '../components/cart.tsx'\n\nexport default function Home() {\n  return <Cart />\n}\n",
  },
  'guide/navigation.md': {
    'src/routes/index.tsx': 'export default function Home() {\n  return <p>Home</p>\n}\n',
    'src/routes/report.tsx': 'export default function Report() {\n  return <p>Report</p>\n}\n',
  },
  'guide/pages.md': {
    'src/orders.ts': `interface Order { title: string; movedTo?: number }
const ALL: Record<string, Order | undefined> = { 7: { title: 'Seven teas' }, 6: { title: 'Six teas', movedTo: 7 } }
export const ORDERS = {
  find: async (id: string, _signal: AbortSignal): Promise<Order | undefined> => ALL[id],
  newest: async (_signal: AbortSignal): Promise<Order> => ({ title: 'Seven teas' }),
}
`,
  },
  'guide/routing.md': {
    'src/routes/orders/[id=integer].tsx': 'export default function Order() {\n  return <p>Order</p>\n}\n',
    'src/routes/(shop)/cart.tsx': 'export default function Cart() {\n  return <p>Cart</p>\n}\n',
  },
  'guide/schedules.md': {
    'src/server/orders.api.ts': `import { api, type Call } from '@fw/runtime'

/** Removes carts that have not changed since a time. */
export const expire = api({ run: async ({ input }: Call<{ before: string }>) => ({ removedBefore: input.before }) })

/** Returns the amount of an order to its customer. Use it after a complaint. */
export const refund = api({ run: async ({ input }: Call<{ order: string }>) => ({ refunded: input.order }) })
`,
  },
  'guide/static-output.md': {
    'src/server/posts.api.ts': `import { api, type Call, notFound } from '@fw/runtime'

interface Post { slug: string; title: string; text: string }
const POSTS: Post[] = [{ slug: 'green', title: 'Green', text: 'Sencha' }]

/** Every post with its text, newest first. */
export const list = api({ run: async (): Promise<Post[]> => POSTS })

/** Returns the post with this slug; 404 if it doesn't exist. */
export const read = api({
  run: async ({ input }: Call<{ slug: string }>): Promise<Post> =>
    POSTS.find(({ slug }) => slug === input.slug) ?? notFound(),
})
`,
  },
  // The links that a package manager makes.
  'guide/workspaces.md': {
    'node_modules/@acme/contracts/index.d.ts': "export * from '../../../packages/contracts/src/order.ts'\n",
    'node_modules/@acme/messages/en.json': '{ "title": "Tea of the week", "pieces": "Pieces" }\n',
    'node_modules/@acme/ui/counter.d.ts': "export * from '../../../packages/ui/src/counter.tsx'\n",
  },
  'guide/websocket.md': {
    'src/server/account.api.ts': `import { api, type Call } from '@fw/runtime'
import { closeSockets } from './open-sockets.ts'

/** Sign the user out. */
export const logout = api({
  run: async ({ input }: Call<{ userId: string }>) => {
    closeSockets(input.userId)
    return { signedOut: true }
  },
})
`,
  },
}
