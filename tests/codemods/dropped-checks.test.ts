/** A check or a limit of the earlier code remains, or gets a comment: pages and handlers of Next, MCP, zod, access. */
import { expect, it } from 'vitest'
import { CODEMODS } from '../../codemods/src/catalogue.ts'
import { runCodemod } from '../../codemods/src/run.ts'
import { type CodemodCase, checkCase } from './codemod-case.ts'
import { appOf, filesOf } from './temporary-app.ts'

type Expected = Omit<CodemodCase, 'id' | 'title' | 'files'>

function next(title: string, files: Readonly<Record<string, string>>, expected: Expected): CodemodCase {
  const manifest = '{ "name": "app", "dependencies": { "next": "15", "react": "19", "react-dom": "19" } }\n'
  return { id: 'next-pages-to-routes', title, files: { 'package.json': manifest, ...files }, ...expected }
}

const HANDLER = `import { sep } from 'node:path'\n\nexport default function handler(req, res) { res.json([sep]) }\n`
const PAGE = `export default function Page() { return <p>Pay</p> }\n`
const CLASS = `export default class Admin extends React.Component {
  static async getInitialProps({ res }) { res.writeHead(302, { location: '/login' }).end(); return {} }
  render() { return <p>Pay</p> }
}
`

const NEXT: readonly CodemodCase[] = [
  next(
    'getInitialProps of a class',
    { 'pages/admin.tsx': `import React from 'react'\n${CLASS}` },
    {
      lines: ['export default class Admin'],
      contains: ['getInitialProps no longer runs'],
    },
  ),
  next(
    'getInitialProps of a class without Component in its name, and of an object',
    {
      'pages/admin.tsx': `import { Base } from '../lib/base'\n${CLASS.replace('React.Component', 'Base')}`,
      'pages/pay.tsx': `${PAGE}Object.assign(Page, { getInitialProps: async () => ({}) })\n`,
      'lib/base.ts': 'export class Base {}\n',
    },
    { lines: ['import { Base }', 'export default class Admin', 'Object.assign(Page'] },
  ),
  next(
    'getInitialProps of a wrapper in another file, and the wrapper',
    {
      'pages/admin.tsx': `import { withAuth } from '../lib/auth'\nfunction Page() { return <p>Pay</p> }\nexport default withAuth(Page)\n`,
      'pages/pay.tsx': `import { useState } from 'react'\nimport { withAuth } from '../lib/auth'\nfunction Pay() { useState(0); return <p>Pay</p> }\nconst Guarded = withAuth(Pay)\nexport default Guarded\n`,
      'lib/auth.tsx': `export const withAuth = (Page) => {
  const Wrapper = (props) => <Page {...props} />
  Wrapper.getInitialProps = async ({ res }) => { res.writeHead(302, { location: '/login' }).end() }
  return Wrapper
}
`,
    },
    {
      lines: ['export default withAuth(Page)', 'export default island(Guarded)', 'Wrapper.getInitialProps ='],
      contains: ['withAuth() may restrict access here'],
    },
  ),
  next(
    'getInitialProps of _document and of an interactive _app',
    {
      'pages/index.tsx': PAGE,
      'pages/_document.tsx': `import Document, { Html, Head, Main, NextScript } from 'next/document'
export default class MyDocument extends Document {
  static async getInitialProps(ctx) { check(ctx); return Document.getInitialProps(ctx) }
  render() { return <Html><Head /><body><Main /><NextScript /></body></Html> }
}
`,
      'pages/_app.tsx': `import { useEffect } from 'react'
export default function App({ Component, pageProps }) { useEffect(() => {}); return <Component {...pageProps} /> }
App.getInitialProps = async (context) => { check(context); return {} }
`,
    },
    {
      lines: ['export default class MyDocument', 'App.getInitialProps ='],
      contains: ['it does not run, nor does a check in it'],
    },
  ),
  next(
    'data functions that are exported in a list',
    {
      'pages/admin.tsx': `async function getServerSideProps({ req }) { return { redirect: { destination: '/login', permanent: false } } }\n${PAGE}export { getServerSideProps }\n`,
      'pages/pay.tsx': `const getServerSideProps = async () => ({ props: {} })\n${PAGE}export { getServerSideProps }\n`,
    },
    {
      lines: ['export { getServerSideProps }'],
      contains: [
        'async function getServerSideProps({ req })',
        'const getServerSideProps = async () => ({ props: {} })',
      ],
    },
  ),
  next(
    'a data function of a page that is not a function',
    {
      'pages/admin.tsx': `export async function getServerSideProps() { return { redirect: { destination: '/login', permanent: false } } }\nexport { Page as default } from '../lib/page'\n`,
      'lib/page.tsx': 'export function Page() { return <p>Pay</p> }\n',
    },
    { lines: ['export async function getServerSideProps'], without: ['function load'] },
  ),
  next(
    'a result that may redirect',
    {
      'pages/admin.tsx': `export async function getServerSideProps() {
  return { ...(await guard()), props: { a: 1 } }
}
${PAGE}`,
      'pages/pay.tsx': `export async function getServerSideProps() {
  const redirect = await guard()
  return { redirect, props: { a: 1 } }
}
${PAGE}`,
    },
    { lines: ['return { ...(await guard())', 'return { redirect, props'] },
  ),
  next(
    'no lost redirect of a function expression',
    {
      'pages/admin.tsx': `export const getServerSideProps = async function ({ params }) {
  if (!params.key) return { redirect: { destination: '/login', permanent: false } }
  return { props: { keys: [1].map(function (one) { return { one } }) } }
}
${PAGE}`,
    },
    {
      lines: [],
      contains: [`return redirect('/login')`, 'return { keys: [1].map(function (one) { return { one } }) }'],
      without: ['fw-codemod'],
    },
  ),
  next(
    'a redirect that the catch clause of its function would receive',
    {
      'pages/admin.tsx': `export async function getServerSideProps() {
  try {
    if (!(await findUser())) return { redirect: { destination: '/login', permanent: false } }
  } catch (error) {
    console.error(error)
  }
  try { if (!process.env.OPEN) return { notFound: true } } catch {}
  return { props: { a: 1 } }
}
${PAGE}`,
      'pages/pay.tsx': `export async function getServerSideProps() {
  try {
    if (!(await findUser())) return { redirect: { destination: process.env.LOGIN, permanent: false } }
    return (await isOpen()) ? { props: {} } : { notFound: true }
  } catch (error) {
    return { props: { a: 1 } }
  }
}
${PAGE}`,
    },
    {
      lines: ['return (await isOpen())'],
      contains: [
        `  } catch (error) {\n    if (error instanceof Error && error.name === 'Redirect') throw error\n    console.error(error)`,
        'return notFound() } catch (error) { if (isFwError(error)) throw error }',
        `    if ((error instanceof Error && error.name === 'Redirect') || (error instanceof TypeError)) throw error\n    return { a: 1 }`,
        `import { isFwError, notFound, redirect } from '@fw/runtime'`,
      ],
    },
  ),
  next(
    'members of a page that _app reads',
    { 'pages/admin.tsx': `${PAGE}Page.auth = { role: 'admin' }\nPage.displayName = 'Pay'\n` },
    { lines: ['Page.auth ='], without: ['Nothing reads displayName'] },
  ),
  next(
    'handlers behind proxy.ts',
    { 'proxy.ts': 'export function proxy() {}\n', 'pages/api/pay.ts': HANDLER, 'pages/index.tsx': PAGE },
    { lines: ['export function proxy', 'export const call'], contains: [`scopes: ['middleware']`] },
  ),
  next(
    'handlers behind a matcher',
    {
      'middleware.ts': `export function middleware() {}\nexport const config = { matcher: ['/pay/:path*', '/api/pay/:path*'] }\n`,
      'pages/api/pay/[id].ts': HANDLER,
    },
    { lines: ['export function middleware', 'export const call'], contains: [`scopes: ['middleware']`] },
  ),
  next(
    'no check before handlers that a matcher excludes',
    {
      'middleware.ts': `export function middleware() {}\nexport const config = { matcher: ['/((?!api|_next/static).*)', '/pay/:path*', '/api/pay'] }\n`,
      'pages/api/open.ts': HANDLER,
    },
    { lines: ['export function middleware'], contains: ['export const call'], without: ['scopes:'] },
  ),
  next(
    'catch-all handlers behind the matcher of some of their paths',
    {
      'middleware.ts': `export function middleware() {}\nexport const config = { matcher: ['/api/staff/users/:path*', '/api/pay/all'] }\n`,
      'pages/api/[...path].ts': HANDLER,
    },
    { lines: ['export function middleware', 'export const call'], contains: [`scopes: ['middleware']`] },
  ),
  next(
    'no check before catch-all handlers of other paths',
    {
      'middleware.ts': `export function middleware() {}\nexport const config = { matcher: ['/api/staff/:path*', '/api'] }\n`,
      'pages/api/pay/[[...path]].ts': HANDLER,
    },
    { lines: ['export function middleware'], contains: ['export const call'], without: ['scopes:'] },
  ),
  next(
    'handlers behind a nested _middleware.ts',
    {
      'pages/api/pay/_middleware.ts': 'export function middleware() {}\n',
      'pages/api/pay/all.ts': HANDLER,
      'pages/index.tsx': PAGE,
    },
    { lines: ['export function middleware', 'export const call'], contains: [`scopes: ['middleware']`] },
  ),
]

