/** Sends the examples of `docs/guide/a2a.md` unchanged. Its other statements are tested in `a2a*.test.ts`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createFwServer } from '../../../runtime/src/server.ts'
import { shop } from '../agent-app.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const page = readFileSync(join(root, 'docs/guide/a2a.md'), 'utf8')

test('the request of the page calls the tool that it names', async () => {
  const [, path = ''] = /curl localhost:3000(\S+)/.exec(page) ?? []
  const headers = [...page.matchAll(/-H '([^:']+): ([^']+)'/g)].map(([, name = '', value = '']) => [name, value])
  const [, body = ''] = /-d '(.*)'$/m.exec(page) ?? []
  const server = createFwServer({
    apis: { shop },
    ctxFor: (req) => ({ path: new URL(req.url).pathname }),
    log: () => undefined,
  })
  const init = { method: 'POST', headers: headers as [string, string][], body }
  const answer = await server.fetch(new Request(`http://localhost:3000${path}`, init))
  expect(await answer.json()).toMatchObject({
    task: {
      status: { state: 'TASK_STATE_COMPLETED' },
      artifacts: [{ parts: [{ data: { names: ['tea pot'] } }] }],
    },
  })
  await server.close()
})
