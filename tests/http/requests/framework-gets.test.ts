/** GET requests below `/_fw/` that markup may cause: code of the app that runs for them has agent origin, at every endpoint. */
import { expect, test } from 'vitest'
import { defineAgent } from '../../../runtime/src/agent.ts'
import { api, schema } from '../../../runtime/src/index.ts'
import { describeTransports } from '../transports.ts'

const BROWSER = { 'sec-fetch-site': 'same-origin' }
/** An image, a preload for `fetch`, and an image of another site. */
const MARKUP = [
  { ...BROWSER, accept: 'image/*', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  { ...BROWSER, accept: '*/*', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
  { accept: 'image/*', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
]
const LINK = { ...BROWSER, accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

describeTransports('a GET below /_fw/', (start) => {
  const open = async () => {
    const ran: string[] = []
    const sweep = api({
      description: 'Sweeps.',
      guard: 'confirm',
      input: schema({}),
      run: () => {
        ran.push('sweep')
      },
    })
    const read = api({ description: 'Reads.', readonly: true, input: schema({}), run: () => 'read' })
    const client = await start({
      apis: { shop: { sweep, read } },
      approvals: 'signed-in',
      agent: defineAgent({ instructions: 'Helps.' }),
      openapi: { access: 'user' },
      ctxFor: async () => {
        await sweep({}).catch(() => undefined)
        return { userId: 'ann' }
      },
    })
    const get = async (path: string, headers: Record<string, string>) => {
      ran.length = 0
      await (await client.request(path, { headers })).text()
      return ran.length
    }
    return get
  }

  test.each([
    '/_fw/proposals',
    `/_fw/proposals?id=${'x'.repeat(32)}`,
    '/_fw/manifest?path=/',
    '/_fw/openapi.json',
    '/_fw/api/shop.read',
    `/_fw/agent/${'x'.repeat(32)}/stream`,
  ])('that markup causes runs no guarded function in ctxFor: %s', async (path) => {
    const get = await open()
    for (const headers of MARKUP) expect(await get(path, headers)).toBe(0)
  })

  test('of a script that sends the header, and the page that a user opens, are those of a user', async () => {
    const get = await open()
    for (const path of ['/_fw/proposals', '/_fw/openapi.json', '/_fw/api/shop.read'])
      expect(await get(path, { ...MARKUP[1], 'x-fw-origin': 'human' })).toBe(1)
    expect(await get('/_fw/proposals', LINK)).toBe(1)
    // A link in a message.
    expect(await get('/_fw/proposals', { ...LINK, 'sec-fetch-site': 'cross-site' })).toBe(1)
    expect(await get('/_fw/manifest?path=/', LINK)).toBe(0)
  })
})
