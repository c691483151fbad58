/** Values of form fields at the edges of schemas: boxes that aren't checked, and patterns of other libraries. */
import { afterAll, expect, test } from 'vitest'
import type { FwServerOptions } from '../../../runtime/src/server.ts'
import { compileRoutes } from '../../runtime/page/compiled-routes.ts'
import { postForm, SAME } from '../form-desk.ts'
import { describeTransports } from '../transports.ts'

// Other libraries allow patterns that are invalid in unicode mode, such as that of zip.
const app = compileRoutes({
  'server/club.api.ts': String.raw`
    import { api, bool, list, schema, str } from '@fw/runtime'
    import * as z from 'zod'
    export const received = []
    const run = ({ input }) => { received.push(input) }
    export const join = api({
      description: 'Adds a member.',
      input: schema({ email: str(), newsletter: bool().default(true), topics: list(str()).default(['all']) }),
      run,
    })
    export const send = api({
      description: 'Sends a parcel.', input: z.object({ zip: z.string().regex(/^\d{5}(\-\d{4})?$/) }), run,
    })
    export const show = api({
      description: 'Shows a photo.',
      input: z.object({ photo: z.object({ name: z.string() }).optional(), size: z.union([z.number(), z.boolean()]).optional() }),
      run,
    })
  `,
  'routes/index.tsx': `
    import { useForm } from '@fw/runtime'
    import { send } from '../server/club.api.ts'
    export default function Page() {
      const form = useForm(send)
      return <form action={form}><input {...form.field('zip')} /><p>{form.errorAt('zip')}</p></form>
    }
  `,
  'routes/kept.tsx': `
    import { join } from '../server/club.api.ts'
    export const cache = { scope: 'private', maxAge: 60 }
    export default () => <form action={join}><input name="email" /></form>
  `,
})
afterAll(() => app.close())
const { received, join, send, show } = (await app.load('server/club.api.ts')) as {
  received: unknown[]
  join: object
  send: object
  show: object
}
const options: FwServerOptions = { ...app.options, apis: { club: { join, send, show } } }

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

  test('of two fields for one file, the one with a file counts', async () => {
    const client = await start(options)
    const part = (name: string, filename: string, content: string) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"${filename}\r\n\r\n${content}\r\n`
    const photo = part('photo', '; filename="x.png"', 'x')
    // A browser sends this for a field without a chosen file.
    const none = part('photo', '; filename=""', '')
    for (const [files, expected] of [
      [[photo, none], { photo: { name: 'x.png' } }],
      [[none, photo], { photo: { name: 'x.png' } }],
      [[none, none], {}],
    ] as const) {
      const body = `${[part('fw:tool', '', 'api.club.show'), ...files].join('')}--b--\r\n`
      const headers = { ...SAME, 'content-type': 'multipart/form-data; boundary=b' }
      expect((await client.request('/', { method: 'POST', headers, body })).status).toBe(303)
      expect(received.pop()).toEqual(expected)
    }
  })

  test('a number stays a number where a boolean is possible, too', async () => {
    const client = await start(options)
    for (const [size, value] of [
      ['1', 1],
      ['7', 7],
      ['on', true],
      ['false', false],
    ] as const) {
      await postForm(client, `fw:tool=api.club.show&size=${size}`)
      expect(received.pop()).toEqual({ size: value })
    }
  })

  test('a page that a browser keeps has no key, with which the next form of the visitor would count as the same', async () => {
    const client = await start(options)
    const page = await client.request('/kept')
    expect(page.headers.get('cache-control')).toBe('private, max-age=60')
    expect(await page.text()).toContain('name="fw:key" value=""')
    for (const email of ['ann@shop.example', 'ben@shop.example']) {
      expect((await postForm(client, `fw:tool=api.club.join&fw:key=&email=${email}`)).status).toBe(303)
      expect(received.pop()).toMatchObject({ email })
    }
  })

  test('HTML that the app streams itself stays as it is, if browsers may store it', async () => {
    const bytes = new TextEncoder().encode('<p>Grüße</p>')
    const client = await start({
      ...options,
      middleware: ({ url }) => {
        if (!url.endsWith('/own')) return undefined
        const parts = new ReadableStream({
          start(controller) {
            for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
            controller.close()
          },
        })
        return new Response(parts, { headers: { 'content-type': 'text/html', 'cache-control': 'public, max-age=60' } })
      },
    })
    expect(await (await client.request('/own')).text()).toBe('<p>Grüße</p>')
  })

  test('a field that a pattern of another library refuses is shown again with its error', async () => {
    const client = await start(options)
    const refused = await postForm(client, 'fw:tool=api.club.send&zip=1234x')
    const html = await refused.text()
    expect(refused.status, html).toBe(422)
    expect(html).toContain('value="1234x"')
    expect(html).toMatch(/<p>[^<]*[A-Z][^<]+/)
    expect((await postForm(client, 'fw:tool=api.club.send&zip=12345-6789')).status).toBe(303)
    expect(received.pop()).toEqual({ zip: '12345-6789' })
  })
})
