// @file package.json
{ "name": "payroll", "dependencies": { "react": "19.0.0", "@fw/cli": "0.2.0", "@fw/runtime": "0.2.0", "solid-js": "1.9.19" }, "scripts": { "dev": "fw dev", "build": "fw build", "start": "fw start" }, "type": "module" }
// @file src/components/counter-page.react.tsx
/** @jsxImportSource react */
import { island } from '@fw/runtime/react'
import { useState } from 'react'
import { withPageAuthRequired } from '../lib/auth'

// fw-codemod next-pages-to-routes: getServerSideProps no longer runs, so it neither loads data nor restricts access to this page. Call what it does from the page, and check access there or in src/middleware.ts.
export const getServerSideProps = withPageAuthRequired()
function Counter() {
  const [count, setCount] = useState(0)
  return <button onClick={() => setCount(count + 1)}>{count}</button>
}

export default island(Counter)
// @file src/lib/auth.ts
export const withPageAuthRequired = () => async () => ({ redirect: { destination: '/login', permanent: false } })
export const getServerSideProps = withPageAuthRequired()
// @file src/lib/format.ts
export const format = (value: number) => `${value} EUR`
// @file src/lib/user.ts
export const user = (_params?: unknown): boolean => false
export const login = { destination: '/login', permanent: false }
// @file src/routes/bonuses.tsx
// fw-codemod next-pages-to-routes: getServerSideProps no longer runs, so it neither loads data nor restricts access to this page. Call what it does from the page, and check access there or in src/middleware.ts.
export { getServerSideProps } from '../lib/auth'
export default function Bonuses() {
  return <p>Ann got 10</p>
}
// @file src/routes/contracts.tsx
import { withPageAuthRequired } from '../lib/auth'

const load = withPageAuthRequired()
// fw-codemod next-pages-to-routes: getServerSideProps no longer runs, so it neither loads data nor restricts access to this page. Call what it does from the page, and check access there or in src/middleware.ts.
export { load as getServerSideProps }
export default function Contracts() {
  return <p>Ann signed</p>
}
// @file src/routes/counter.tsx
import View from '../components/counter-page.react'

export default function Page() {
  return <View />
}
// @file src/routes/holidays.tsx
// fw-codemod next-pages-to-routes: Name these exports. A data function among them no longer runs, so it neither loads data nor restricts access to this page. Call what it does from the page, and check access there or in src/middleware.ts.
export * from '../lib/auth'
export default function Holidays() {
  return <p>Ann is away</p>
}
// @file src/routes/legacy.tsx
export default function Legacy() {
  return <p>Ann was here</p>
}
// fw-codemod next-pages-to-routes: getInitialProps no longer runs, so it neither loads data nor restricts access to this page. Call what it does from the page, and check access there or in src/middleware.ts.
Legacy.getInitialProps = async ({ res }) => {
  res.writeHead(302, { location: '/login' }).end()
  return {}
}
// @file src/routes/notes.tsx
import { login, user } from '../lib/user'

const load = () => {
  // fw-codemod next-pages-to-routes: Call redirect(…) of @fw/runtime here: a returned object does not redirect.
  if (!user()) return { redirect: { ...login } }
  return {}
}
const Notes = async () => {
  await load()
  return <p>Ann writes</p>
}
export default Notes
// @file src/routes/open.tsx
export const config = { amp: false }
export { format } from '../lib/format'
export default function Open() {
  return <p>Opening hours</p>
}
// @file src/routes/salaries.tsx
import { withPageAuthRequired } from '../lib/auth'

// fw-codemod next-pages-to-routes: getServerSideProps no longer runs, so it neither loads data nor restricts access to this page. Call what it does from the page, and check access there or in src/middleware.ts.
export const getServerSideProps = withPageAuthRequired()
export default function Salaries() {
  return <p>Ann earns 100</p>
}
// @file src/routes/wages.tsx
import { type PageProps, redirect } from '@fw/runtime'
import { user } from '../lib/user'

const load = async ({ params }: Pick<PageProps<'/wages'>, 'params'>) => {
  const destination = '/login'
  if (!user(params)) return redirect(destination)
  return {}
}
export default async function Wages(page: PageProps<'/wages'>) {
  await load(page)
  return <p>Ann earns 90</p>
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
// @left src/components/counter-page.react.tsx:7 getServerSideProps no longer runs, so it neither loads data nor restricts access to this page. Call what it does from the page, and check access there or in src/middleware.ts.
// @left src/routes/bonuses.tsx:2 getServerSideProps no longer runs, so it neither loads data nor restricts access to this page. Call what it does from the page, and check access there or in src/middleware.ts.
// @left src/routes/contracts.tsx:5 getServerSideProps no longer runs, so it neither loads data nor restricts access to this page. Call what it does from the page, and check access there or in src/middleware.ts.
// @left src/routes/holidays.tsx:2 Name these exports. A data function among them no longer runs, so it neither loads data nor restricts access to this page. Call what it does from the page, and check access there or in src/middleware.ts.
// @left src/routes/legacy.tsx:5 getInitialProps no longer runs, so it neither loads data nor restricts access to this page. Call what it does from the page, and check access there or in src/middleware.ts.
// @left src/routes/notes.tsx:5 Call redirect(…) of @fw/runtime here: a returned object does not redirect.
// @left src/routes/salaries.tsx:4 getServerSideProps no longer runs, so it neither loads data nor restricts access to this page. Call what it does from the page, and check access there or in src/middleware.ts.
