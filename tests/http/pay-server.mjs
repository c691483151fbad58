// A server of its own process over the built packages: `node pay-server.mjs <database> <ledger>`. Prints its address.
// `pay` appends one line to the ledger each time that it runs, so that runs are counted across processes and kills.
import { appendFileSync } from 'node:fs'
import { api, int, schema } from '@fw/runtime'
import { serve } from '@fw/runtime/host'
import { createFwServer } from '@fw/runtime/server'

const [database, ledger] = process.argv.slice(2)
const pay = api({
  description: 'Pays.',
  guard: 'confirm',
  input: schema({ amount: int() }),
  run: ({ input }) => {
    appendFileSync(ledger, `${input.amount}\n`)
    return { paid: input.amount }
  },
})
const server = createFwServer({
  apis: { shop: { pay } },
  data: `sqlite:${database}`,
  ctxFor: (req) => ({ userId: req.headers.get('x-user') ?? undefined }),
  approvals: 'signed-in',
})
const { url } = await serve(server, { port: 0 })
console.log(url)
