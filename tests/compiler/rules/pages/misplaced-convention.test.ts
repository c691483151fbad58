import { symlinkSync } from 'node:fs'
import { expect, it } from 'vitest'
import { check } from '../../../../compiler/src/index.ts'
import { temporaryApp } from '../../temporary-app.ts'

const REFUSES = 'export default () => new Response(null, { status: 403 })\n'
const SESSION =
  "import { createSessionStore } from '@fw/runtime/server'\nexport default createSessionStore({ secret: 'x' })\n"
const HOOKS = 'export const canSettle = () => false\n'

/** Returns the findings of the rule, as `file > path`. */
async function find(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const app = temporaryApp({ 'src/routes/index.tsx': 'export default () => <p>Hello</p>\n', ...files })
  const { diagnostics } = await check(app)
  const found = diagnostics.filter(({ code }) => code === 'misplaced-convention')
  for (const { severity } of found) expect(severity).toBe('error')
  return found.map(
    ({ span, message }) => `${span?.file} > ${/ (?:for|in|reads) (\S+?\.[jt]s)[., ]/.exec(message)?.[1]}`,
  )
}

it.each([
  ['middleware.ts', REFUSES, 'src/middleware.ts'],
  ['middleware.ts', 'export function middleware() {}\n', 'src/middleware.ts'],
  ['src/middleware/index.ts', REFUSES, 'src/middleware.ts'],
  ['src/middleware.js', REFUSES, 'src/middleware.ts'],
  ['src/middleware.mts', REFUSES, 'src/middleware.ts'],
  ['src/middleware.tsx', REFUSES, 'src/middleware.ts'],
  ['src/Middleware.ts', REFUSES, 'src/middleware.ts'],
  ['src/hooks/index.ts', HOOKS, 'src/hooks.ts'],
  ['src/hooks.mjs', 'const verifyBearer = () => null\nexport { verifyBearer }\n', 'src/hooks.ts'],
  ['src/session/index.ts', SESSION, 'src/session.ts'],
  ['session.ts', SESSION, 'src/session.ts'],
  ['src/ctx/index.ts', 'export default () => ({})\n', 'src/ctx.ts'],
  ['src/env.js', 'export {}\n', 'src/env.ts'],
  ['src/ws.js', "export default { path: '/live' }\n", 'src/ws.ts'],
  ['src/agent.mjs', 'export default {}\n', 'src/agent.ts'],
  [
    'src/agent/index.ts',
    "import { defineAgent } from '@fw/runtime/agent'\nexport default defineAgent({})\n",
    'src/agent.ts',
  ],
  ['src/agent/index.js', 'export default {}\n', 'src/agent.ts'],
  ['src/mcp/index.ts', 'export default { resources: [] }\n', 'src/mcp.ts'],
  ['src/feed/index.ts', 'export default () => []\n', 'src/feed.ts'],
  ['src/ws/index.ts', "export default { path: '/live' }\n", 'src/ws.ts'],
  ['src/env/index.ts', 'export interface Env { KEY: string }\n', 'src/env.ts'],
  ['src/matchers/index.ts', 'export const even = (text: string) => Number(text) % 2 === 0\n', 'src/matchers.ts'],
  ['src/schedules/index.ts', "export const nightly = { cron: '0 0 * * *', run() {} }\n", 'src/schedules.ts'],
  ['src/i18n/index.js', "export default { locales: ['en'] }\n", 'src/i18n.ts'],
  [
    'src/stores/index.ts',
    "import { defineStore } from '@fw/runtime'\nexport const a = defineStore({})\n",
    'src/stores.ts',
  ],
  ['src/stores/index.ts', "export * from './cart.ts'\n", 'src/stores.ts'],
  ['src/client/index.ts', 'console.log(1)\n', 'src/client.ts'],
  ['src/sw/index.ts', 'self.skipWaiting()\n', 'src/sw.ts'],
  ['src/routes/admin/_middleware.ts', REFUSES, 'src/middleware.ts'],
  ['src/routes/admin/middleware.ts', REFUSES, 'src/middleware.ts'],
  ['src/Middleware/index.ts', REFUSES, 'src/middleware.ts'],
  ['src/middleware/Index.ts', REFUSES, 'src/middleware.ts'],
  ['src/_middleware.ts', REFUSES, 'src/middleware.ts'],
  ['src/proxy.ts', 'export function proxy() {}\nexport const config = {}\n', 'src/middleware.ts'],
  ['src/server/middleware.ts', REFUSES, 'src/middleware.ts'],
  ['src/hooks.js', 'exports.verifyBearer = () => null\n', 'src/hooks.ts'],
  ['src/hooks.cjs', 'module.exports = { verifyBearer: () => null }\n', 'src/hooks.ts'],
  ['src/hooks.mts', 'export default { verifyBearer: () => null }\n', 'src/hooks.ts'],
  ['src/hooks.mts', 'export const { verifyBearer, redact } = createHooks()\n', 'src/hooks.ts'],
  ['src/hooks.mts', 'export const { check: { verifyBearer } = {}, b } = createHooks()\n', 'src/hooks.ts'],
  ['src/hooks.mts', 'export const max = 4,\n  verifyBearer = () => null\n', 'src/hooks.ts'],
  ['src/hooks.mts', "export { check as verifyBearer } from './check.ts'\n", 'src/hooks.ts'],
  ['src/hooks/index.ts', 'export {\n  useCart, // of pages\n  verifyBearer // of calls\n}\n', 'src/hooks.ts'],
  ['src/hooks.mts', 'export const verifyToken = () => null\n', 'src/hooks.ts'],
  ['src/hooks/index.ts', "export * from '@example/bearer'\n", 'src/hooks.ts'],
  ['src/ctx/index.ts', "export { createContext as default } from './create.ts'\n", 'src/ctx.ts'],
  ['src/ctx.cts', 'module.exports = () => ({})\n', 'src/ctx.ts'],
  ['src/session/index.ts', "export { store as default } from './store.ts'\n", 'src/session.ts'],
  ['fw.config.mts', 'export default { csp: true }\n', 'fw.config.ts'],
  ['fw.config.json', '{ "csp": true }\n', 'fw.config.ts'],
  ['FW.config.ts', 'export default { csp: true }\n', 'fw.config.ts'],
  ['src/fw.config.ts', 'export default { csp: true }\n', 'fw.config.ts'],
])('%s with %j is an error', async (file, code, path) => {
  expect(await find({ [file]: code })).toEqual([`${file} > ${path}`])
})

