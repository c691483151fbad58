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
  return found.map(({ span, message }) => `${span?.file} > ${/ (?:for|in) (src\/\S+?)[.,] /.exec(message)?.[1]}`)
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
  ['src/routes/admin/_middleware.ts', REFUSES, 'src/middleware.ts'],
  ['src/routes/admin/middleware.ts', REFUSES, 'src/middleware.ts'],
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
  ['helpers', { 'src/server/middleware.ts': REFUSES, 'src/lib/session.ts': SESSION }],
])('%s are fine', async (_, files: Record<string, string>) => {
  expect(await find(files)).toEqual([])
})
