// 500 tools, served by the framework's own host.
import { api, bool, int, list, obj, schema, str } from '@fw/runtime'
import { serve } from '@fw/runtime/host'
import { createFwServer } from '@fw/runtime/server'

const input = schema({ query: str({ min: 2, max: 100 }), limit: int({ min: 1, max: 50 }).optional() })
const product = obj({ id: str(), name: str(), price: int(), inStock: bool() })
const output = schema({ products: list(product) })
const find = (index) =>
  api({
    description: `Finds products of shelf ${index}.`,
    input,
    output,
    readonly: true,
    run: () => ({ products: [] }),
  })

const shop = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`find${index}`, find(index)]))
const listening = await serve(createFwServer({ apis: { shop } }), { port: 0 })
console.log(listening.url)
process.on('SIGTERM', () => process.exit(0))