it('a middleware of a folder is an error beside src/middleware.ts, unless that imports it', async () => {
  const folder = { 'src/routes/admin/_middleware.ts': REFUSES }
  expect(await find({ ...folder, 'src/middleware.ts': REFUSES })).toHaveLength(1)
  const imports = "import admin from './routes/admin/_middleware.ts'\nexport default admin\n"
  expect(await find({ ...folder, 'src/middleware.ts': imports })).toEqual([])
})

it.each([
  ["export * from './bearer.ts'\n", 'bearer.ts'],
  ["export * from './bearer'\nexport { useCart } from './cart'\n", 'bearer.ts'],
  ["export * from './bearer.js'\n", 'bearer.ts'],
  ["export * from '@/hooks/bearer'\n", 'bearer.ts'],
  ["module.exports = require('./bearer')\n", 'bearer.ts'],
  ["export * from './bearer'\n", 'bearer/index.ts'],
  ["export * from './missing'\n", 'bearer.ts'],
])('hooks that another module defines are an error: %j of %s', async (index, file) => {
  expect(await find({ 'src/hooks/index.ts': index, [`src/hooks/${file}`]: HOOKS })).toEqual([
    'src/hooks/index.ts > src/hooks.ts',
  ])
})

it('a second configuration is an error that names the one that is read', async () => {
  const config = 'export default {}\n'
  const files = { 'fw.config.mjs': config, 'fw.config.js': config, 'src/fw.config.ts': config }
  expect(await find(files)).toEqual(['fw.config.mjs > fw.config.js', 'src/fw.config.ts > fw.config.js'])
})

it.each([
  ['src/middleware.ts'],
  ['src/ctx.ts'],
  ['src/session.ts'],
  ['src/hooks.ts'],
  ['src/mcp.ts'],
  ['fw.config.ts'],
  ['fw.config.js'],
])('%s as a link to a missing file is an error', async (file) => {
  const app = temporaryApp({ 'src/routes/index.tsx': 'export default () => <p>Hello</p>\n' })
  symlinkSync('missing/file.ts', `${app.root}/${file}`)
  const found = (await check(app)).diagnostics.filter(({ severity }) => severity === 'error')
  expect(found.map(({ code, span, message }) => `${code} ${span?.file} ${message}`)).toEqual([
    `misplaced-convention ${file} ${file} can't be read, because it is a link to a file that doesn't exist. Correct the link, or delete it.`,
  ])
})

