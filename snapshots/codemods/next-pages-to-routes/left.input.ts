// @file package.json
{ "name": "left", "dependencies": { "next": "15.5.0", "react": "19.1.0", "react-dom": "19.1.0" } }
// @file src/components/card.tsx
import { useState, type ReactNode } from 'react'

export function Card({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return <div onClick={() => setOpen(!open)}>{children}</div>
}
// @file src/pages/_app.tsx
import type { AppProps } from 'next/app'
import { useEffect } from 'react'

export default function App({ Component, pageProps }: AppProps) {
  useEffect(() => console.log('hello'))
  return <Component {...pageProps} />
}
// @file src/pages/_document.tsx
import { Html, Head, Main, NextScript } from 'next/document'

export default function Document() {
  return <Html><Head><link rel="stylesheet" href="https://fonts.example/a.css" /></Head><body className="dark"><Main /><NextScript /></body></Html>
}
// @file src/pages/api/items.ts
import type { NextApiRequest, NextApiResponse } from 'next'

export default function handler(req: NextApiRequest, res: NextApiResponse) {
  switch (req.method) {
    case 'GET':
      return res.json([])
    default:
      return res.status(405).end()
  }
}
// @file src/pages/account.tsx
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import Link from 'next/link'
import dynamic from 'next/dynamic'
import { Card } from '../components/card'

const Chart = dynamic(() => import('../components/chart'))

export const getServerSideProps: GetServerSideProps = async (context) => {
  const user = context.req.cookies.user
  return { props: { user, at: context.query.at } }
}

export default function Account({ user, at }: { user: string; at: string }) {
  const title = user.toUpperCase()
  return (
    <>
      <Head><title>{title}</title></Head>
      <Card><p style={{ fontSize: 12 }}>{at}</p></Card>
      <Link href={{ pathname: '/items', query: { at } }}>Items</Link>
      <Chart />
    </>
  )
}
// @file src/pages/docs/[...path].tsx
import type { GetStaticPaths, GetStaticProps } from 'next'

export const getStaticPaths: GetStaticPaths = () => ({ paths: ['/docs/a/b'], fallback: false })

export const getStaticProps: GetStaticProps = ({ params }) => ({ props: { path: params?.path } })

export default function Docs({ path }: { path: string }) {
  return <p>{path}</p>
}
