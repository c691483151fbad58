/** Code that a codemod can't convert gets a comment at its location. */
import { expect, it } from 'vitest'
import { CODEMODS } from '../../codemods/src/catalogue.ts'
import { type CodemodCase, checkCase } from './codemod-case.ts'

const PACKAGE = { 'package.json': '{ "name": "app", "type": "module", "dependencies": { "express": "5" } }\n' }

const CASES: readonly CodemodCase[] = [
  {
    id: 'zod-input-to-type',
    title: 'each member of a schema that no type can express',
    files: {
      'src/server/order.api.ts': `import { api } from '@fw/runtime'
import { z } from 'zod'
const shared = z.object({ a: z.string() })
export const order = api({
  input: z.object({
    name: z.string().trim(),
    pots: z.number().default(1),
    fine: z.boolean(),
    address: z.object({
      street: z.string(),
      zip: z.coerce.number(),
    }),
    note: z.string().refine((text) => text !== ''),
    ...shared.shape,
  }),
  run: async ({ input }) => input.name,
})
export const other = api({
  input: shared,
  run: async ({ input }) => input.a,
})
`,
    },
    lines: ['name: z', 'pots: z', 'zip: z', 'note: z', '...shared', 'input: shared'],
  },
  {
    id: 'decide-access',
    title: 'definitions that it cannot read',
    files: {
      'fw.config.ts': "export default { title: 'Shop' }\n",
      'src/server/orders.api.ts': `import { api } from '@fw/runtime'
import { definition, shared } from '../definitions.ts'
export const list = api(definition)
export const add = api({ ...shared, run: () => 1 })
export const ship = api({ scopes: ['orders'], run: () => 1 })
`,
    },
    lines: ['export const list', 'export const add'],
    contains: ["access: { scopes: ['orders'] }", "access: 'required'"],
  },
  {
    id: 'express-routes-to-api',
    title: 'middleware of a router, of its mount and of a route',
    files: {
      ...PACKAGE,
      'src/app.ts': `import cors from 'cors'
import express from 'express'
import { admin } from './admin.js'
import { audit, requireAdmin } from './auth.js'
const app = express()
app.use(cors())
app.use(audit)
app.use('/admin', requireAdmin('all'), admin)
app.get('/plain', audit, (req, res) => { res.json({ ok: true }) })
app.listen(3000)
export default app
`,
      'src/admin.ts': `import { Router } from 'express'
import { requireLogin } from './auth.js'
export const admin = Router()
admin.get('/open', (req, res) => { res.json({ open: true }) })
admin.use(requireLogin)
/** Lists the users. */
admin.get('/users', (req, res) => { res.json([]) })
`,
      'src/auth.ts': `export const audit = (_req: unknown, _res: unknown, next: () => void) => next()
export const requireLogin = audit
export const requireAdmin = (_role: string) => audit
`,
    },
    lines: [
      'app.use(cors',
      'app.use(audit',
      `app.use('/admin'`,
      'app.get(',
      'export const getOpen',
      'admin.use(',
      '/** Lists the users. */',
    ],
    contains: [`scopes: ['audit', 'requireAdmin']`, `scopes: ['audit', 'requireAdmin', 'requireLogin']`],
  },
  {
    id: 'express-routes-to-api',
    title: 'middleware of a router in the file of its app',
    files: {
      ...PACKAGE,
      'src/app.ts': `import express from 'express'
import { requireAdmin } from './auth.js'
const app = express()
const admin = express.Router()
admin.post('/users', (req, res) => { res.json({ done: true }) })
app.get('/open', (req, res) => { res.json({ open: true }) })
app.use('/admin', requireAdmin, (req, res, next) => { next() }, admin)
app.listen(3000)
`,
      'src/auth.ts': 'export const requireAdmin = (_req: unknown, _res: unknown, next: () => void) => next()\n',
    },
    lines: ['export const createUsers', 'export const getOpen', `app.use('/admin'`],
    contains: [`scopes: ['requireAdmin', 'middleware']`],
  },
  {
    id: 'mcp-server-tools-to-api',
    title: 'options of a server and of a tool that have no counterpart',
    files: {
      'src/server.ts': `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
const server = new McpServer(
  { name: 'weather', version: '1.0.0' },
  { instructions: 'Ask for the place first.' },
)
server.registerTool(
  'forecast',
  {
    description: 'Forecasts the weather.',
    annotations: {
      readOnlyHint: true,
      openWorldHint: true,
    },
    _meta: { team: 'weather' },
  },
  async () => ({ content: [{ type: 'text', text: 'Sun.' }] }),
)
server.tool('rain', 'Says whether it rains.', {}, { destructiveHint: true }, async () => ({
  content: [{ type: 'text', text: 'No.' }],
}))
await server.connect(new StdioServerTransport())
`,
    },
    lines: ['export const forecast'],
    contains: ['instructions', '_meta', 'openWorldHint', `guard: 'confirm'`],
  },
  {
    id: 'next-pages-to-routes',
    title: 'a config of Next that another file or a function makes',
    files: {
      'package.json': '{ "name": "app", "dependencies": { "next": "15", "react": "19", "react-dom": "19" } }\n',
      'pages/index.tsx': 'export default function Page() { return <p>Hi</p> }\n',
      'next.config.js': `const { withHeaders } = require('./headers.js')\nconst config = { reactStrictMode: true }\nmodule.exports = withHeaders(config)\n`,
      'next.config.mjs': `import { config } from './headers.js'\nexport default config\n`,
      'next.config.ts': `import type { NextConfig } from 'next'\nconst config: NextConfig = { reactStrictMode: true }\nexport default config satisfies NextConfig\n`,
    },
    lines: ['module.exports = withHeaders(config)', 'export default config'],
    without: ['NextConfig'],
  },
  {
    id: 'next-pages-to-routes',
    title: 'each field of next.config that is written by hand',
    files: {
      'package.json': '{ "name": "app", "dependencies": { "next": "15", "react": "19", "react-dom": "19" } }\n',
      'next.config.mjs': `export default {
  reactStrictMode: true,
  redirects: async () => [],
  images: { domains: ['a.example'] },
}
`,
      'pages/index.tsx': 'export default function Home() {\n  return <p>Home</p>\n}\n',
    },
    lines: ['redirects:', 'images:'],
  },
  {
    id: 'express-routes-to-api',
    title: 'a route behind param() and all() of the app that mounts it',
    files: {
      ...PACKAGE,
      'src/app.ts': `import express from 'express'
import { checkTeam, requireStaff } from './auth.ts'
import { teams } from './teams.ts'
const app = express()
app.all('/hours', requireStaff)
app.all('/teams/*path', requireStaff)
app.use('/teams/:team', teams)
app.param('team', checkTeam)
app.param('user', requireStaff)
`,
      'src/auth.ts': `export const checkTeam = (req, res, next) => (req.user ? next() : res.sendStatus(401))
export const requireStaff = checkTeam
`,
      'src/teams.ts': `import { Router } from 'express'
export const teams = Router()
/** Lists the members. */
teams.get('/members', (req, res) => res.json([]))
`,
    },
    lines: ["app.all('/teams", "app.param('team'", '/** Lists the members. */'],
    contains: ["scopes: ['requireStaff', 'checkTeam']"],
  },
  {
    id: 'express-routes-to-api',
    title: 'a route whose function is inside a call that may refuse callers',
    files: {
      ...PACKAGE,
      'src/app.ts': `import express from 'express'
import forward from 'express-async-handler'
import { requireRole, requireStaff } from './auth.ts'
const app = express()
app.delete('/users/:id', requireStaff(async (req, res) => res.json({ gone: req.params.id })))
app.get('/users', requireRole('admin')((req, res) => res.json([])))
/** Returns the hours. */
app.get('/hours', forward(async (req, res) => res.json([9])))
`,
      'src/auth.ts': `export const requireStaff = (next) => (req, res) => (req.user ? next(req, res) : res.sendStatus(401))
export const requireRole = (role) => requireStaff
`,
    },
    lines: ["app.delete('/users/:id', requireStaff", "app.get('/users', requireRole"],
    contains: ['export const getHours = api('],
  },
]

/** Codemods that convert every match, with the reason. */
const COMPLETE: Readonly<Record<string, string>> = {
  'package-field-to-config': 'moves one field of package.json, which holds no comments, as it is',
  'turn-usage-to-token-usage': 'renames one type wherever it is imported',
}

it.each(CASES)('$id leaves a comment at $title', checkCase)

it('every codemod is in the table, or converts every match', () => {
  const covered = new Set([...CASES.map(({ id }) => id), ...Object.keys(COMPLETE)])
  expect([...covered].sort()).toEqual(CODEMODS.map(({ id }) => id).sort())
})
