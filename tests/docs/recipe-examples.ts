/** Requests to the apps of the recipes, and the expected responses. */
import { createHmac } from 'node:crypto'
import type { Example } from './example.ts'

const MCP = {
  input: { jsonrpc: '2.0', id: 1, method: 'ping' },
  headers: { accept: 'application/json, text/event-stream' },
}
const OF_H3 = { type: 'application/json;charset=UTF-8' }
const REDIRECT = { status: 308, type: undefined }
const CALLER = { authorization: 'Bearer reporter-key-of-the-example' }

const PAID = JSON.stringify({ id: 'm-1', order: 'o-1' })

/** The header that signs a body at a time, by default now. */
function signPayment(seconds = Math.floor(Date.now() / 1000)): Readonly<Record<string, string>> {
  const hash = createHmac('sha256', 'a secret of the provider').update(`${seconds}.${PAID}`).digest('hex')
  return { 'x-signature': `t=${seconds},v1=${hash}` }
}

export const RECIPE_EXAMPLES: Readonly<Record<string, Readonly<Record<string, Example>>>> = {
  'recipes/api-keys': {
    'POST /_fw/api/reports.today': { headers: CALLER, text: '"for":"reporter"' },
    'POST /_fw/api/reports.today (without a key)': { status: 403, text: 'out_of_scope' },
  },
  'recipes/background-work': {
    'POST /_fw/api/reports.order': { input: { month: '2026-01' }, text: '"waiting":1' },
  },
  'recipes/contact-form': {
    'GET /contact': { text: 'Write to us' },
    'GET /contact (sent)': { path: '/contact?sent=1', text: 'Thank you.' },
    'POST /_fw/api/contact.write': {
      input: { from: 'ann@example.com', text: 'A letter of some length.' },
      text: '"received":1',
    },
  },
  'recipes/dark-mode': {
    'GET /': { text: 'data-theme="system"' },
    'GET / (dark)': { path: '/', headers: { cookie: 'a=b; theme=dark' }, text: 'data-theme="dark"' },
    'POST /_fw/api/theme.choose': { input: { theme: 'dark' }, text: '"theme":"dark"' },
  },
  'recipes/email': {
    'POST /_fw/api/invitations.send': { input: { to: 'ada@example.com' }, text: '"invited":"ada@example.com"' },
  },
  'recipes/mcp-client': { 'POST /_fw/mcp': { ...MCP, status: 401 } },
  'recipes/object-storage': {
    'GET /photos': { text: 'Photo' },
    'POST /_fw/api/photos.prepare': {
      input: { type: 'image/png', bytes: 8 },
      text: 'https://photos.example/photos/',
    },
    'POST /_fw/api/photos.confirm': { input: {}, status: 400, text: '"path":"key"' },
  },
  'recipes/search-page': {
    'GET /teas': { text: 'Gyokuro' },
    'GET /teas (one)': { path: '/teas?letters=ass', text: '<li>Assam</li>' },
    'POST /_fw/api/teas.search': { input: { letters: 'sen' }, text: '"Sencha"' },
  },
  'recipes/sign-in': {
    'GET /sign-in': { text: 'Create an account' },
    'GET /me': { ...REDIRECT, status: 303, location: '/sign-in' },
    'POST /_fw/api/account.signUp': { input: { name: 'ann', password: 'correct horse' }, text: '"userId":"ann"' },
    'POST /_fw/api/account.signUp (taken)': {
      input: { name: 'ann', password: 'another horse' },
      status: 400,
      text: 'The name is taken.',
    },
    'POST /_fw/api/account.signIn': { input: { name: 'ann', password: 'correct horse' }, text: '"userId":"ann"' },
    'POST /_fw/api/account.signIn (wrong)': {
      input: { name: 'ann', password: 'incorrect horse' },
      status: 400,
      text: 'The name or the password is wrong.',
    },
  },
  'recipes/upload': {
    'GET /labels': { text: 'Image</label>' },
    'POST /_fw/api/labels.save': { input: { image: 'iVBORw==' }, text: '"bytes":4' },
    'POST /_fw/api/labels.save (not a PNG)': { input: { image: 'AAAA' }, status: 400, text: '"path":"image"' },
  },
  'recipes/webhooks': {
    'POST /_fw/api/orders.payInCash': { input: { id: 'A1' }, text: '"result":true' },
    'POST /_fw/api/orders.paid': { input: { id: 'A1' }, text: '"result":true' },
    'HTTP /hooks/payments': {
      method: 'POST',
      body: PAID,
      // Signed when it is sent: signatures are valid for five minutes.
      get headers() {
        return signPayment()
      },
      ...OF_H3,
      text: '"isNew":true',
    },
    'HTTP /hooks/payments (again)': {
      method: 'POST',
      path: '/hooks/payments',
      body: PAID,
      get headers() {
        return signPayment()
      },
      ...OF_H3,
      text: '"isNew":false',
    },
    'HTTP /hooks/payments (old)': {
      method: 'POST',
      path: '/hooks/payments',
      body: PAID,
      headers: signPayment(1),
      status: 401,
    },
  },
}
