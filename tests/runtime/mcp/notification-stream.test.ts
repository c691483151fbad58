import { expect, it } from 'vitest'
import { NotificationStream } from '../../../runtime/src/mcp/notification-stream.ts'

it('a stream whose client has disconnected before it is made ends', async () => {
  let ended = 0
  const stream = new NotificationStream({
    signal: AbortSignal.abort(),
    onEnd: () => {
      ended += 1
    },
  })
  await expect.poll(() => ended).toBe(1)
  stream.send('a', {})
  expect(await new Response(stream.body).text()).toBe(': \n\n')
})
