// @file app/layout.tsx
import './globals.css'
import type { Metadata } from 'next'
import Link from 'next/link'

export const metadata: Metadata = {
  title: { default: 'Bakery', template: '%s | Bakery' },
  description: 'Bread, every day.',
}

export default function RootLayout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="de">
      <body>
        <nav><Link href="/">Bakery</Link></nav>
        {children}
      </body>
    </html>
  )
}
// @file app/(shop)/breads/[slug]/page.tsx
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { OrderButton } from '@/components/order-button'
import { breads } from '@/lib/breads'

export const dynamic = 'force-static'
export const revalidate = 3600

type Props = { params: Promise<{ slug: string }> }

export async function generateStaticParams() {
  return breads.map(({ slug }) => ({ slug }))
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug } = await params
  return {
    title: slug,
    openGraph: { type: 'article' },
    alternates: { canonical: `/breads/${slug}` },
  }
}

export default async function BreadPage({ params, searchParams }: Props & { searchParams: Promise<{ size?: string }> }) {
  const { slug } = await params
  const { size } = await searchParams
  const bread = breads.find((one) => one.slug === slug)
  if (!bread) notFound()
  return (
    <main>
      <h1 className="name">{bread.name}</h1>
      <OrderButton slug={slug} size={size ?? 'large'} />
    </main>
  )
}
// @file app/page.tsx
import Image from 'next/image'
import Link from 'next/link'
import { Fragment } from 'react'
import oven from '@/public/oven.png'
import { breads } from '@/lib/breads'

export const metadata = { title: 'Bakery' }

export default function Home() {
  return (
    <main>
      <Image src={oven} alt="The oven" placeholder="blur" className="wide" />
      {breads.map(({ slug, name }) => (
        <Fragment key={slug}>
          <Link href={`/breads/${slug}`}>{name}</Link>
          <svg strokeWidth="2" viewBox="0 0 1 1" />
        </Fragment>
      ))}
    </main>
  )
}
// @file app/not-found.tsx
export default function NotFound() {
  return <p>There is no such bread.</p>
}
// @file app/api/orders/route.ts
export async function GET() {
  return Response.json([])
}
// @file components/order-button.tsx
'use client'

import { useState } from 'react'
import { useRouter } from 'next/navigation'

export function OrderButton({ slug, size }: { slug: string; size: string }) {
  const [busy, setBusy] = useState(false)
  const router = useRouter()
  return <button disabled={busy} onClick={() => { setBusy(true); router.push(`/orders?slug=${slug}&size=${size}`) }}>Order</button>
}

export const LABEL = 'Order'
// @file lib/breads.ts
export const breads = [{ slug: 'rye', name: 'Rye' }]
// @file next.config.mjs
export default { reactStrictMode: true, redirects: async () => [] }
// @file package.json
{ "name": "bakery", "dependencies": { "next": "15.5.0", "react": "19.1.0", "react-dom": "19.1.0" } }
// @file tsconfig.json
{
  "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "node", "paths": { "@/*": ["./*"] }, "plugins": [{ "name": "next" }] },
  "include": ["next-env.d.ts", "**/*.ts", ".next/types/**/*.ts"]
}
