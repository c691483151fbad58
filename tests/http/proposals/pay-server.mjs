// A server of its own process over the built packages: `node pay-server.mjs <data> <ledger>`. Prints its address.
// `pay` appends one line to the ledger each time that it runs, so that runs are counted across processes and kills.
// `hang` does too, and never ends. MCP and A2A clients get the same calls.
import { appendFileSync } from 'node:fs'
import { api, int, schema } from '@fw/runtime'
import { serve } from '@fw/runtime/host'
import { createFwServer } from '@fw/runtime/server'

const [data, ledger] = process.argv.slice(2)
const definition = { description: 'Pays.', guard: 'confirm', input: schema({ amount: int() }) }
const write = ({ amount }) => appendFileSync(ledger, `${amount}\n`)
const pay = api({
  ...definition,
  run: ({ input }) => {
    write(input)
    return { paid: input.amount }
  },
})
const hang = api({
  ...definition,
  run: ({ input }) => {
    write(input)
    return new Promise(() => undefined)
  },
})
const server = createFwServer({
  apis: { shop: { pay, hang } },
  data,
  maxPendingProposals: 60,
  ctxFor: (req) => ({ userId: req.headers.get('x-user') ?? undefined }),
  approvals: 'signed-in',
  siteUrl: 'https://pay.example',
  allowedHosts: ['127.0.0.1', 'localhost'],
})
const { url } = await serve(server, { port: 0 })
console.log(url)
