/** A check that ran before a route of Express becomes a scope or a comment, never an open api. */
import { it } from 'vitest'
import { type CodemodCase, checkCase } from './codemod-case.ts'

const PACKAGE = { 'package.json': '{ "name": "app", "type": "module", "dependencies": { "express": "5" } }\n' }
const AUTH = {
  'src/auth.ts': `export const requireAuth = (req, res, next) => (req.headers.authorization ? next() : res.sendStatus(401))
export const requireStaff = requireAuth
export function secure(app) { app.use(requireAuth) }
`,
}
const HEAD = `import express from 'express'
import { requireAuth, requireStaff, secure } from './auth.ts'
const app = express()
`
const USERS = `/** Lists the users. */
app.get('/users', (req, res) => { res.json([]) })
`
const ROUTER = `import { Router } from 'express'
export const router = Router()
/** Lists the users. */
router.get('/', (req, res) => { res.json([]) })
export default router
`

const written = (title: string, code: string, expected: Omit<CodemodCase, 'id' | 'title' | 'files'>): CodemodCase =>
  app(title, { 'src/app.ts': HEAD + code }, expected)

function app(
  title: string,
  files: Readonly<Record<string, string>>,
  expected: Omit<CodemodCase, 'id' | 'title' | 'files'>,
): CodemodCase {
  return { id: 'express-routes-to-api', title, files: { ...PACKAGE, ...AUTH, ...files }, ...expected }
}

const SIGNED_IN = [`scopes: ['requireAuth']`]
const UNKNOWN = [`scopes: ['middleware']`]

