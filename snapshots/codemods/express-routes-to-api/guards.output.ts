// @file package.json
{ "name": "guards", "dependencies": { "express": "5.0.0", "@fw/cli": "0.2.0", "@fw/runtime": "0.2.0", "solid-js": "1.9.19" }, "scripts": { "dev": "fw dev", "build": "fw build", "start": "fw start" }, "type": "module" }
// @file src/auth.ts
export const requireAuth = (req: any, res: any, next: any) => (req.user ? next() : res.status(401).end())
export const requireStaff = requireAuth
export const loadSecret = requireAuth
// @file src/server/app.api.ts
import { api, type Call } from '@fw/runtime'
import express from 'express'
import { loadSecret, requireAuth, requireStaff } from '../auth.ts'

const app = express()

/** Lists the opening hours. */
export const getHours = api({
  readonly: true,
  run: () => ({ open: true }),
})

// fw-codemod express-routes-to-api: Convert .all() by hand. Only get, post, put, patch and delete are converted.
app.all('/health', (req, res) => res.json({ healthy: true }))
// fw-codemod express-routes-to-api: Convert .all() by hand. Only get, post, put, patch and delete are converted.
app.all('/admin/{*path}', requireStaff)
// fw-codemod express-routes-to-api: Convert .all() by hand. Only get, post, put, patch and delete are converted.
app.all('/admin/users', requireAuth)
// fw-codemod express-routes-to-api: Convert .all() by hand. Only get, post, put, patch and delete are converted.
app.all('/prices', requireAuth)

// fw-codemod express-routes-to-api: requireAuth ran before this route: return these scopes from src/ctx.ts for callers that it let through.
/** Shows the prices. */
export const getPrices = api({
  readonly: true,
  scopes: ['requireAuth'],
  run: () => ({ price: 1 }),
})

// fw-codemod express-routes-to-api: requireStaff and requireAuth ran before this route: return these scopes from src/ctx.ts for callers that it let through.
/** Deletes every user. */
export const createAdminUsers = api({
  scopes: ['requireStaff', 'requireAuth'],
  run: () => ({ wiped: true }),
})

interface GetPricesByNameInput {
  name: string
}

/** Shows a price. */
export const getPricesByName = api({
  readonly: true,
  run: (_: Call<GetPricesByNameInput>) => ({ price: 2 }),
})

interface GetSecretsByIdInput {
  id: string
}

// fw-codemod express-routes-to-api: loadSecret ran before this route: return these scopes from src/ctx.ts for callers that it let through.
/** Shows a secret. */
export const getSecretsById = api({
  readonly: true,
  scopes: ['loadSecret'],
  run: (_: Call<GetSecretsByIdInput>) => ({ secret: 1 }),
})

interface GetTeamsByTeamInput {
  team: string
}

// fw-codemod express-routes-to-api: middleware ran before this route: return these scopes from src/ctx.ts for callers that it let through.
/** Shows a team. */
export const getTeamsByTeam = api({
  readonly: true,
  scopes: ['middleware'],
  run: (_: Call<GetTeamsByTeamInput>) => ({ team: 1 }),
})

// fw-codemod express-routes-to-api: Convert .param() by hand. Only get, post, put, patch and delete are converted.
app.param('id', loadSecret)
// fw-codemod express-routes-to-api: Convert .param() by hand. Only get, post, put, patch and delete are converted.
app.param('team', (req, res, next, team) => (team === '1' ? next() : res.status(403).end()))
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
// @left src/server/app.api.ts:13 Convert .all() by hand. Only get, post, put, patch and delete are converted.
// @left src/server/app.api.ts:15 Convert .all() by hand. Only get, post, put, patch and delete are converted.
// @left src/server/app.api.ts:17 Convert .all() by hand. Only get, post, put, patch and delete are converted.
// @left src/server/app.api.ts:19 Convert .all() by hand. Only get, post, put, patch and delete are converted.
// @left src/server/app.api.ts:22 requireAuth ran before this route: return these scopes from src/ctx.ts for callers that it let through.
// @left src/server/app.api.ts:30 requireStaff and requireAuth ran before this route: return these scopes from src/ctx.ts for callers that it let through.
// @left src/server/app.api.ts:51 loadSecret ran before this route: return these scopes from src/ctx.ts for callers that it let through.
// @left src/server/app.api.ts:63 middleware ran before this route: return these scopes from src/ctx.ts for callers that it let through.
// @left src/server/app.api.ts:71 Convert .param() by hand. Only get, post, put, patch and delete are converted.
// @left src/server/app.api.ts:73 Convert .param() by hand. Only get, post, put, patch and delete are converted.
