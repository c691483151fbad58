import { expect, test } from 'vitest'
import type { LogLine } from '../../../runtime/src/contract/config/log.ts'
import { api, schema, str } from '../../../runtime/src/index.ts'
import { createFwServer } from '../../../runtime/src/server.ts'
import { toAnswer } from '../transports.ts'

test('fetch: a caller that disconnects mid-body is rejected as over a socket, and logs no stack trace', async () => {
  const lines: LogLine[] = []
  const echo = api({ description: 'Echo.', input: schema({ text: str() }), run: ({ input }) => input.text })
  const server = createFwServer({ apis: { shop: { echo } }, log: (line) => void lines.push(line) })
  let pulled = 0
  const body = new ReadableStream({
    pull(controller) {
      pulled += 1
      if (pulled === 1) controller.enqueue(new TextEncoder().encode('{"text":'))
      else controller.error(new Error('the caller has gone'))
    },
  })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, duplex: 'half' }
  const answer = await toAnswer(
    await server.fetch(new Request('http://localhost/_fw/api/shop.echo', init as RequestInit)),
  )
  expect([answer.status, answer.body]).toEqual([
    400,
    { ok: false, code: 'invalid_request', error: 'The client disconnected before the body was complete.' },
  ])
  expect(lines).toEqual([])
})