const CASES: readonly CodemodCase[] = [
  written('a chain of use()', `app.use(express.json()).use(requireAuth)\n${USERS}`, {
    lines: ['app.use(express.json()).use', '/** Lists the users. */'],
    contains: SIGNED_IN,
  }),
  written('a chain of route()', `app.route('/users').all(requireAuth)\n${USERS}`, {
    lines: [`app.route('/users')`, '/** Lists the users. */'],
    contains: SIGNED_IN,
  }),
  written('a function that gets the app', `secure(app)\n${USERS}app.listen(3000)\n`, {
    lines: ['secure(app)', '/** Lists the users. */'],
    contains: UNKNOWN,
  }),
  written('another name of the app', `const server = app\nserver.use(requireAuth)\n${USERS}`, {
    lines: ['const server = app', '/** Lists the users. */'],
    contains: UNKNOWN,
  }),
  written(
    'a router that only checks',
    `const guarded = express.Router()\nguarded.use(requireAuth)\napp.use(guarded)\n${USERS}`,
    { lines: ['guarded.use(', 'app.use(guarded)', '/** Lists the users. */'], contains: SIGNED_IN },
  ),
  written('the check of a mount that passes on', `app.use('/users', requireAuth, express.Router())\n${USERS}`, {
    lines: [`app.use('/users'`, '/** Lists the users. */'],
    contains: [`scopes: ['requireAuth', 'express.Router']`],
  }),
  written('a route that only checks', `app.get('/users', requireAuth)\n${USERS}`, {
    lines: [`app.get('/users', requireAuth)`, '/** Lists the users. */'],
    contains: SIGNED_IN,
  }),
  written(
    'a route that passes on, and routes that end',
    `app.get('/users', (req, res, next) => { if (!req.user) throw new Error('no'); next() })
app.get('/:name', (req, res, next) => { try { res.json(req.params.name) } catch (error) { next(error) } })
app.post('/users', requireStaff)
${USERS}`,
    { lines: ['/** Lists the users. */'], contains: UNKNOWN, without: ['requireStaff ran', `'requireStaff']`] },
  ),
  written(
    'checks of the same path only',
    `app.use('/staff', requireStaff)\napp.use(['/users', '/teams'], requireAuth)\n${USERS}`,
    { lines: ['/** Lists the users. */'], contains: SIGNED_IN, without: [`'requireStaff'`] },
  ),
  written(
    'the path of a constant',
    `const base = '/teams'\napp.use(base, requireStaff)\nconst own = '/users'\napp.use(own, requireAuth)\n${USERS}`,
    { lines: ['/** Lists the users. */'], contains: SIGNED_IN, without: [`'requireStaff'`] },
  ),
  written('a check in a function', `${USERS}const start = () => { app.use(requireAuth) }\n`, {
    lines: ['/** Lists the users. */'],
    contains: SIGNED_IN,
  }),
  written(
    'a module of its own with the name of harmless middleware',
    `import cors from './cors.ts'\napp.use(cors())\n${USERS}`,
    { lines: ['app.use(cors())', '/** Lists the users. */'], contains: [`scopes: ['cors']`] },
  ),
  written(
    'a parser that verifies bodies',
    `app.use(express.json({ verify: (req, res, body) => { if (!body) throw new Error('no') } }))\n${USERS}`,
    { lines: ['app.use(express.json(', '/** Lists the users. */'], contains: [`scopes: ['verify']`] },
  ),
  written('the limit of a parser', `app.use(express.json({ limit: '1kb' }))\n${USERS}`, {
    lines: ['app.use(express.json('],
    contains: ['maxBodyBytes'],
    without: ['scopes'],
  }),
  written('files behind a check', `app.use(requireAuth)\napp.use(express.static('public'))\n${USERS}`, {
    lines: ['app.use(requireAuth)', `app.use(express.static('public'))`],
    contains: ['fw serves the files of public to every caller, without requireAuth.'],
  }),
  written('files behind the check of their mount', `app.use('/', requireAuth, express.static('public'))\n${USERS}`, {
    lines: [`app.use('/', requireAuth`, '/** Lists the users. */'],
    contains: [...SIGNED_IN, 'fw serves the files of public to every caller, without requireAuth.'],
  }),
  app(
    'a router of another file that only checks',
    {
      'src/app.ts': `import express from 'express'
import { gate } from './gate.js'
const app = express()
app.use('/users', gate)
${USERS}app.listen(3000)
`,
      'src/gate.ts': `import { Router } from 'express'
import { requireAuth } from './auth.ts'
export const gate = Router()
gate.use(requireAuth)
`,
    },
    {
      lines: [`app.use('/users', gate)`, 'gate.use(requireAuth)', '/** Lists the users. */'],
      contains: [...SIGNED_IN, 'The apis behind requireAuth require scopes of that name'],
      without: ['Remove this when all routes'],
    },
  ),
  app(
    'routers of a list of exports and of a namespace',
    {
      'src/app.ts': `${HEAD}import { usersRouter } from './routes/index.ts'
import * as teams from './routes/teams.ts'
app.use('/users', requireAuth, usersRouter)
app.use('/teams', requireStaff, teams.router)
`,
      'src/routes/index.ts': `export { default as usersRouter } from './users.ts'\n`,
      'src/routes/users.ts': ROUTER,
      'src/routes/teams.ts': ROUTER,
    },
    { lines: ['/** Lists the users. */'], contains: [...SIGNED_IN, `scopes: ['requireStaff']`] },
  ),
  app(
    'routers mounted in a loop',
    {
      'src/app.ts': `${HEAD}import users from './routes/users.ts'
const mounts = [users]
for (const one of mounts) app.use('/users', requireAuth, one)
`,
      'src/routes/users.ts': ROUTER,
    },
    { lines: ['const mounts = [users]', '/** Lists the users. */'], contains: UNKNOWN },
  ),
  app(
    'a router that no file mounts',
    { 'src/routes/users.ts': ROUTER },
    {
      lines: ['/** Lists the users. */'],
      contains: UNKNOWN,
    },
  ),
  app(
    'an app that another file protects',
    {
      'src/app.ts': `import express from 'express'
import { requireAuth } from './auth.ts'
export const app = express()
app.use(requireAuth)
`,
      'src/server.ts': `import { app } from './app.ts'
${USERS}app.listen(3000)
`,
    },
    { lines: ['/** Lists the users. */'], contains: SIGNED_IN },
  ),
  app(
    'nothing in an app that its tests and a server only run',
    {
      'src/app.ts': `import express from 'express'
export const app = express()
${USERS}`,
      'src/server.ts': `import { createServer } from 'node:http'
import { app } from './app.ts'
createServer(app).listen(3000)
`,
      'tests/app.test.ts': `import { app } from '../src/app.ts'
import { start } from './start.ts'
start(app)
`,
    },
    { lines: [], without: ['scopes:'] },
  ),
  written(
    'responses of function expressions',
    `/** Lists the teams. */
app.get('/teams', function (req, res) { if (closed()) return res.status(403).end(); res.json([]) })
/** Lists the keys. */
app.get('/keys', (req, res) => { find(function (error) { res.json(error) }) })
`,
    {
      lines: ['/** Lists the keys. */'],
      contains: [`run: () => { if (closed()) throw new FwError('forbidden'); return [] }`],
    },
  ),
  written(
    'two schemas of one body',
    `import { adminUpdate, userUpdate } from './schemas.ts'
/** Changes the profile. */
app.patch('/me', (req, res) => {
  const changes = isAdmin() ? adminUpdate.parse(req.body) : userUpdate.parse(req.body)
  res.json(changes)
})
/** Adds a user. */
app.post('/users', (req, res) => { res.json(JSON.parse(req.body)) })
/** Adds a team. */
app.post('/teams', (req, res) => { res.json(req.body['a-b'] as string) })
${USERS}`,
    {
      lines: [`/** Changes the profile. */`, '/** Adds a user. */', '/** Adds a team. */'],
      without: ['input: adminUpdate', 'input: JSON'],
    },
  ),
]

