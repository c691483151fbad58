// @file package.json
{ "name": "shop", "dependencies": { "next": "15.0.0" } }
// @file pages/api/add.ts
import type { NextApiRequest, NextApiResponse } from 'next'

/** Adds an order. */
export default function handler(req: NextApiRequest, res: NextApiResponse) {
  if (req.method !== 'POST') {
    res.setHeader('Allow', ['POST'])
    return res.status(405).end(`Method ${req.method} is not allowed.`)
  }
  return res.json({ added: true })
}
// @file pages/api/audit.ts
import type { NextApiRequest, NextApiResponse } from 'next'
import { report } from '../../lib/report'

/** Reads the log. */
export default function handler(req: NextApiRequest, res: NextApiResponse) {
  if (req.method !== 'GET') return res.status(405).json(report(req))
  return res.json({ log: [] })
}
// @file pages/api/clear.ts
import type { NextApiRequest, NextApiResponse } from 'next'

/** Clears the orders. */
export default function handler(req: NextApiRequest, res: NextApiResponse) {
  if (req.method !== 'DELETE') {
    res.status(405).send('Not ' + req.method)
    return
  }
  return res.json({ cleared: true })
}
// @file pages/api/refund.ts
import type { NextApiRequest, NextApiResponse } from 'next'

/** Refunds an order. */
export default function handler(req: NextApiRequest, res: NextApiResponse) {
  if (req.body.id) {
    if (req.method !== 'POST') return res.status(405).end()
  }
  return res.json({ refunded: true })
}
// @file pages/api/settings.ts
import type { NextApiRequest, NextApiResponse } from 'next'

/** Reads or changes the settings. */
export default function handler(req: NextApiRequest, res: NextApiResponse) {
  if (req.method !== 'GET') {
    if (req.headers.authorization !== 'Bearer staff') return res.status(401).end()
  }
  return res.json({ open: true })
}
// @file pages/api/wipe.ts
import type { NextApiRequest, NextApiResponse } from 'next'

/** Removes everything. */
export default function handler(req: NextApiRequest, res: NextApiResponse) {
  if (req.method !== 'POST') return res.status(401).end()
  return res.json({ wiped: true })
}
// @file lib/report.ts
export const report = (request: unknown) => ({ request })
