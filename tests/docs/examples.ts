/**
 * Requirements and expected responses of the examples in `docs/`. An app is named after its page; `~2` is its second
 * version.
 */
import { createHmac } from 'node:crypto'
import { tmpdir } from 'node:os'
import sharp from 'sharp'
import type { Example } from './example.ts'
import { RECIPE_EXAMPLES } from './recipe-examples.ts'

const PIXEL = { width: 1, height: 1, channels: 3 as const, background: '#888' }
const APP = { private: true, type: 'module', dependencies: { '@fw/runtime': '*', 'solid-js': '*' } }
const REACT = { dependencies: { '@fw/runtime': '*', react: '*', 'react-dom': '*', 'solid-js': '*' } }
const MCP = {
  input: { jsonrpc: '2.0', id: 1, method: 'ping' },
  headers: { accept: 'application/json, text/event-stream' },
}
const AGENT = { input: { messages: [{ role: 'user', content: 'Hello' }], path: '/help' }, text: '"type":"setup"' }
const OF_H3 = { type: 'application/json;charset=UTF-8' }
const REDIRECT = { status: 308, type: undefined }
interface Given {
  readonly env?: Readonly<Record<string, string>>
  readonly files?: Readonly<Record<string, string | Promise<Uint8Array>>>
}

/** The key with which the provider of the example signs. */
const PAYMENT_KEY = 'a key of the provider'
const NOTES = { DATABASE_URL: 'postgres://localhost/notes', MODE: 'quiet' }

/** The environment that a page describes, and files that it leaves to the reader. */
export const GIVEN: Readonly<Record<string, Given>> = {
  'guide/configuration': { env: NOTES },
  'guide/configuration~2': { env: NOTES },
  'guide/channels': { env: { SUPPORT_SECRET: 'a secret of the support desk' } },
  'guide/endpoints': { env: { PAYMENT_KEY } },
  'guide/images': { files: { 'src/harbour.jpg': sharp({ create: PIXEL }).jpeg().toBuffer() } },
  'guide/islands': { files: { 'package.json': JSON.stringify(REACT) } },
  'guide/sessions': { env: { SESSION_SECRET: 'k3Jd0-9sLq2Vx7Zp1Rt5Wm8Yb4Nc6Hf' } },
  'guide/modules': {
    env: { VITE_SHOP_NAME: 'Tea house' },
    files: {
      'package.json': JSON.stringify({ ...APP, name: 'teas' }),
      'src/content/tea.md': 'Pour at seventy degrees.\n',
      'src/content/mate.md': 'Pour at eighty degrees.\n',
    },
  },
  'guide/tutorial': { env: { SHELF_DATABASE: ':memory:' } },
  'recipes/background-work': { env: { JOBS_DATABASE: ':memory:' } },
  'recipes/email': { env: { MAIL_FOLDER: `${tmpdir()}/fw-docs-mail` } },
  'recipes/object-storage': {
    env: { S3_BUCKET_URL: 'https://photos.example', S3_KEY_ID: 'key-id', S3_SECRET: 'secret of the example' },
  },
  'recipes/sign-in': { env: { SESSION_SECRET: 'k3Jd0-9sLq2Vx7Zp1Rt5Wm8Yb4Nc6Hf' } },
  'recipes/webhooks': {
    // No receiver: the failure is logged.
    env: {
      PAYMENT_SECRET: 'a secret of the provider',
      WEBHOOK_URL: 'http://127.0.0.1:1',
      WEBHOOK_SECRET: 'a secret of ours',
    },
  },
  'guide/vite': { files: { 'package.json': JSON.stringify({ ...APP, name: 'tides' }) } },
  'guide/styles-and-files': { files: { 'src/routes/about.css': 'h1 { letter-spacing: 3px; }\n' } },
}

const ANN = { authorization: 'Bearer token-of-ann' }
const BEN = { authorization: 'Bearer token-of-ben' }

const COPILOT: Readonly<Record<string, Example>> = {
  'GET /help': { text: 'Shop assistant' },
  'POST /_fw/api/shop.report': { text: '{"orders":7}' },
  // The page refuses anonymous callers.
  'POST /_fw/agent': { ...AGENT, status: 401, text: 'unauthenticated' },
}

const SETTINGS = { 'POST /_fw/api/settings.show': { text: '"source":"postgres:"' } }

