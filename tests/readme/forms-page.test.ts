/** Compiles and serves the code blocks of `docs/guide/forms.md`. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createFwServer } from '../../runtime/src/server.ts'
import { compileRoutes } from '../runtime/page/compiled-routes.ts'

const text = readFileSync(fileURLToPath(new URL('../../docs/guide/forms.md', import.meta.url)), 'utf8')
const sources = Object.fromEntries(
  [...text.matchAll(/^```tsx?\n\/\/ src\/(\S+)\n([\s\S]*?)^```$/gm)].map(([, path = '', code = '']) => [path, code]),
)
const app = compileRoutes(sources)
const server = createFwServer({
  ...app.options,
  apis: { desk: await app.load('server/desk.api.ts') },
  log: () => undefined,
})
afterAll(async () => {
  await server.close()
  app.close()
})

const post = (fields: string) =>
  server.fetch(
    new Request('http://localhost/', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      body: `fw:tool=api.desk.order&${fields}`,
    }),
  )

test('its form redirects as the api defines, and renders the page again if validation fails', async () => {
  expect(Object.keys(sources)).toHaveLength(6)
  const page = await (await server.fetch(new Request('http://localhost/'))).text()
  expect(page).toContain('toolname="order_tea" tooldescription="Order tea." method="post"')
  const done = await post('name=Ann&cups=2&note=')
  expect([done.status, done.headers.get('location')]).toEqual([303, '/orders/Ann-2'])
  const refused = await post('name=A&cups=none')
  const html = await refused.text()
  expect(refused.status).toBe(422)
  expect(html).toContain('<p id="desk-order-name-error">Enter at least 2 characters</p>')
  expect(html).toContain('value="none"')
})
