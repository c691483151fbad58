import { randomBytes } from 'node:crypto'
import type { Recipe, RecipeApp } from '../recipe.ts'
import { drizzle } from './drizzle.ts'

const SECRET = 'BETTER_AUTH_SECRET'
/** Secret for development: the same in the diff and in the file that is written after it. */
const DEVELOPMENT_SECRET = randomBytes(32).toString('base64')

/** Users with Better Auth: its endpoint, the user in `ctx`, and forms to sign up, in and out. */
export const betterAuth: Recipe = {
  name: 'better-auth',
  description: 'Sign-up and sign-in with Better Auth, stored with Drizzle',
  requires: [drizzle],
  dependencies: { 'better-auth': '1.7.25' },
  edit(app) {
    addSecret(app)
    const ctx = app.codemods.addCtxMembers(app, { reader: 'getUser', module: './auth.ts' })
    if (ctx === 'unreadable')
      app.leave('src/ctx.ts', "Add ...(await getUser(req)) to the returned object. Import getUser from './auth.ts'.")
    const { approvals, outcome } = readApprovals(app)
    if (outcome === 'unreadable' || approvals === 'open')
      app.leave('fw.config.ts', "Set approvals: 'signed-in', so that only signed-in users approve the calls of agents.")
  },
  next: [
    `In production, set ${SECRET} (openssl rand -base64 32) and BETTER_AUTH_URL (the URL of the app).`,
    'Link to /sign-in, for example in src/routes/_layout.tsx.',
  ],
}

/** Writes a secret for development to `.env`, which git ignores. */
function addSecret(app: RecipeApp): void {
  const known = app.read('.env') ?? ''
  if (known.includes(`${SECRET}=`)) return
  const before = known === '' || known.endsWith('\n') ? known : `${known}\n`
  app.write('.env', `${before}${SECRET}=${DEVELOPMENT_SECRET}\n`)
}

function readApprovals(app: RecipeApp) {
  const outcome = app.codemods.addConfigField(app, { name: 'approvals', value: "'signed-in'" })
  const config = app.sources.find((file) => /^\/fw\.config\./.test(file.getFilePath()))?.getFullText() ?? ''
  return { outcome, approvals: /\bapprovals: *'([a-z-]+)'/.exec(config)?.[1] }
}