const EXPORTED = HEAD.replace('const app', 'export const app')
const SUB_APP = `import express from 'express'
export const admin = express()
/** Lists the admins. */
admin.get('/users', (req, res) => { res.json([]) })
`
const ALIAS = { 'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }\n' }
const SERVERLESS = `import serverless from 'serverless-http'\nimport { app } from './app.ts'\n`

/** Ways to pass a request on, and to serve an app. */
const PASSED: readonly CodemodCase[] = [
  ...['authorize(req, (error) => next(error))', 'if (req.user) next(null)', 'next(findError(req))', 'next(error!)'].map(
    (code) =>
      written(`a route that passes on by ${code}`, `app.all('/users', (req, res, next) => { ${code} })\n${USERS}`, {
        lines: [`app.all('/users'`, '/** Lists the users. */'],
        contains: UNKNOWN,
      }),
  ),
  written(
    'a variable of a nested function, which is not the caught error',
    `app.all('/users', (req, res, next) => {
  try { res.json([]) } catch (error) { authorize(req, (error) => next(error)) }
})
${USERS}`,
    { lines: [`app.all('/users'`], contains: UNKNOWN },
  ),
  written(
    'a check that skips the rest of its route',
    `app.all('/users', (req, res, next) => (req.user ? next('route') : next()), (req, res) => { res.sendStatus(401) })
${USERS}`,
    { lines: [`app.all('/users'`, '/** Lists the users. */'], contains: UNKNOWN },
  ),
  written(
    'errors that end the request',
    `import createError from 'http-errors'
app.all('/users', (req, res, next) => {
  find((error, user) => { if (error) return next(error); if (!user) return next(createError(404)); res.json(user) })
  if (!req.body) next(new Error('no'))
  if (!req.query) return next({ status: 400 })
})
${USERS}`,
    { lines: [`app.all('/users'`], contains: ['export const getUsers'], without: ['scopes:'] },
  ),
  written(
    'a check with a default parameter',
    `app.use((req, res, next, roles = ['staff']) => (roles.includes(req.role) ? next() : res.sendStatus(403)))\n${USERS}`,
    { lines: ['app.use((req', '/** Lists the users. */'], contains: UNKNOWN, without: ['Throw an FwError for each'] },
  ),
  app(
    'a sub-app of an alias',
    {
      ...ALIAS,
      'src/admin.ts': SUB_APP,
      'src/app.ts': `${HEAD}import { admin } from '@/admin'\napp.use('/admin', requireAuth, admin)\n`,
    },
    { lines: [`app.use('/admin'`, '/** Lists the admins. */'], contains: [...SIGNED_IN, `from './server/admin.api'`] },
  ),
  ...[
    `const { admin } = await import('./admin.ts')\napp.use('/admin', requireAuth, admin)\n`,
    `import { admin } from '#admin'\napp.use('/admin', requireAuth, admin)\n`,
    `export * as parts from './admin.ts'\n`,
  ].map((code) =>
    app(
      `a sub-app of ${code.split('\n')[0]}`,
      { 'src/admin.ts': SUB_APP, 'src/app.ts': HEAD + code },
      {
        lines: ['/** Lists the admins. */'],
        contains: UNKNOWN,
      },
    ),
  ),
  app(
    'a sub-app that listens, and that other code imports later',
    {
      'src/admin.ts': `${SUB_APP}admin.listen(3001)\n`,
      'src/app.ts': `${HEAD}app.use('/admin', requireAuth, (await import('./admin.ts')).admin)\n`,
    },
    { lines: [`app.use('/admin'`, '/** Lists the admins. */'], contains: UNKNOWN },
  ),
  ...[
    'export const handler = withAuth(serverless(app))',
    'const run = serverless(app)\nexport const handler = (event) => (event.user ? run(event) : refuse())',
    'export const handler = serverless(app, { request: check })',
  ].map((code) =>
    app(
      `a check around a handler: ${code}`,
      { 'src/app.ts': EXPORTED + USERS, 'src/serve.ts': `${SERVERLESS}${code}\n` },
      {
        lines: [code.split('\n')[0] ?? '', '/** Lists the users. */'],
        contains: UNKNOWN,
      },
    ),
  ),
  app(
    'a server that checks the certificates of its clients',
    {
      'src/app.ts': EXPORTED + USERS,
      'src/serve.ts': `import { createServer } from 'node:https'\nimport { app } from './app.ts'\ncreateServer({ requestCert: true }, app).listen(443)\n`,
    },
    { lines: ['createServer({ requestCert', '/** Lists the users. */'], contains: UNKNOWN },
  ),
  app(
    'nothing in an app whose handler is only exported',
    {
      'src/app.ts': EXPORTED + USERS,
      'src/serve.ts': `${SERVERLESS}const handler = serverless(app)\nexport { handler }\n`,
    },
    { lines: [], without: ['scopes:'] },
  ),
  app(
    'the check of a folder named tests below src',
    {
      'src/app.ts': EXPORTED + USERS,
      'src/tests/serve.ts': `import express from 'express'\nimport { app } from '../app.ts'\nimport { requireAuth } from '../auth.ts'\nconst root = express()\nroot.use(requireAuth, app)\nroot.listen(3000)\n`,
    },
    { lines: ['root.use(requireAuth, app)', '/** Lists the users. */'], contains: SIGNED_IN },
  ),
  ...[
    `if (process.env.DEBUG) {\n  app.use('/users', router)\n}`,
    `if (process.env.DEBUG) app.use('/users', router)`,
    `process.env.DEBUG && app.use('/users', router)`,
    `if (process.env.DEBUG) start().then(() => app.use('/users', router))`,
    `function mount() {\n  if (!process.env.DEBUG) return\n  app.use('/users', router)\n}\nmount()`,
    `function mount() {\n  app.use('/users', router)\n}\nif (process.env.DEBUG) mount()`,
  ].map((code) =>
    app(
      `the condition of a mount: ${code.replaceAll('\n', ' ')}`,
      {
        'src/users.ts': ROUTER,
        'src/app.ts': `${HEAD}import { router } from './users.ts'\n${code}\napp.listen(3000)\n`,
      },
      {
        lines: ['/** Lists the users. */'],
        contains: [...UNKNOWN, 'it is mounted under a condition', `app.use('/users', router)`],
      },
    ),
  ),
  written('a function that removes members', `app.set('json replacer', hide)\n${USERS}`, {
    lines: [`app.set('json replacer'`],
    contains: ['without the members that this removes'],
  }),
]

it.each([...CASES, ...PASSED])('finds $title', checkCase)
