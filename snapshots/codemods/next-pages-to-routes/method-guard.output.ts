// @file package.json
{ "name": "shop", "dependencies": {
  "@fw/cli": "0.2.0",
  "@fw/runtime": "0.2.0",
  "solid-js": "1.9.19"
}, "scripts": { "dev": "fw dev", "build": "fw build", "start": "fw start" },
  "type": "module" }
// @file pages/api/audit.ts
import type { NextApiRequest, NextApiResponse } from 'next'
import { report } from '../../src/lib/report'

// fw-codemod next-pages-to-routes: Throw an FwError with a code of your own here: new FwError('your_code', { status: 405, message: '…' }).
/** Reads the log. */
export default function handler(req: NextApiRequest, res: NextApiResponse) {
  if (req.method !== 'GET') return res.status(405).json(report(req))
  return res.json({ log: [] })
}
// @file pages/api/refund.ts
import type { NextApiRequest, NextApiResponse } from 'next'

// fw-codemod next-pages-to-routes: Throw an FwError with a code of your own here: new FwError('your_code', { status: 405, message: '…' }).
/** Refunds an order. */
export default function handler(req: NextApiRequest, res: NextApiResponse) {
  if (req.body.id) {
    if (req.method !== 'POST') return res.status(405).end()
  }
  return res.json({ refunded: true })
}
// @file pages/api/settings.ts
import type { NextApiRequest, NextApiResponse } from 'next'

// fw-codemod next-pages-to-routes: An api has no req.method. Read it in src/ctx.ts, and use ctx.
/** Reads or changes the settings. */
export default function handler(req: NextApiRequest, res: NextApiResponse) {
  if (req.method !== 'GET') {
    if (req.headers.authorization !== 'Bearer staff') return res.status(401).end()
  }
  return res.json({ open: true })
}
// @file pages/api/wipe.ts
import type { NextApiRequest, NextApiResponse } from 'next'

// fw-codemod next-pages-to-routes: An api has no req.method. Read it in src/ctx.ts, and use ctx.
/** Removes everything. */
export default function handler(req: NextApiRequest, res: NextApiResponse) {
  if (req.method !== 'POST') return res.status(401).end()
  return res.json({ wiped: true })
}
// @file src/lib/report.ts
export const report = (request: unknown) => ({ request })
// @file src/server/add.api.ts
import { api } from '@fw/runtime'

/** Adds an order. */
export const create = api({
  run: () => {
    return { added: true }
  },
})
// @file src/server/clear.api.ts
import { api } from '@fw/runtime'

/** Clears the orders. */
export const remove = api({
  guard: 'confirm',
  run: () => {
    return { cleared: true }
  },
})
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
// @left pages/api/audit.ts:4 Throw an FwError with a code of your own here: new FwError('your_code', { status: 405, message: '…' }).
// @left pages/api/refund.ts:4 Throw an FwError with a code of your own here: new FwError('your_code', { status: 405, message: '…' }).
// @left pages/api/settings.ts:4 An api has no req.method. Read it in src/ctx.ts, and use ctx.
// @left pages/api/wipe.ts:4 An api has no req.method. Read it in src/ctx.ts, and use ctx.
