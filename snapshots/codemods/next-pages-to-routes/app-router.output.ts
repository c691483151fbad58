// @file app/api/orders/route.ts
// fw-codemod next-pages-to-routes: Convert this to an api in src/server, or to a page that returns a Response.
export async function GET() {
  return Response.json([])
}
// @file fw.config.ts
import { defineConfig } from '@fw/runtime'

export default defineConfig({
  lang: 'de',
  title: 'Bakery',
  description: 'Bread, every day.',
})
// @file next.config.mjs
// fw-codemod next-pages-to-routes: Move redirects and rewrites to fw.config.ts, and headers to src/middleware.ts, then delete this file.
export default { reactStrictMode: true, redirects: async () => [] }
// @file package.json
{ "name": "bakery", "dependencies": { "react": "19.1.0", "react-dom": "19.1.0", "@fw/cli": "0.2.0", "@fw/runtime": "0.2.0", "solid-js": "1.9.19" }, "scripts": { "dev": "fw dev", "build": "fw build", "start": "fw start" }, "type": "module" }
// @file src/components/order-button.react.tsx
/** @jsxImportSource react */
import { island } from '@fw/runtime/react'
import { useState } from 'react'
// fw-codemod next-pages-to-routes: Navigate with a link or location.assign(). params and search are props of the page.
import { useRouter } from 'next/navigation'

function OrderButtonBody({ slug, size }: { slug: string; size: string }) {
  const [busy, setBusy] = useState(false)
  const router = useRouter()
  return <button disabled={busy} onClick={() => { setBusy(true); router.push(`/orders?slug=${slug}&size=${size}`) }}>Order</button>
}

export const LABEL = 'Order'

export const OrderButton = island(OrderButtonBody)
// @file src/lib/breads.ts
export const breads = [{ slug: 'rye', name: 'Rye' }]
// @file src/routes/(shop)/breads/[slug]/index.tsx
import { notFound, type PageMeta, type PageProps } from '@fw/runtime'
import { OrderButton } from '../../../../components/order-button.react'
import { breads } from '../../../../lib/breads'

export const cache = { scope: 'public', maxAge: 0, sharedMaxAge: 3600 } as const

type Props = { params: Promise<{ slug: string }> }

export async function staticParams() {
  return breads.map(({ slug }) => ({ slug }))
}

export async function meta({ params }: Pick<PageProps<'/breads/[slug]'>, 'params'>): Promise<PageMeta> {
  const { slug } = params
  return {
    title: slug,
    og: { type: 'article' },
    canonical: `/breads/${slug}`,
  }
}

export default async function BreadPage({ params, search }: PageProps<'/breads/[slug]'>) {
  const { slug } = params
  const { size } = (Object.fromEntries(search) as Partial<Record<string, string>>)
  const bread = breads.find((one) => one.slug === slug)
  if (!bread) notFound()
  return (
    <main>
      <h1 class="name">{bread.name}</h1>
      <OrderButton slug={slug} size={size ?? 'large'} />
    </main>
  )
}
// @file src/routes/_404.tsx
export default function NotFound() {
  return <p>There is no such bread.</p>
}
// @file src/routes/_layout.tsx
import type { LayoutProps } from '@fw/runtime'
import '../../app/globals.css'

export default function RootLayout({ children }: LayoutProps) {
  return (
    <>
        <nav><a href="/">Bakery</a></nav>
        {children}
      </>
  )
}
// @file src/routes/index.tsx
import { Image, type PageMeta } from '@fw/runtime'
import oven from '../../public/oven.png?image'
import { breads } from '../lib/breads'

export const meta: PageMeta = { title: 'Bakery' }

export default function Home() {
  return (
    <main>
      <Image src={oven} alt="The oven" class="wide" />
      {breads.map(({ slug, name }) => (
        <>
          <a href={`/breads/${slug}`}>{name}</a>
          <svg stroke-width="2" viewBox="0 0 1 1" />
        </>
      ))}
    </main>
  )
}
// @file src/styles.d.ts
declare module '*.module.css' {
  const names: Readonly<Record<string, string>>
  export default names
}
declare module '*.css'
// @file tsconfig.json
{
  "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler", "paths": { "@/*": ["./*"] }, "jsx": "preserve", "jsxImportSource": "solid-js", "allowImportingTsExtensions": true, "skipLibCheck": true, "noEmit": true },
  "include": ["src", "fw.config.ts", ".fw/types"],
  "files": [".fw/types/register.d.ts"]
}
// @left app/api/orders/route.ts:2 Convert this to an api in src/server, or to a page that returns a Response.
// @left next.config.mjs:2 Move redirects and rewrites to fw.config.ts, and headers to src/middleware.ts, then delete this file.
// @left src/components/order-button.react.tsx:5 Navigate with a link or location.assign(). params and search are props of the page.
