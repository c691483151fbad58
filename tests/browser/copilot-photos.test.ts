/** Photos of the copilot in Chromium: scaled down before they are sent, so that they fit the server's body limit. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rolldown } from 'rolldown'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineAgent } from '../../runtime/src/agent.ts'
import type { createCopilot } from '../../runtime/src/client.ts'
import { createFwServer, type FwServer } from '../../runtime/src/server.ts'
import { type StrictModel, strictModel } from '../support/vendors/strict-model.ts'
import { type Chromium, launchChromium, type OpenPage } from './chromium.ts'

/** The page's own entry: the copilot of the sources. */
const ENTRY = `import { createCopilot } from ${JSON.stringify(new URL('../../runtime/src/client.ts', import.meta.url).pathname)}
window.createCopilot = createCopilot`

let model: StrictModel
let server: FwServer
let browser: Chromium
let opened: OpenPage
let http: ReturnType<typeof createServer>
beforeAll(async () => {
  model = await strictModel()
  server = createFwServer({ agent: defineAgent({}, { env: model.env() }), log: () => undefined })
  const code = await bundle()
  http = createServer(async (request, response) => {
    const path = request.url ?? '/'
    if (path === '/')
      return void response.setHeader('content-type', 'text/html').end('<script type=module src=/main.js></script>')
    if (path === '/main.js') return void response.setHeader('content-type', 'text/javascript').end(code)
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk as Uint8Array)
    const body = request.method === 'POST' ? Buffer.concat(chunks) : undefined
    const headers = request.headers as Record<string, string>
    const init = { method: request.method ?? 'GET', headers, ...(body && { body }) }
    const reply = await server.fetch(new Request(`http://${request.headers.host}${path}`, init))
    response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(Buffer.from(await reply.arrayBuffer()))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  browser = await launchChromium()
  opened = await browser.open(`http://127.0.0.1:${(http.address() as AddressInfo).port}/`)
})
afterAll(async () => {
  await browser.close()
  http.closeAllConnections()
  http.close()
  await server.close()
  await model.close()
})

async function bundle(): Promise<string> {
  const build = await rolldown({
    input: 'entry',
    platform: 'browser',
    resolve: { conditionNames: ['fw-source', 'browser', 'import', 'default'] },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? id : undefined),
        load: (id) => (id === 'entry' ? ENTRY : undefined),
      },
    ],
  })
  const { output } = await build.generate({ format: 'es', codeSplitting: false })
  return output[0].code
}

/** Sends files with the copilot of the page, and returns what it shows then. */
async function send(
  files: readonly { readonly name: string; readonly type: string; readonly data: string }[],
  asFile = true,
) {
  return opened.page.evaluate(
    async ({ files, asFile }) => {
      const create = (window as unknown as { createCopilot: typeof createCopilot }).createCopilot
      const copilot = create({ path: () => '/' })
      const attachments = files.map(({ name, type, data }) => {
        if (!asFile) return { name, mediaType: type, data }
        return new File([Uint8Array.from(atob(data), (character) => character.charCodeAt(0))], name, { type })
      })
      try {
        await copilot.send('What is it?', { attachments })
        return copilot.state.notice ?? copilot.state.messages.at(-1)?.content
      } catch (error) {
        return String(error)
      }
    },
    { files, asFile },
  )
}

interface SentImage {
  readonly source: { readonly media_type: string; readonly data: string }
}

const listImages = () => {
  const body = JSON.stringify(model.requests.at(-1)?.body)
  return [...body.matchAll(/\{"type":"image","source":(\{[^}]*\})/g)].map(([, source]) => ({
    source: JSON.parse(source ?? '') as SentImage['source'],
  }))
}

/** Noise, which compresses badly: a photo of about 20 MB. */
const createNoise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })

test.each([true, false])('a photo of many megabytes fits the limit, as a file of an input: %s', async (asFile) => {
  const photo = await createNoise(4000, 3000).jpeg({ quality: 90 }).withMetadata({ orientation: 6 }).toBuffer()
  expect(photo.length).toBeGreaterThan(4_000_000)
  model.add('Noise.')
  expect(await send([{ name: 'photo.jpg', type: 'image/jpeg', data: photo.toString('base64') }], asFile)).toBe('Noise.')
  const [image] = listImages()
  const sent = await sharp(Buffer.from(image?.source.data ?? '', 'base64')).metadata()
  expect([image?.source.media_type, sent.format]).toEqual(['image/jpeg', 'jpeg'])
  // The camera was turned: the longer edge is the height.
  expect(sent.height).toBeGreaterThan(sent.width)
  expect(sent.height).toBeLessThanOrEqual(1568)
  expect(image?.source.data.length).toBeLessThanOrEqual(400_000)
  expect(model.broken).toEqual([])
})

test('a small image is sent as it is, and a file that is not an image, too', async () => {
  const png = (await createNoise(20, 20).png().toBuffer()).toString('base64')
  model.add('Small.')
  const note = { name: 'note.txt', type: 'text/plain', data: btoa('A note.') }
  expect(await send([{ name: 'dot.png', type: 'image/png', data: png }, note])).toBe('Small.')
  expect(listImages()).toEqual([{ source: { type: 'base64', media_type: 'image/png', data: png } }])
  expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('A note.')
})

test('a photo that the browser cannot read is named, and a large file gets the limit of the server', async () => {
  const heic = { name: 'photo.heic', type: 'image/heic', data: btoa('not a photo') }
  expect(await send([heic])).toContain("This browser can't read photo.heic (image/heic). Send it as JPEG or PNG.")
  const pdf = { name: 'book.pdf', type: 'application/pdf', data: btoa('%PDF-1.7 '.repeat(200_000)) }
  expect(await send([pdf])).toContain('larger than 1048576 bytes')
})

test('older photos leave the requests before they exceed the limit', async () => {
  const photo = await createNoise(3000, 2000).jpeg({ quality: 90 }).toBuffer()
  model.add('One.', 'Two.', 'Three.')
  const replies = await opened.page.evaluate(async (data) => {
    const create = (window as unknown as { createCopilot: typeof createCopilot }).createCopilot
    const copilot = create({ path: () => '/' })
    const seen: string[] = []
    for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) {
      await copilot.send(name, { attachments: [{ name, mediaType: 'image/jpeg', data }] })
      seen.push(copilot.state.notice ?? copilot.state.messages.at(-1)?.content ?? '')
    }
    return seen
  }, photo.toString('base64'))
  expect(replies).toEqual(['One.', 'Two.', 'Three.'])
  const body = JSON.stringify(model.requests.at(-1)?.body)
  expect(body).toContain('[a.jpg, image/jpeg: not stored in the conversation]')
  expect(listImages().length).toBeGreaterThan(0)
})