it.each([
  [
    'all hooks of components',
    {
      'src/hooks/index.ts':
        "export * from './cart'\nexport * from './types.ts'\nexport * from '@/hooks/list'\nexport * from 'usehooks-ts'\nexport { useSize } from './size'\n",
      'src/hooks/cart.ts':
        'export function useCart({ onProposal, log = console.log }: Props) { return log(onProposal) }\n',
      'src/hooks/types.ts': 'export interface Props { onProposal: unknown, log?: typeof console.log }\n',
      'src/hooks/list.tsx': 'export const useList = <A, B>(a: A, b: B) => [a, b]\n',
      'src/hooks/size.ts': 'export const useSize = () => 1\n',
    },
  ],
  ['hooks of a client', { 'src/hooks.tsx': 'export const { useTeas, useCarts } = createClient({ log: true })\n' }],
  ['a hook of components', { 'src/hooks/index.ts': 'export default function useCart() {\n  log({ redact })\n}\n' }],
  ['helpers of components', { 'src/hooks/index.ts': "import { memo } from 'react'\nexport const keep = memo\n" }],
  ['types', { 'src/hooks/index.ts': 'export type { verifyBearer } from "./types.ts"\nexport interface A {}\n' }],
  ['a page of a session', { 'src/Session.tsx': 'export default function Session() {\n  return <p />\n}\n' }],
  [
    'a default context of React',
    { 'src/ctx/index.ts': "import { createContext } from 'react'\nexport default createContext(1)\n" },
  ],
  [
    'a proxy that another file imports',
    {
      'src/proxy.ts': 'export default (path: string) => fetch(path)\n',
      'src/server/a.ts': "import proxy from '../proxy.ts'\nexport const a = proxy\n",
    },
  ],
  ['a proxy with another export', { 'src/proxy.ts': 'export const createProxy = () => 1\n' }],
  ['hooks of components', { 'src/hooks/index.ts': 'export const useCart = () => 1\n' }],
  ['another session', { 'src/session/index.ts': 'export const read = () => 1\n' }],
  ['a context of React', { 'src/ctx.tsx': 'export const Ctx = {}\n' }],
  [
    'a component',
    { 'src/client.tsx': 'export const Client = () => <p />\n', 'src/Agent.ts': 'export class Agent {}\n' },
  ],
  ['files beside the convention', { 'src/middleware.ts': REFUSES, 'src/middleware.js': REFUSES }],
  ['languages in a folder', { 'src/i18n/index.ts': 'export {}\n', 'src/i18n.js': 'export {}\n' }],
  ['a page', { 'src/routes/middleware.tsx': 'export default () => <p>About it</p>\n' }],
  [
    'helpers',
    {
      'src/server/middleware.ts': REFUSES,
      'src/server/a.ts': "import refuse from './middleware.ts'\nexport const a = refuse\n",
      'src/lib/session.ts': SESSION,
    },
  ],
])('%s are fine', async (_, files: Record<string, string>) => {
  expect(await find(files)).toEqual([])
})

it.each([
  ['src/agent/index.ts', "export const askAgent = () => 'yes'\n"],
  ['src/mcp/index.ts', 'export const connect = () => undefined\n'],
  ['src/matchers/index.ts', 'interface A {}\nexport type { A }\n'],
  ['src/client/index.ts', 'export const get = () => 1\n'],
])('%s with another purpose is not reported', async (file, text) => {
  expect(await find({ [file]: text })).toEqual([])
})

it('an index that another file imports is a helper, unless it has the code of the convention', async () => {
  const files = {
    'src/feed/index.ts': 'export default () => []\n',
    'src/stores/index.ts': "import { defineStore } from '@fw/runtime'\nexport const a = defineStore({})\n",
    'src/server/shop.ts':
      "import list from '../feed'\nimport { a } from '../stores/index.ts'\nexport const all = [list, a]\n",
  }
  expect(await find(files)).toEqual(['src/stores/index.ts > src/stores.ts'])
})
