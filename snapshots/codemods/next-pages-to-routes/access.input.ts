// @file lib/auth.ts
export const withPageAuthRequired = () => async () => ({ redirect: { destination: '/login', permanent: false } })
export const getServerSideProps = withPageAuthRequired()
// @file package.json
{ "name": "payroll", "dependencies": { "next": "15.0.0", "react": "19.0.0" } }
// @file pages/bonuses.tsx
export { getServerSideProps } from '../lib/auth'
export default function Bonuses() {
  return <p>Ann got 10</p>
}
// @file pages/contracts.tsx
import { withPageAuthRequired } from '../lib/auth'

const load = withPageAuthRequired()
export { load as getServerSideProps }
export default function Contracts() {
  return <p>Ann signed</p>
}
// @file pages/counter.tsx
import { useState } from 'react'
import { withPageAuthRequired } from '../lib/auth'

export const getServerSideProps = withPageAuthRequired()
export default function Counter() {
  const [count, setCount] = useState(0)
  return <button onClick={() => setCount(count + 1)}>{count}</button>
}
// @file pages/holidays.tsx
export * from '../lib/auth'
export default function Holidays() {
  return <p>Ann is away</p>
}
// @file pages/legacy.tsx
export default function Legacy() {
  return <p>Ann was here</p>
}
Legacy.getInitialProps = async ({ res }) => {
  res.writeHead(302, { location: '/login' }).end()
  return {}
}
// @file pages/open.tsx
export const config = { amp: false }
export { format } from '../lib/format'
export default function Open() {
  return <p>Opening hours</p>
}
// @file lib/format.ts
export const format = (value: number) => `${value} EUR`
// @file pages/salaries.tsx
import { withPageAuthRequired } from '../lib/auth'

export const getServerSideProps = withPageAuthRequired()
export default function Salaries() {
  return <p>Ann earns 100</p>
}
// @file pages/wages.tsx
import type { GetServerSideProps } from 'next'
import { user } from '../lib/user'

export const getServerSideProps: GetServerSideProps = async ({ params }) => {
  const destination = '/login'
  if (!user(params)) return { redirect: { destination, permanent: false } }
  return { props: {} }
}
export default function Wages() {
  return <p>Ann earns 90</p>
}
// @file pages/notes.tsx
import type { GetStaticProps } from 'next'
import { login, user } from '../lib/user'

export const getStaticProps: GetStaticProps = () => {
  if (!user()) return { redirect: { ...login } }
  return { props: {} }
}
const Notes = () => <p>Ann writes</p>
export default Notes
// @file lib/user.ts
export const user = (_params?: unknown): boolean => false
export const login = { destination: '/login', permanent: false }
