/** What the examples of a page import and do not show: page -> file -> text. Empty texts are files that only have to be there. */
export const BESIDE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'guide/deploy.md': {
    'src/server/notes.api.ts': 'export {}\n',
  },
  'guide/head-and-discovery.md': {
    'src/posts.ts':
      'export declare const POSTS: { slug: string; title: string; summary: string; date: string; text: string }[]\n',
  },
  'guide/copilot.md': {
    'src/server/shop.api.ts': `import { api } from '@fw/runtime'

/** Sums up the orders of the last week. */
export const report = api({ run: () => ({ orders: 7 }) })
`,
  },
  'guide/navigation.md': {
    'src/routes/index.tsx': 'export default function Home() {\n  return <p>Home</p>\n}\n',
    'src/routes/report.tsx': 'export default function Report() {\n  return <p>Report</p>\n}\n',
  },
  'guide/pages.md': {
    'src/orders.ts': `interface Order { title: string; movedTo?: number }
export declare const ORDERS: {
  find(id: string, signal: AbortSignal): Promise<Order | undefined>
  newest(signal: AbortSignal): Promise<Order>
}
`,
  },
  'guide/routing.md': {
    'src/routes/orders/[id=integer].tsx': 'export default function Order() {\n  return <p>Order</p>\n}\n',
    'src/routes/(shop)/cart.tsx': 'export default function Cart() {\n  return <p>Cart</p>\n}\n',
  },
  'guide/schedules.md': {
    'src/server/orders.api.ts': `export declare function expire(input: { before: string }): Promise<void>
export declare function refund(input: { order: string }): Promise<void>
`,
  },
  'guide/static-output.md': {
    'src/server/posts.api.ts': `interface Post { slug: string; title: string; text: string }
export declare function list(): Promise<Post[]>
export declare function read(input: { slug: string }): Promise<Post>
`,
  },
}
