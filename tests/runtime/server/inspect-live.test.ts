/** `inspectLive`: development tools learn of the tags of live reads, and of writes. */
import { expect, test } from 'vitest'
import { api, revalidateTag, schema, str } from '../../../runtime/src/index.ts'
import { createFwServer, type FwServerOptions } from '../../../runtime/src/server.ts'

type Facts = Parameters<NonNullable<FwServerOptions['inspectLive']>>[0]

const input = schema({ board: str() })
const list = api({ description: 'Lists.', readonly: true, input, tags: ['board-[board]'], run: () => [] })
const move = api({ description: 'Moves.', input, invalidates: ['board-[board]'], run: () => 'moved' })
const apis = { cards: { list, move } }

function serve(options: Partial<FwServerOptions> = {}) {
  const facts: Facts[] = []
  const logged: string[] = []
  const server = createFwServer({
    apis,
    log: ({ msg }) => void logged.push(msg),
    inspectLive: (fact) => void facts.push(fact),
    ...options,
  })
  const call = async (name: string, headers: Record<string, string> = {}) => {
    const response = await server.fetch(
      new Request(`http://app.test/_fw/api/cards.${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{"board":"harbour"}',
      }),
    )
    return response.json()
  }
  return { server, facts, logged, call }
}

test('each live read is reported with its receipt and its tags, and each write once', async () => {
  const { server, facts, call } = serve()
  await call('list')
  expect(facts).toEqual([])
  const first = await call('list', { 'x-fw-live': 'read' })
  const sealed = { kind: 'read', tool: 'api.cards.list', input: { board: 'harbour' }, tags: ['board-harbour'] }
  expect(facts.splice(0)).toEqual([{ ...sealed, receipt: first.live }])
  // Single flight: the read is made again for the response of the write.
  const moved = await call('move', { 'x-fw-live-reads': first.live, 'x-fw-origin': 'agent' })
  const again = await call('move', { 'x-fw-live-reads': first.live })
  expect(moved.stale).toEqual([0])
  const written = { kind: 'write', change: { tool: 'api.cards.move', tags: ['board-harbour'] } }
  expect(facts.splice(0)).toEqual([
    expect.objectContaining({ kind: 'write', change: expect.objectContaining({ ...written.change, origin: 'agent' }) }),
    expect.objectContaining({ kind: 'write', change: expect.objectContaining({ ...written.change, origin: 'human' }) }),
    { ...sealed, receipt: again.fresh[0].live },
  ])
  await revalidateTag('other')
  expect(facts).toMatchObject([{ kind: 'write', change: { tags: ['other'], origin: 'human' } }])
  await server.close()
  await revalidateTag('other')
  expect(facts).toHaveLength(1)
})

test('inputs are redacted, onChange is called too, and an error of the tool affects nothing', async () => {
  const changes: string[] = []
  const redacting = serve({ redact: () => ({ board: '…' }), onChange: ({ tags }) => void changes.push(...tags) })
  await redacting.call('list', { 'x-fw-live': 'read' })
  await redacting.call('move')
  expect(redacting.facts).toMatchObject([{ input: { board: '…' } }, { kind: 'write' }])
  expect(changes).toEqual(['board-harbour'])
  await redacting.server.close()
  const failing = serve({
    inspectLive: () => {
      throw new Error('broken')
    },
  })
  expect(await failing.call('list', { 'x-fw-live': 'read' })).toMatchObject({ ok: true, live: expect.any(String) })
  expect(await failing.call('move')).toMatchObject({ ok: true })
  expect(failing.logged).toEqual(['inspectLive failed.', 'inspectLive failed.'])
  await failing.server.close()
})