it.each(NEXT)('Next: finds $title', checkCase)

it('Next: a route that exists already stays, and nothing is written', async () => {
  const root = appOf({
    'package.json': '{ "name": "app", "dependencies": { "next": "15", "react": "19", "react-dom": "19" } }\n',
    'pages/admin.tsx': `import { useState } from 'react'\nexport default function Page() { useState(0); return <p>Pay</p> }\n`,
    'src/routes/admin.tsx': `export default function Page() { check(); return <p>Pay</p> }\n`,
  })
  const before = filesOf(root)
  const codemod = CODEMODS.find(({ id }) => id === 'next-pages-to-routes')
  if (codemod === undefined) throw new Error('The codemod is missing.')
  await expect(runCodemod(codemod, { root })).rejects.toThrow('src/routes/admin.tsx already exists')
  expect(filesOf(root)).toEqual(before)
})

it('Next: a file that may not reach the browser gets a name that fw protects', async () => {
  const root = appOf({
    'package.json': '{ "name": "app", "dependencies": { "next": "15", "react": "19", "react-dom": "19" } }\n',
    'app/page.tsx': `import { secret } from '../lib/keys'\nexport default function Page() { return <p>{secret.length}</p> }\n`,
    'lib/keys.ts': `import 'server-only'\nexport const secret = 'abc'\n`,
  })
  const codemod = CODEMODS.find(({ id }) => id === 'next-pages-to-routes')
  if (codemod === undefined) throw new Error('The codemod is missing.')
  await runCodemod(codemod, { root })
  const files = filesOf(root)
  expect(files['src/lib/keys.server.ts']).toBe(`export const secret = 'abc'\n`)
  expect(files['src/routes/index.tsx']).toContain(`from '../lib/keys.server'`)
})

