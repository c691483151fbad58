/** Values of form fields at the edges of schemas: boxes that aren't checked, and patterns of other libraries. */
import { expect, test } from 'vitest'
import * as z from 'zod'
import { api, bool, list, schema, str } from '../../runtime/src/index.ts'
import type { FwServerOptions } from '../../runtime/src/server.ts'
import { Html } from '../../runtime/src/solid/render/html.ts'
import { postForm } from './form-desk.ts'
import { describeTransports } from './transports.ts'

const received: unknown[] = []
const run = ({ input }: { readonly input: object }): void => {
  received.push(input)
}
const join = api({
  description: 'Adds a member.',
  input: schema({ email: str(), newsletter: bool().default(true), topics: list(str()).default(['all']) }),
  run,
})
// Other libraries allow expressions that are invalid in unicode mode.
const send = api({
  description: 'Sends a parcel.',
  input: z.object({ zip: z.string().regex(/^\d{5}(-\d{4})?$/) }),
  run,
})

const options: FwServerOptions = {
  apis: { club: { join, send } },
  routeFiles: [{ filePath: 'index.tsx' }],
  loadRoute: async () => ({ default: () => new Html('<p>The club</p>'), meta: { title: 'Club' } }) as never,
}

describeTransports('values of forms', (start) => {
  test('a box that the user has unchecked is not checked by a default', async () => {
    const client = await start(options)
    for (const [fields, expected] of [
      ['', { newsletter: false, topics: [] }],
      ['&newsletter=on&topics=tea', { newsletter: true, topics: ['tea'] }],
      ['&newsletter=false', { newsletter: false, topics: [] }],
    ] as const) {
      const response = await postForm(client, `fw:tool=api.club.join&email=ann@shop.example${fields}`)
      expect(response.status).toBe(303)
      expect(received.pop()).toEqual({ email: 'ann@shop.example', ...expected })
    }
    // Without a form, nothing was unchecked.
    await client.call('club.join', { email: 'ann@shop.example' })
    expect(received.pop()).toEqual({ email: 'ann@shop.example', newsletter: true, topics: ['all'] })
  })

  test('a field that a pattern of another library refuses is 422, and the page is shown again', async () => {
    const client = await start(options)
    const refused = await postForm(client, 'fw:tool=api.club.send&zip=x')
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('The club')])
    expect((await postForm(client, 'fw:tool=api.club.send&zip=12345-6789')).status).toBe(303)
    expect(received.pop()).toEqual({ zip: '12345-6789' })
  })
})
