import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** In a process of its own: this one has loaded everything. */
const SCRIPT = `
  import { request } from 'node:http'
  import { api } from '@fw/runtime'
  import { createFwServer } from '@fw/runtime/server'
  import { serve } from '@fw/runtime/host'
  const greet = api({ run: ({ ctx }) => 'hello ' + ctx.user })
  const ctxFor = (req) => ({ user: req.headers.get('x-user'), path: new URL(req.url).pathname })
  const running = await serve(createFwServer({ apis: { a: { greet } }, ctxFor }), { port: 0 })
  const headers = { 'x-user': 'ada' }
  const answer = await new Promise((resolve) => {
    request(running.url + '/_fw/api/a.greet', { method: 'POST', headers }, (incoming) => {
      let text = ''
      incoming.on('data', (chunk) => (text += chunk)).on('end', () => resolve(text))
    }).end()
  })
  const isLoaded = () => process.moduleLoadList.some((name) => name.endsWith('undici/undici'))
  const before = isLoaded()
  new Headers()
  await running.close()
  console.log(JSON.stringify({ answer: JSON.parse(answer), loaded: [before, isLoaded()] }))
`

test('a server of API calls never loads the implementation of fetch, 9 MB of code', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT])
  // The second: the list is one in which it would be seen.
  expect(JSON.parse(stdout)).toEqual({ answer: { ok: true, result: 'hello ada' }, loaded: [false, true] })
}, 30_000)
