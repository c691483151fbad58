import { expect, it } from 'vitest'
import { serve } from '../../../runtime/src/host/serve.ts'
import { createFwServer } from '../../../runtime/src/server/create-server.ts'

it.each(['0.0.0.0', '127.0.0.1', 'localhost'])(
  'says a URL that can be opened when listening on %s',
  async (hostname) => {
    const running = await serve(createFwServer({ routes: { '/': () => 'hello' } }), { port: 0, hostname })
    try {
      expect(new URL(running.url).hostname).not.toBe('0.0.0.0')
      expect(await (await fetch(running.url)).text()).toContain('hello')
    } finally {
      await running.close()
    }
  },
)

it('says in one sentence that a port is taken', async () => {
  const first = await serve(createFwServer({}), { port: 0 })
  try {
    await expect(serve(createFwServer({}), { port: first.port })).rejects.toThrow(String(first.port))
  } finally {
    await first.close()
  }
})
