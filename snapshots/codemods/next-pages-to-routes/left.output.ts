// @file package.json
{ "name": "left", "dependencies": { "react": "19.1.0", "react-dom": "19.1.0", "@fw/cli": "0.2.0", "@fw/runtime": "0.2.0", "solid-js": "1.9.19" }, "scripts": { "dev": "fw dev", "build": "fw build", "start": "fw start" }, "type": "module" }
// @file src/components/card.react.tsx
/** @jsxImportSource react */
import { island } from '@fw/runtime/react'
import { useState, type ReactNode } from 'react'

function CardBody({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return <div onClick={() => setOpen(!open)}>{children}</div>
}

export const Card = island(CardBody)
// @file src/pages/_app.tsx
// fw-codemod next-pages-to-routes: Move the browser code into a component. Then this file can be a route. Until then, it does not run, nor does a check in it.
import type { AppProps } from 'next/app'
import { useEffect } from 'react'

export default function App({ Component, pageProps }: AppProps) {
  useEffect(() => console.log('hello'))
  return <Component {...pageProps} />
}
// @file src/pages/_document.tsx
// fw-codemod next-pages-to-routes: Move this to fields of fw.config.ts and to the head of a layout, then delete this file.
import { Html, Head, Main, NextScript } from 'next/document'

export default function Document() {
  return <Html><Head><link rel="stylesheet" href="https://fonts.example/a.css" /></Head><body className="dark"><Main /><NextScript /></body></Html>
}
// @file src/pages/api/items.ts
import type { NextApiRequest, NextApiResponse } from 'next'

// fw-codemod next-pages-to-routes: Throw an FwError with a code of your own here: new FwError('your_code', { status: 405, message: '…' }).
export default function handler(req: NextApiRequest, res: NextApiResponse) {
  switch (req.method) {
    case 'GET':
      return res.json([])
    default:
      return res.status(405).end()
  }
}
// @file src/routes/account.tsx
import type { PageProps } from '@fw/runtime'
import Head from 'next/head'
import Link from 'next/link'
// fw-codemod next-pages-to-routes: Use a normal import. The options of island() control when an island starts.
import dynamic from 'next/dynamic'
import { Card } from '../components/card.react'

const Chart = dynamic(() => import('../components/chart'))

// fw-codemod next-pages-to-routes: A page does not receive req. It receives params, search, ctx and signal; identify the caller in src/ctx.ts.
// fw-codemod next-pages-to-routes: Read the query from search, which is a URLSearchParams, and path parameters from params.
const load = async (context: PageProps<'/account'>) => {
  const user = context.req.cookies.user
  return { user, at: context.query.at }
}

export default async function Account(page: PageProps<'/account'>) {
  const { user, at }: { user: string; at: string } = await load(page)
  const title = user.toUpperCase()
  // fw-codemod next-pages-to-routes: Write this link as an <a> with a URL. See href() of @fw/runtime for URLs with parameters.
  // fw-codemod next-pages-to-routes: Move the children of Card into its file, because React cannot render Solid markup.
  // fw-codemod next-pages-to-routes: Convert this to the export meta of the page: "title" is a variable of the page.
  return (
    <>
      <Head><title>{title}</title></Head>
      <Card><p style={{ 'font-size': '12px' }}>{at}</p></Card>
      <Link href={{ pathname: '/items', query: { at } }}>Items</Link>
      <Chart />
    </>
  )
}
// @file src/routes/docs/[...path].tsx
import type { PageProps } from '@fw/runtime'

// fw-codemod next-pages-to-routes: Return the parameters of each page, such as [{ slug: "first" }], not its path.
// fw-codemod next-pages-to-routes: A rest parameter is one string here: join its segments with "/".
export const staticParams = () => (['/docs/a/b'])

const load = ({ params }: Pick<PageProps<'/docs/[...path]'>, 'params'>) => ({ path: params?.path })

export default async function Docs(page: PageProps<'/docs/[...path]'>) {
  const { path }: { path: string } = await load(page)
  return <p>{path}</p>
}
// @file tsconfig.json
{
  "compilerOptions": {
    "target": "es2023",
    "lib": ["es2023", "dom", "dom.iterable"],
    "module": "esnext",
    "moduleResolution": "bundler",
    "jsx": "preserve",
    "jsxImportSource": "solid-js",
    "strict": true,
    "isolatedModules": true,
    "allowImportingTsExtensions": true,
    "skipLibCheck": true,
    "noEmit": true
  },
  "files": [".fw/types/register.d.ts"],
  "include": ["src", "fw.config.ts", ".fw/types"]
}
// @left src/pages/_app.tsx:2 Move the browser code into a component. Then this file can be a route. Until then, it does not run, nor does a check in it.
// @left src/pages/_document.tsx:2 Move this to fields of fw.config.ts and to the head of a layout, then delete this file.
// @left src/pages/api/items.ts:4 Throw an FwError with a code of your own here: new FwError('your_code', { status: 405, message: '…' }).
// @left src/routes/account.tsx:5 Use a normal import. The options of island() control when an island starts.
// @left src/routes/account.tsx:11 A page does not receive req. It receives params, search, ctx and signal; identify the caller in src/ctx.ts.
// @left src/routes/account.tsx:11 Read the query from search, which is a URLSearchParams, and path parameters from params.
// @left src/routes/account.tsx:22 Write this link as an <a> with a URL. See href() of @fw/runtime for URLs with parameters.
// @left src/routes/account.tsx:22 Move the children of Card into its file, because React cannot render Solid markup.
// @left src/routes/account.tsx:22 Convert this to the export meta of the page: "title" is a variable of the page.
// @left src/routes/docs/[...path].tsx:5 Return the parameters of each page, such as [{ slug: "first" }], not its path.
// @left src/routes/docs/[...path].tsx:5 A rest parameter is one string here: join its segments with "/".