const tool = (result: string) => `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
const server = new McpServer({ name: 'a', version: '1' })
server.registerTool('open', { annotations: { readOnlyHint: true } }, async () => ({ content: [{ type: 'text', text: 'Hi.' }] }))
server.registerTool('get-user', { annotations: { readOnlyHint: true } }, async () => {
  const user = await find()
  return ${result}
})
`
const mcp = (title: string, files: Readonly<Record<string, string>>, expected: Expected): CodemodCase => ({
  id: 'mcp-server-tools-to-api',
  title,
  files: { 'package.json': '{ "name": "app", "dependencies": { "@modelcontextprotocol/sdk": "1" } }\n', ...files },
  ...expected,
})

it.each([
  mcp(
    'a list of members',
    { 'src/server.ts': tool(`{ content: [{ type: 'text', text: JSON.stringify(user, ['id', 'name'], 2) }] }`) },
    { lines: [`server.registerTool('get-user'`], without: ['return user'] },
  ),
  mcp(
    'a function that leaves out members',
    { 'src/server.ts': tool(`{ content: [{ type: 'text', text: JSON.stringify(user, hide) }] }`) },
    { lines: [`server.registerTool('get-user'`], without: ['return user'] },
  ),
  mcp(
    'an object that may report an error',
    { 'src/server.ts': tool(`{ ...failed, content: [{ type: 'text', text: 'No.' }] }`) },
    { lines: [`server.registerTool('get-user'`] },
  ),
  mcp(
    'no check in a call that only indents',
    { 'src/server.ts': tool(`{ content: [{ type: 'text', text: JSON.stringify(user, null, 2) }] }`) },
    { lines: [], contains: ['return user'], without: ['scopes:'] },
  ),
  mcp(
    'a variable with the name of its import',
    { 'src/server.ts': `const api = createClient()\n${tool('{ content: [{ type: "text", text: api.text }] }')}` },
    {
      lines: ['export const open'],
      contains: [
        `import { api as defineApi } from '@fw/runtime'`,
        'export const open = defineApi({',
        'return api.text',
      ],
    },
  ),
  mcp(
    'the check of a bearer token',
    {
      'src/server.ts': tool(`{ content: [{ type: 'text', text: 'Ada' }] }`),
      'src/http.ts': `import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js'\nexport const auth = requireBearerAuth({})\n`,
    },
    { lines: ['export const open'], contains: [`scopes: ['requireBearerAuth']`] },
  ),
])('MCP: finds $title', checkCase)

