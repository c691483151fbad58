import { afterAll, expect, test } from 'vitest'
import { compileApp } from '../../page/compiled-routes.ts'

const copilot = "import { Copilot } from '@fw/runtime/client'"
const app = compileApp({
  'help.tsx': `${copilot}\nexport function Help() { return <Copilot greeting={'<b>&"'} class="mine" /> }`,
  'plain.tsx': `${copilot}\n// @fw static\nexport function Plain() { return <Copilot /> }`,
  'routes/help.tsx':
    "import { Help } from '../help.tsx'\nexport default function Page() { return <main><Help /><Help /></main> }",
  'routes/plain.tsx':
    "import { Plain } from '../plain.tsx'\nexport default function Page() { return <main><Plain /></main> }",
  'routes/none.tsx': 'export default function Page() { return <main>None</main> }',
})
afterAll(() => app.close())

test('the server renders an element that is built without Solid with its key, and its style once in the head', async () => {
  const { body } = await app.get('/help')
  expect(body.match(/<fw-host data-hk="i\d-\w+"><section class="fw-copilot mine"/g)).toHaveLength(2)
  expect(body).toContain('&lt;b&gt;&amp;&quot;')
  const head = body.slice(0, body.indexOf('</head>'))
  expect(head.match(/<style id="fw-copilot-style">/g)).toHaveLength(1)
  expect((await app.get('/none')).body).not.toContain('fw-copilot')
})

test('outside of an island it is refused, with what to do', async () => {
  expect((await app.get('/plain')).status).toBe(500)
  expect(app.errors.join()).toContain('<Copilot> is outside an island')
})