export const EXAMPLES: Readonly<Record<string, Readonly<Record<string, Example>>>> = {
  'guide/agents~3': { 'POST /_fw/mcp': { ...MCP, status: 401 } },
  'guide/agents~4': { 'POST /_fw/mcp': { ...MCP, status: 401 } },
  'guide/access': {
    'POST /_fw/api/orders.count': { text: '"result":2' },
    'POST /_fw/api/orders.mine': { status: 401, text: 'unauthenticated' },
    'POST /_fw/api/orders.mine (ben)': { headers: BEN, text: '"id":"B1"' },
    'POST /_fw/api/orders.give': { input: { id: 'A1', to: 'ben' }, status: 401, text: 'unauthenticated' },
    'POST /_fw/api/orders.give (ann)': { input: { id: 'A1', to: 'ben' }, headers: ANN, text: '"from":"ann"' },
    'POST /_fw/api/orders.list': { status: 403, text: 'out_of_scope' },
    'POST /_fw/api/orders.list (ann)': { headers: ANN, text: '"id":"A1"' },
    'POST /_fw/api/orders.ship': { status: 401, text: 'unauthenticated' },
    'POST /_fw/api/orders.ship (ben)': { headers: BEN, status: 403, text: 'You may not call api.orders.ship.' },
    'POST /_fw/api/orders.ship (ann)': { headers: ANN, text: '"shipped":2' },
    'POST /_fw/api/orders.cancel': { input: { id: 'A1' }, status: 401, text: 'unauthenticated' },
    'POST /_fw/api/orders.cancel (ben)': { input: { id: 'A1' }, headers: BEN, status: 403, text: 'forbidden' },
    'POST /_fw/api/orders.cancel (ann)': { input: { id: 'A1' }, headers: ANN, text: '"canceled":"A1"' },
    'GET /': { text: 'Order again' },
  },
  'guide/apis': {
    'POST /_fw/api/stock.find': { input: { sku: 'tea' }, text: '"price":450' },
    'POST /_fw/api/stock.find (unknown)': { input: { sku: 'mud' }, status: 400, text: 'There is no mud.' },
    'POST /_fw/api/stock.receive': { input: { sku: 'tea', pieces: 2, on: '2026-01-31T12:00:00Z' }, text: '"pieces":6' },
    'POST /_fw/api/tables.book': { input: { name: 'Ann', place: 'garden' }, text: '2 for Ann, outside' },
  },
  'guide/caching': {
    'GET /products/[id]': { path: '/products/1', text: 'Tea' },
    'GET /about': { text: 'About us' },
    'POST /_fw/api/catalogue.product': { input: { id: '1' }, text: '"price":3' },
    'POST /_fw/api/catalogue.setPrice': { input: { id: '1', price: 4 }, text: '"price":4' },
    'POST /_fw/api/catalogue.refresh': { input: { id: '1' }, text: '/products/1' },
    'GET /tea/[slug]': { path: '/tea/green', text: '<h1>Green tea</h1>' },
    'POST /_fw/api/teas.get': { input: { slug: 'green' }, text: '"Green tea"' },
  },
  'guide/calls': {
    'POST /_fw/api/desk.read': { text: '"text"' },
    'POST /_fw/api/desk.list': { status: 403, text: 'out_of_scope' },
    'POST /_fw/api/desk.write': { input: { text: 'Buy tea' }, text: 'saved' },
    'POST /_fw/api/desk.publish': { text: '"published"' },
    'POST /_fw/api/desk.publish (agent)': { headers: { 'x-fw-origin': 'agent' }, text: '"status":"proposal"' },
    'POST /_fw/api/desk.wipe': { text: 'deleted' },
    'POST /_fw/api/desk.wipe (agent)': { headers: { 'x-fw-origin': 'agent' }, status: 403, text: 'forbidden' },
    'POST /_fw/api/desk.send': { input: { to: 'ann' }, text: 'sent to ann' },
    'POST /_fw/api/desk.move': { input: { to: 'abroad' }, text: 'moved' },
    'POST /_fw/api/desk.tidy': { text: 'published' },
  },
  'guide/compatibility': {
    'POST /_fw/api/cart.add': { input: { slug: 'oolong', quantity: 20 }, text: '"quantity":20' },
  },
  'guide/compatibility~2': {
    'POST /_fw/api/cart.add': { input: { slug: 'oolong', quantity: 10 }, text: '"added":"20' },
  },
  'guide/configuration': SETTINGS,
  'guide/configuration~2': SETTINGS,
  'guide/channels': {
    'POST /_fw/channels/support': {
      input: { text: 'Green tea?', threadId: 't1' },
      headers: { authorization: 'Bearer a secret of the support desk' },
      text: 'setup',
    },
  },
  'guide/copilot': COPILOT,
  'guide/copilot~2': COPILOT,
  'guide/copilot~3': COPILOT,
  'guide/copilot~4': COPILOT,
  'guide/copilot~5': COPILOT,
  'guide/remote-tools': { 'POST /_fw/agent': AGENT },
  'guide/remote-tools~2': { 'POST /_fw/agent': AGENT },
  'guide/models/ai-sdk': { 'POST /_fw/agent': { ...AGENT, status: 502, text: 'provider_error' } },
  'guide/models/anthropic': { 'POST /_fw/agent': AGENT },
  'guide/models/compatible-servers': { 'POST /_fw/agent': AGENT },
  'guide/models/gemini': { 'POST /_fw/agent': AGENT },
  'guide/models/openai': { 'POST /_fw/agent': AGENT },
  'guide/fonts': { 'GET /': { text: 'A tide table in forty lines' } },
  'guide/coming-from': {
    'GET /hello/[name]': { path: '/hello/Ada', text: 'Hello, Ada' },
    'POST /_fw/api/greetings.greet': { input: { name: 'Ada' }, text: 'Hello, Ada' },
  },
  'guide/endpoints': {
    'HTTP /feed.xml': { type: 'application/rss+xml', text: '<title>Tea</title>' },
    'HTTP /orders/[id]': { path: '/orders/7?full=1', ...OF_H3, text: '{"name":"Tea","full":true}' },
    'HTTP /orders/[id] (missing)': {
      path: '/orders/8',
      status: 404,
      type: 'application/json',
      text: '{"ok":false,"error":"There is no such order.","code":"not_found"}',
    },
    'HTTP /orders/[id] (change)': {
      method: 'PUT',
      path: '/orders/7',
      input: { name: 'Mate' },
      ...OF_H3,
      status: 201,
      text: '{"renamed":"Mate"}',
    },
    'POST /_fw/api/orders.rename': { input: { name: 'Mate' }, text: 'Mate' },
    'HTTP /legacy/[...path]': { path: '/legacy/users/9', ...OF_H3, text: '{"id":"9"}' },
    'HTTP /hooks/payment': {
      method: 'POST',
      body: '{"paid":true}',
      headers: { 'x-signature': createHmac('sha256', PAYMENT_KEY).update('{"paid":true}').digest('hex') },
      ...OF_H3,
      text: '{"received":true}',
    },
    'HTTP /hooks/payment (unsigned)': { method: 'POST', status: 401 },
    'HTTP /prices': { ...OF_H3, text: '{"tea":4}' },
  },
  'guide/errors': {
    'POST /_fw/api/seats.book': { input: { seats: 3 }, status: 409, text: '"code":"sold_out"' },
    'POST /_fw/api/groups.reserve': { input: { people: 9 }, text: '"waits":true' },
  },
  'guide/forms': {
    'GET /': { path: '/en', text: 'toolname="order_tea"' },
    'GET /photos': { path: '/en/photos', text: 'enctype="multipart/form-data"' },
    'POST /_fw/api/desk.order': { input: { name: 'Ann', cups: 2 }, text: '"Ann-2"' },
    'POST /_fw/api/guests.invite': { input: { name: 'Ann', email: 'ann@example.com' }, text: '"Ann"' },
    'POST /_fw/api/guests.rename': { input: { name: 'Ann', seats: 0 }, status: 400, text: 'seats' },
    'POST /_fw/api/photos.add': {
      input: { title: 'Tea', photo: { name: 'tea.png', type: 'image/png', bytes: 'iVBORw==' } },
      text: '"bytes":4',
    },
  },
  'guide/head-and-discovery': {
    'GET /posts/[slug]': { path: '/posts/sencha', text: 'application/ld+json' },
    'GET /posts/[slug] (unknown)': { path: '/posts/mud', status: 404, text: 'Page not found' },
    'GET /rss.xml': { type: 'application/rss+xml; charset=utf-8', text: '<title>Sencha</title>' },
  },
  'guide/images': { 'GET /': { text: 'alt="Boats in the harbour at low water"' } },
  'guide/intents': {
    'GET /': { text: 'Add sencha' },
    'GET /late': { text: 'Pay' },
    'POST /_fw/api/till.pay': { input: { cents: 450 }, text: 'R-450' },
  },
  'guide/islands': {
    'GET /cups': { text: 'Coffee' },
    'GET /lines': { text: 'Black tea' },
    'GET /stars': { text: 'stars' },
  },
  'guide/languages': {
    'GET /': { ...REDIRECT, status: 307, location: '/en' },
    'GET / (German)': { path: '/de', text: 'Tees der Woche' },
  },
  'guide/languages~2': {
    'GET /': { text: 'Teas of the week' },
    'GET / (German)': { path: '/de', text: 'Tees der Woche' },
    'GET /en': { ...REDIRECT, location: '/' },
  },
  'guide/live': {
    'GET /': { text: 'Rent the tables' },
    'GET /overview': { text: 'Open: ' },
    'GET /table': { text: 'Rent the tables' },
    'POST /_fw/api/cards.list': { text: '"title":"Rent the tables"' },
    'POST /_fw/api/cards.mark': { input: { id: 'c1', done: true }, text: '"done":true' },
    'POST /_fw/api/own-cards.listOwn': { status: 401, text: 'unauthenticated' },
    'POST /_fw/api/own-cards.take': { input: { id: 'c1' }, status: 401, text: 'unauthenticated' },
    'POST /_fw/api/own-cards.take (ann)': { input: { id: 'c1' }, headers: { 'x-user': 'ann' }, text: '["c1"]' },
    'POST /_fw/api/cards.add': { input: { title: 'Hang the flags' }, text: '"title":"Hang the flags"' },
  },
  'guide/manifest': { 'GET /': { text: 'Pay ' } },
  'guide/mcp': {
    'POST /_fw/mcp': MCP,
    'POST /_fw/api/desk.order': { input: { pots: 1 }, status: 503, text: 'unavailable' },
    'POST /_fw/api/desk.dot': { text: 'image/png' },
  },
  'guide/vite': { 'GET /': { text: 'Tides of' } },
  'guide/modules': {
    'GET /': { text: 'Tea house' },
    'GET /teas/[name]': { path: '/teas/mate', text: 'Pour at eighty degrees.' },
    'GET /teas/[name] (unknown)': { path: '/teas/mud', status: 404, text: 'Page not found' },
  },
  'guide/navigation': { 'GET /': { text: 'played' }, 'GET /report': {}, 'GET /tea': { text: '/tea.css' } },
  'guide/pages': {
    'GET /': { text: 'Seven teas' },
    'GET /orders/[id=integer]': { path: '/orders/7', text: 'Seven teas' },
    'GET /orders/[id=integer] (moved)': { ...REDIRECT, path: '/orders/6', status: 303, location: '/orders/7' },
    'GET /orders/[id=integer] (unknown)': { path: '/orders/8', status: 404, text: 'There is nothing here.' },
  },
  'guide/proposals': {
    'POST /_fw/api/bank.pay': { input: { cents: 5, to: 'Ann' }, text: '5 to Ann' },
    'POST /_fw/api/desk.send': {
      input: { to: 'ada@example.com', cents: 1250, currency: 'EUR' },
      headers: { 'x-fw-origin': 'agent' },
      text: '"status":"proposal"',
    },
  },
  'guide/rest': {
    'GET /api/articles': { path: '/api/articles?limit=5&words=tea', type: 'application/json', text: 'How to brew tea' },
    'POST /api/articles': { input: { slug: 'soup', title: 'Soup' }, status: 201, location: '/api/articles/soup' },
    'POST /api/articles (taken)': { input: { slug: 'tea', title: 'Tea' }, status: 409, text: '"code":"slug_taken"' },
    'PUT /api/articles/[slug]': { path: '/api/articles/tea', input: { title: 'Tea' }, text: '"title":"Tea"' },
    'DELETE /api/articles/[slug]': { path: '/api/articles/tea', body: '', status: 204, type: undefined },
  },
  'guide/routing': {
    'GET /teas/[slug]': { path: '/teas/oolong', text: 'oolong' },
    'GET /cart': {},
    'GET /basket': { text: 'Cart' },
    'GET /orders/[id=integer]': { path: '/orders/7' },
    'GET /sizes/[size=size]': { path: '/sizes/large', text: 'href="/orders/7?of=large"' },
    'GET /sizes/[size=size] (unknown)': { path: '/sizes/medium', status: 404, text: 'Page not found' },
    'GET /shop/[slug]': { ...REDIRECT, path: '/shop/tea', location: '/orders/tea' },
    'GET /manual/[...path]': { ...REDIRECT, path: '/manual/a/b', status: 301, location: '/docs/a/b' },
  },
  'guide/schedules': {
    'POST /_fw/api/orders.expire': { input: { before: '2026-01-01T00:00:00.000Z' } },
    'POST /_fw/api/orders.refund': { input: { order: 'o-1' }, text: 'o-1' },
  },
  'guide/service-worker': {
    'GET /tides': { text: 'High water at six.' },
    'GET /offline': {},
    'GET /sw.js': { type: 'text/javascript; charset=utf-8' },
  },
  'guide/sessions': {
    'POST /_fw/api/account.login': { input: { name: 'ann', password: 'the password of ann' }, text: '"userId":"ann"' },
    'POST /_fw/api/account.login (wrong password)': { input: { name: 'ann', password: 'x' }, status: 401 },
    'POST /_fw/api/account.logout': { text: 'signedOut' },
    'POST /_fw/api/account.who': { text: 'anonymous' },
  },
  'guide/start': {
    'GET /reminders': { text: 'Is everything done?' },
    'POST /_fw/api/reminders.list': { text: '[]' },
    'POST /_fw/api/reminders.add': { input: { text: 'Tea' }, text: '"minutes":10' },
    'POST /_fw/api/reminders.forget': { text: '"forgotten":1' },
  },
  'guide/static-output': {
    'GET /posts/[slug]': { path: '/posts/green', text: 'Sencha' },
    'GET /p/green (redirect)': { text: '/posts/green' },
  },
  'guide/styles-and-files': { 'GET /about': { text: '<h1' }, 'GET /prices': { text: 'p-4 font-bold text-brand' } },
  'guide/tutorial': {
    'POST /_fw/api/books.add': { input: { title: 'Emma', author: 'Austen' }, text: '"isRead":false' },
    'POST /_fw/api/books.mark': { input: { id: 1, isRead: true }, text: '"isRead":true' },
    'POST /_fw/api/books.mark (unknown)': { input: { id: 9, isRead: true }, status: 404, text: 'no such book' },
    'POST /_fw/api/books.list': { text: '"title":"Emma"' },
    'GET /': { text: 'Emma, by Austen' },
    'POST /_fw/api/books.tidy': { text: '"removed":1' },
  },
  'guide/untrusted-content': { 'POST /_fw/api/reviews.list': { input: { product: 'tea' }, text: '"reviews":[]' } },
  'guide/websocket': {
    'POST /_fw/api/announcements.announce': { input: { room: 'blue', text: 'Tea is ready' }, text: '"sent":true' },
    'GET /live': {
      path: '/live?room=tea',
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      },
      status: 101,
      type: undefined,
    },
    'POST /_fw/api/notes.add': { input: { text: 'Tea' }, text: '"count":1' },
    'POST /_fw/api/account.logout': { input: { userId: 'ann' }, text: 'signedOut' },
  },
  ...RECIPE_EXAMPLES,
}

