import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createFwServer } from '../../../../runtime/src/server.ts'
import { ask, ran, tidyAfterEach } from '../../agent-app.ts'
import { type Client, describeTransports } from '../../transports.ts'
import { ADA, begin, type Event, eventsOf, resume, WAITING, waitingShop } from './resume-rig.ts'

tidyAfterEach()

const numbers = (events: readonly Event[]) => events.flatMap(({ id }) => (id === undefined ? [] : [Number(id)]))
const said = (events: readonly Event[]) =>
  events
    .filter(({ data }) => data.startsWith('{'))
    .map(({ data }) => (JSON.parse(data) as { delta?: string }).delta ?? '')
    .join('')

describeTransports('a stream that can be resumed', (start) => {
  test('EVT-18 a client that lost its connection gets the rest with Last-Event-ID, once and in order', async () => {
    const { options, open, model } = await waitingShop(WAITING)
    const client = await start(options)
    const { readUntil, leave, address, response } = await begin(client)
    expect(address).toBe(`/_fw/agent/${response.headers.get('x-fw-stream-id')}/stream`)
    const before = await readUntil('tool-input-available')
    await leave()
    const rest = resume(client, address, before.at(-1)?.id)
    open()
    const resumed = await rest
    expect(resumed.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(resumed.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1')
    const behind = eventsOf(await resumed.text())
    const all = [...before, ...behind]
    expect(numbers(all)).toEqual(numbers(all).map((_, index) => index + 1))
    expect(said(all)).toContain('One moment.')
    expect(said(all)).toContain('Here it is.')
    expect(all.at(-1)).toEqual({ id: undefined, data: '[DONE]' })
    expect(ran).toEqual(['wait'])
    expect(model.requests.map(({ aborted }) => aborted)).toEqual([false, false])
    // Nothing is left: an EventSource stops trying at 204.
    expect((await resume(client, address, behind.at(-2)?.id)).status).toBe(204)
  })

  test('the turn ends without a reader, and its reply is still available', async () => {
    const { options, open, model } = await waitingShop(WAITING)
    const client = await start(options)
    const { readUntil, leave, address } = await begin(client)
    await readUntil('tool-input-available')
    await leave()
    open()
    await expect.poll(() => model.requests.length).toBe(2)
    const whole = eventsOf(await (await resume(client, address)).text())
    expect(numbers(whole)[0]).toBe(1)
    expect(said(whole)).toContain('Here it is.')
  })

  test('several readers get all of it', async () => {
    const { options, open } = await waitingShop(WAITING)
    const client = await start(options)
    const first = await begin(client)
    await first.readUntil('tool-input-available')
    const others = [await resume(client, first.address), await resume(client, first.address)]
    open()
    const texts = await Promise.all(others.map((response) => response.text()))
    const mine = await first.readUntil('[DONE]')
    for (const text of texts) expect(eventsOf(text)).toEqual(mine)
    expect(ran).toEqual(['wait'])
  })

  test("other callers can neither read nor end it: for them it doesn't exist", async () => {
    const { options, open } = await waitingShop(WAITING)
    const client = await start(options)
    const { readUntil, address } = await begin(client)
    await readUntil('tool-input-available')
    const missing = '/_fw/agent/stream_0/stream'
    const answers = [
      await resume(client, address, undefined, 'eve'),
      await resume(client, address, '2', 'eve'),
      await client.request(address),
      await resume(client, missing),
    ]
    const bodies = await Promise.all(answers.map((answer) => answer.json()))
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    for (const body of bodies) expect(body).toEqual(bodies.at(-1))
    const stopped = await client.request(address, { method: 'DELETE', headers: { 'x-user': 'eve' } })
    expect(stopped.status).toBe(204)
    open()
    expect(said(await readUntil('[DONE]'))).toContain('Here it is.')
  })

  test('DELETE ends the turn, and notifies its reader', async () => {
    const { options, model } = await waitingShop([{ text: 'a b c d e f g h', hang: 'within' }])
    const client = await start(options)
    const { readUntil, address } = await begin(client)
    await readUntil('text-delta')
    const headers = { 'x-user': 'ada' }
    expect((await client.request(address, { method: 'DELETE', headers })).status).toBe(204)
    const events = await readUntil('[DONE]')
    expect(events.at(-2)?.data).toBe('{"type":"error","errorText":"The reply was stopped."}')
    await expect.poll(() => model.requests[0]?.aborted).toBe(true)
    expect((await resume(client, address)).status).toBe(404)
    const foreign = { ...headers, 'sec-fetch-site': 'cross-site' }
    expect((await client.request(address, { method: 'DELETE', headers: foreign })).status).toBe(403)
    expect((await client.request(address, { method: 'PUT', headers })).status).toBe(405)
  })

  test('a named conversation is found by its name, and a new turn in it ends one without a reader', async () => {
    const { options, model } = await waitingShop([
      { text: 'a b c d e f g h', hang: 'within' },
      { text: 'i j k l', hang: 'within' },
    ])
    const client = await start(options)
    const address = '/_fw/agent/chat-1/stream'
    expect((await resume(client, address)).status).toBe(204)
    const first = await begin(client, { more: { id: 'chat-1' } })
    await first.readUntil('text-delta')
    await first.leave()
    const again = await resume(client, address)
    expect(again.headers.get('content-location')).toBe(first.address)
    expect((await resume(client, address, undefined, 'eve')).status).toBe(204)
    await again.body?.cancel()
    const second = await begin(client, { more: { id: 'chat-1' } })
    await second.readUntil('text-delta')
    await expect.poll(() => model.requests[0]?.aborted).toBe(true)
    expect(model.requests[1]?.aborted).toBe(false)
    await second.leave()
  })

  test('a new turn in a conversation ends the earlier one as soon as its reader leaves', async () => {
    const { options, model } = await waitingShop([
      { text: 'a b c d e f g h', hang: 'within' },
      { text: 'i j k l', hang: 'within' },
    ])
    const client = await start(options)
    const first = await begin(client, { more: { id: 'chat-1' } })
    await first.readUntil('text-delta')
    const second = await begin(client, { more: { id: 'chat-1' } })
    await second.readUntil('text-delta')
    expect(model.requests[0]?.aborted).toBe(false)
    await first.leave()
    await expect.poll(() => model.requests[0]?.aborted).toBe(true)
    expect(model.requests[1]?.aborted).toBe(false)
    await second.leave()
  })

  test('a Last-Event-ID that was never sent is refused', async () => {
    const { options, open } = await waitingShop(WAITING)
    const client = await start(options)
    const { readUntil, address } = await begin(client)
    await readUntil('tool-input-available')
    for (const last of ['99', 'x', '-1', '']) {
      const refused = await resume(client, address, last)
      expect([last, refused.status]).toEqual([last, 422])
      expect(await refused.json()).toMatchObject({ error: 'stream_not_resumable' })
    }
    open()
    await readUntil('[DONE]')
  })

  test('EVT-18 a turn never begins with Last-Event-ID; the error has the solution', async () => {
    const { options, model } = await waitingShop(WAITING)
    const { post } = await start(options)
    const { status, body } = await post('/_fw/agent', ask('Go.'), { ...ADA, 'last-event-id': '3' })
    expect([status, body.error, body.message]).toEqual([
      422,
      'stream_not_resumable',
      expect.stringContaining('send GET to the URL in its Content-Location'),
    ])
    expect(model.requests).toHaveLength(0)
  })

  test('without the option, or for an anonymous caller, a disconnect ends the turn', async () => {
    const ends: readonly [object, object][] = [
      [{}, ADA],
      [{ resumableStreams: true }, { ...ADA, 'x-user': undefined }],
    ]
    for (const [config, headers] of ends) {
      const { options, model } = await waitingShop([{ text: 'a b c d e f g h', hang: 'within' }], config)
      const client = await start(options)
      const known = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
      const { readUntil, leave, response } = await begin(client, { headers: known, more: { id: 'chat' } })
      expect(response.headers.get('content-location')).toBeNull()
      await readUntil('text-delta')
      await leave()
      await expect.poll(() => model.requests[0]?.aborted).toBe(true)
    }
    const { options } = await waitingShop([], {})
    const client = await start(options)
    expect((await resume(client, '/_fw/agent/chat/stream')).status).toBe(204)
    expect((await resume(client, '/_fw/agent/chat/stream', '4')).status).toBe(422)
    expect((await client.request('/_fw/agent/chat/stream', { method: 'DELETE' })).status).toBe(204)
  })

  test('closing the server ends turns without a reader', async () => {
    const { options, model } = await waitingShop([{ text: 'a b c d e f g h', hang: 'within' }])
    const client = await start(options)
    const { readUntil, leave } = await begin(client)
    await readUntil('text-delta')
    await leave()
    await client.server.close()
    await expect.poll(() => model.requests[0]?.aborted).toBe(true)
  })
})

/** The rows of the page's table of responses, by request. */
const SHOWN: Readonly<Record<string, (client: Client, address: string) => Promise<Response>>> = {
  '`GET` with `last-event-id: 7`': (client, address) => resume(client, address, '7'),
  '`GET`': (client, address) => resume(client, address),
  '`GET` after the whole reply has arrived': async (client, address) => {
    const all = eventsOf(await (await resume(client, address)).text())
    return resume(client, address, all.at(-2)?.id)
  },
  "`GET` of an unknown stream, or of another caller's": (client, address) => resume(client, address, undefined, 'eve'),
  "`GET` with an event id that doesn't exist": (client, address) => resume(client, address, '999'),
  '`GET` of a conversation without a reply': (client) => resume(client, '/_fw/agent/chat-2/stream'),
  '`DELETE`': ({ request }, address) => request(address, { method: 'DELETE', headers: { 'x-user': 'ada' } }),
}

test('the table in the docs matches the responses', async () => {
  const page = readFileSync(fileURLToPath(new URL('../../../../docs/guide/copilot.md', import.meta.url)), 'utf8')
  const table = page.split('\n## Resumable streams\n')[1]?.split('\n## ')[0] ?? ''
  const rows = [...table.matchAll(/^\| (`(?:GET|DELETE)`.*?) +\| (\d+)(?: `(\w+)`)?/gm)]
  expect(rows.map(([, asked]) => asked)).toEqual(Object.keys(SHOWN))
  const config = new Function(`return ${/defineAgent\((.*)\)/.exec(table)?.[1]}`)() as object // read from the page
  const { options, open } = await waitingShop(
    Object.keys(SHOWN).flatMap(() => WAITING),
    config,
  )
  open()
  const server = createFwServer({ log: () => undefined, ...options })
  const request = (path: string, init?: RequestInit) => server.fetch(new Request(`http://localhost${path}`, init))
  const client = { request } as Client // all that is used of it
  for (const [, asked = '', status, code] of rows) {
    const { readUntil, leave, address } = await begin(client, { headers: ADA })
    await readUntil('tool-input-available')
    await leave()
    const answer = await SHOWN[asked]?.(client, address)
    expect([asked, String(answer?.status)]).toEqual([asked, status])
    if (code !== undefined) expect(await answer?.json()).toMatchObject({ error: code })
    await answer?.body?.cancel().catch(() => undefined)
  }
  await server.close()
})
