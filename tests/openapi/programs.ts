/** Programs with generated clients of the shop. Each calls every function, and returns what it has received. */

/** Who calls, and with which cookie: the session of the shop, as a browser keeps it. */
const SESSION = `
let cookie = ''
const withCookie = (request: Request) => {
  if (cookie !== '') request.headers.set('cookie', cookie)
  return request
}
const keepCookie = (response: Response) => {
  const [header] = response.headers.getSetCookie()
  if (header !== undefined) cookie = header.split(';', 1)[0] ?? ''
  return response
}
`

/** What both programs return: the results of their calls. */
const RESULT = `  return {
    products: found?.result.products.length,
    product: product?.result.slug === slug,
    unknown: unknown?.code,
    invalid: invalid?.issues?.[0]?.path,
    removed: removed?.result.count,
    count: cart?.result.count,
    refused: refused?.code,
    outside: outside?.code,
    me: me?.result.name,
    proposal: proposal?.tool,
    lines: order?.lines.length,
    listed: orders?.result[0]?.id === order?.id,
    same: same?.result.id === order?.id,
    out: out?.result.signedOut,
    stock: (restocked?.result.stock ?? 0) - (product?.result.stock ?? 0),
    price: repriced?.result.price,
    audited: calls?.result.some(({ tool }) => tool === 'api.orders.checkout'),
  }
`

/** With openapi-typescript and openapi-fetch. */
export const OPENAPI_FETCH = `import createClient from 'openapi-fetch'
import type { components, paths } from './schema.ts'
${SESSION}
export async function callAll(baseUrl: string) {
  const client = createClient<paths>({ baseUrl })
  client.use({ onRequest: ({ request }) => withCookie(request), onResponse: ({ response }) => keepCookie(response) })
  const agent = { header: { 'x-fw-origin': 'agent' } } as const
  const { data: found } = await client.POST('/_fw/api/catalogue.search', { body: { inStock: true, limit: 1 } })
  const slug = found?.result.products[0]?.slug ?? ''
  const { data: product } = await client.POST('/_fw/api/catalogue.product', { body: { slug } })
  const { error: unknown } = await client.POST('/_fw/api/catalogue.product', { body: { slug: 'nothing' } })
  await client.POST('/_fw/api/cart.add', { body: { slug, quantity: 3 } })
  // @ts-expect-error A quantity is a number.
  const { error: invalid } = await client.POST('/_fw/api/cart.add', { body: { slug, quantity: 'three' } })
  const { data: removed } = await client.POST('/_fw/api/cart.remove', { body: { slug } })
  await client.POST('/_fw/api/cart.add', { body: { slug } })
  await client.POST('/_fw/api/cart.change', { body: { slug, quantity: 2 } })
  const { data: cart } = await client.POST('/_fw/api/cart.get')
  const total = cart?.result.total ?? 0
  const account: components['schemas']['Credentials'] = { email: 'ada@halden.example', password: 'lighthouse' }
  const { error: refused } = await client.POST('/_fw/api/account.login', { body: account, params: agent })
  const { error: outside } = await client.POST('/_fw/api/orders.list', { body: {} })
  await client.POST('/_fw/api/account.login', { body: account })
  const { data: me } = await client.POST('/_fw/api/account.me')
  const { data: waiting } = await client.POST('/_fw/api/orders.checkout', { body: { total }, params: agent })
  const proposal = waiting !== undefined && 'status' in waiting.result ? waiting.result : undefined
  const { data: ordered } = await client.POST('/_fw/api/orders.checkout', { body: { total } })
  const order = ordered !== undefined && 'placedAt' in ordered.result ? ordered.result : undefined
  const { data: orders } = await client.POST('/_fw/api/orders.list', { body: { limit: 1 } })
  const { data: same } = await client.POST('/_fw/api/orders.get', { body: { id: order?.id ?? '' } })
  const { data: out } = await client.POST('/_fw/api/account.logout')
  await client.POST('/_fw/api/account.login', { body: { email: 'mara@halden.example', password: 'workbench' } })
  const { data: restocked } = await client.POST('/_fw/api/admin.restock', { body: { slug, quantity: 5 } })
  const { data: repriced } = await client.POST('/_fw/api/admin.reprice', { body: { slug, price: 4200 } })
  const { data: calls } = await client.POST('/_fw/api/admin.agentCalls', { body: { limit: 5 } })
${RESULT}}
`

/** With @hey-api/openapi-ts. */
export const HEY_API = `import { client } from './hey/client.gen'
import {
  accountLogin,
  accountLogout,
  accountMe,
  adminAgentCalls,
  adminReprice,
  adminRestock,
  cartAdd,
  cartChange,
  cartGet,
  cartRemove,
  catalogueProduct,
  catalogueSearch,
  ordersCheckout,
  ordersGet,
  ordersList,
} from './hey/sdk.gen'
import type { Credentials } from './hey/types.gen'
${SESSION}
export async function callAll(baseUrl: string) {
  client.setConfig({ baseUrl })
  client.interceptors.request.use(withCookie)
  client.interceptors.response.use(keepCookie)
  const agent = { 'x-fw-origin': 'agent' } as const
  const { data: found } = await catalogueSearch({ body: { inStock: true, limit: 1 } })
  const slug = found?.result.products[0]?.slug ?? ''
  const { data: product } = await catalogueProduct({ body: { slug } })
  const { error: unknown } = await catalogueProduct({ body: { slug: 'nothing' } })
  await cartAdd({ body: { slug, quantity: 3 } })
  // @ts-expect-error A quantity is a number.
  const { error: invalid } = await cartAdd({ body: { slug, quantity: 'three' } })
  const { data: removed } = await cartRemove({ body: { slug } })
  await cartAdd({ body: { slug } })
  await cartChange({ body: { slug, quantity: 2 } })
  const { data: cart } = await cartGet()
  const total = cart?.result.total ?? 0
  const account: Credentials = { email: 'ada@halden.example', password: 'lighthouse' }
  const { error: refused } = await accountLogin({ body: account, headers: agent })
  const { error: outside } = await ordersList({ body: {} })
  await accountLogin({ body: account })
  const { data: me } = await accountMe()
  const { data: waiting } = await ordersCheckout({ body: { total }, headers: agent })
  const proposal = waiting !== undefined && 'status' in waiting.result ? waiting.result : undefined
  const { data: ordered } = await ordersCheckout({ body: { total } })
  const order = ordered !== undefined && 'placedAt' in ordered.result ? ordered.result : undefined
  const { data: orders } = await ordersList({ body: { limit: 1 } })
  const { data: same } = await ordersGet({ body: { id: order?.id ?? '' } })
  const { data: out } = await accountLogout()
  await accountLogin({ body: { email: 'mara@halden.example', password: 'workbench' } })
  const { data: restocked } = await adminRestock({ body: { slug, quantity: 5 } })
  const { data: repriced } = await adminReprice({ body: { slug, price: 4200 } })
  const { data: calls } = await adminAgentCalls({ body: { limit: 5 } })
${RESULT}}
`

/** The compiler options of an app that uses the programs. */
export const TSCONFIG = JSON.stringify({
  compilerOptions: {
    strict: true,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
  },
  include: ['.'],
})