/** Diagnostics that a page shows. */
export const FOUND: Readonly<Record<string, readonly string[]>> = {
  'guide/check': [
    'src/routes/index.tsx:2 dead-link: The link to "/ordres?open=1" matches no page, public file, redirect or rewrite of this app. Did you mean "/orders"?',
    `src/routes/orders/index.tsx:1 cache-policy: Unknown cache scope "privat". Did you mean 'private'?`,
  ],
}

const SHOWS_ERRORS = 'shows what `fw check` finds'
const A_TEST = 'is a test of the reader’s app; tests/docs/commands.e2e.test.ts runs it'
const A_HOST = 'is a server program of the reader’s own; tests/readme/websocket-page.e2e.test.ts runs it'

const OF_RECIPE = 'is a file of the recipe drizzle; tests/cli/add/recipes.e2e.test.ts builds it'
const IN_TUTORIAL = 'is a test of the reader’s app; tests/docs/tutorial.e2e.test.ts runs it'
const IN_WORKSPACE = 'is part of a workspace; tests/readme/workspaces-page.e2e.test.ts builds it'

/** Code of the documentation that no built app contains -> the reason, and the test that runs it. */
export const NOT_BUILT: Readonly<Record<string, string>> = {
  'guide/vite/block-9.js': 'is a plugin of the reader’s own; tests/compiler/build/vite/app-options.test.ts applies one',
  'guide/ag-ui/client/chat.ts': 'is a client outside of the app; tests/http/agent/ag-ui.test.ts makes the same calls',
  'guide/agents/src/server/suppliers.ts': 'calls the agent of another site',
  'guide/calls/block-3.ts': 'is in-process use of a server; tests/readme/calls-page.test.ts runs it',
  'guide/check/src/routes/index.tsx': SHOWS_ERRORS,
  'guide/check/src/routes/orders/index.tsx': SHOWS_ERRORS,
  'guide/codemods/block-2.ts': 'is a codemod; tests/docs/compile.test.ts compiles it',
  'guide/copilot/block-13.ts': A_TEST,
  'guide/deploy/block-1.ts': 'is a server program of the reader’s own; tests/runtime/host/deploy-docs.test.ts runs it',
  'guide/deploy/block-3.ts': 'is another version of fw.config.ts',
  'guide/endpoints/server.mjs':
    'is a server program of the reader’s own; tests/cli/start/endpoints.e2e.test.ts runs it',
  'guide/h3/block-2.js': 'is a program of another host; tests/targets/h3.e2e.test.ts makes the same call',
  'guide/intents/block-5.js': 'is typed into the console of a browser; tests/readme/intents-page.e2e.test.ts runs it',
  'guide/rest/block-3.js':
    'is a call of a script in a page; tests/http/requests/browser-origins.test.ts makes the same request',
  'guide/routing/router.js': 'is a program that reads routes; tests/readme/routing-page.e2e.test.ts runs it',
  'guide/sessions/block-5.ts': 'is a part of src/session.ts; tests/readme/identity-pages.e2e.test.ts compiles it',
  'guide/testing/src/price.ts': A_TEST,
  'guide/testing/tests/agent.test.ts': A_TEST,
  'guide/testing/tests/app.test.ts': A_TEST,
  'guide/testing/tests/forms.test.ts': A_TEST,
  'guide/workspaces/apps/web/src/i18n.ts': IN_WORKSPACE,
  'guide/workspaces/apps/web/src/routes/index.tsx': IN_WORKSPACE,
  'guide/workspaces/apps/web/src/server/orders.api.ts': IN_WORKSPACE,
  'guide/workspaces/packages/contracts/src/order.ts': IN_WORKSPACE,
  'guide/workspaces/packages/ui/src/counter.tsx': IN_WORKSPACE,
  'guide/testing/tests/in-a-browser.ts': A_TEST,
  'guide/testing/tests/islands.test.ts': A_TEST,
  'guide/testing/src/server/notes.api.ts': 'has only the type that the tests of the page need',
  'guide/testing/tests/notes.test.ts': A_TEST,
  'guide/testing/tests/price.test.ts': A_TEST,
  'guide/testing/vitest.config.ts': A_TEST,
  'guide/tutorial/tests/shelf.test.ts': IN_TUTORIAL,
  'guide/tutorial/vitest.config.ts': IN_TUTORIAL,
  'guide/websocket/host-bun.mjs': A_HOST,
  'guide/websocket/host-node.mjs': A_HOST,
  'recipes/databases/block-6.ts': 'is another version of src/database/client.ts; no test has a server of PostgreSQL',
  'recipes/databases/src/database/client.ts': OF_RECIPE,
  'recipes/databases/src/database/schema/tasks.ts': OF_RECIPE,
  'recipes/databases/src/database/tasks.ts': OF_RECIPE,
  'recipes/databases/src/server/tasks.api.ts': OF_RECIPE,
  'recipes/databases/vitest.config.ts': OF_RECIPE,
}