const LIMITS: readonly (readonly [string, string])[] = [
  ['the protocol of a URL', 'z.url({ protocol: /^https$/ })'],
  ['the pattern of an address', 'z.email({ pattern: /@shop\\.example$/ })'],
  ['the version of an id', `z.uuid({ version: 'v4' })`],
  ['the options of a method', 'z.string().url({ protocol: /^https$/ })'],
  ['the keys of a record', `z.record(z.enum(['a', 'b']), z.number())`],
  ['the limit of keys', 'z.record(z.string().min(3), z.number())'],
  ['the rest of a tuple', 'z.tuple([z.string()], z.number())'],
  ['a pattern that ends the comment', 'z.string().regex(/^[*/]+$/)'],
  ['a pattern with a tag', 'z.string().regex(/^a @default/)'],
  ['two patterns', 'z.string().regex(/^a/).regex(/b$/)'],
  ['two limits', 'z.string().min(1).min(5)'],
  ['a description with a tag', `z.string().max(5).describe('@maxLength 50')`],
]

it.each(LIMITS)('zod: %s keeps its schema, with a comment', async (title, schema) => {
  const line = `member: ${schema},`
  await checkCase({
    id: 'zod-input-to-type',
    title,
    files: {
      'src/server/order.api.ts': `import { api } from '@fw/runtime'
import { z } from 'zod'
export const order = api({
  input: z.object({
    ${line}
  }),
  run: async ({ input }) => input.member,
})
`,
    },
    lines: [line],
    contains: ['input: z.object({'],
  })
})

it('zod: messages, plain records and patterns with spaces become types', () =>
  checkCase({
    id: 'zod-input-to-type',
    title: 'plain',
    files: {
      'src/server/order.api.ts': `import { api } from '@fw/runtime'
import { z } from 'zod'
export const order = api({
  input: z.object({
    name: z.string({ error: 'Write a name.' }).min(2, 'Too short.'),
    counts: z.record(z.string(), z.number(), { error: 'No counts.' }),
    pair: z.tuple([z.string(), z.number()]),
    plate: z.string().regex(/^[A-Z] \\d+$/, { message: 'Not a plate.' }),
  }),
  run: async ({ input }) => input.name,
})
`,
    },
    lines: [],
    contains: [
      '/** @minLength 2 */',
      'counts: Record<string, number>',
      'pair: [string, number]',
      '/** @pattern `^[A-Z] \\d+$` */',
    ],
    without: ['zod'],
  }))

it('access: quoted and computed members are read, or get a comment', () =>
  checkCase({
    id: 'decide-access',
    title: 'quoted members',
    files: {
      'fw.config.ts': "export default { title: 'Shop' }\n",
      'src/server/orders.api.ts': `import { api } from '@fw/runtime'
export const list = api({ 'scopes': ['staff'], run: () => 1 })
export const add = api({ "access": 'user', run: () => 1 })
export const ship = api({ [key]: ['staff'], run: () => 1 })
`,
    },
    lines: ['export const ship'],
    contains: [`api({ access: { scopes: ['staff'] }, run`, `api({ "access": 'user', run`],
    without: [`'public'`],
  }))
