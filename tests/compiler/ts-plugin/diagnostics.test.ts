import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { editorApp } from './editor-app.ts'
import { SERVERS, type Server, startServer } from './tsserver.ts'

const WRONG = `import { api } from '@fw/runtime'

export default api({ run: () => null })
`
const RIGHT = `import { api } from '@fw/runtime'

/** Says that the shop is open. */
export const status = api({ run: async () => ({ open: true as boolean }) })
`

describe.each(SERVERS)('tsserver %s', (_, folder) => {
  let server: Server
  beforeAll(() => {
    server = startServer({ folder, verbosity: 'normal' })
  })
  afterAll(() => server.stop())

  it('shows what the rules find, as fw(1001)', async () => {
    const app = editorApp({ 'src/server/shop.api.ts': WRONG })
    const file = app.path('src/server/shop.api.ts')
    await server.open(file)
    expect(await server.diagnostics(file)).toMatchObject([
      {
        source: 'fw',
        code: 1001,
        category: 'error',
        start: { line: 3, offset: 1 },
        end: { line: 3, offset: 40 },
        text: expect.stringContaining('Every tool is named after its export'),
      },
    ])
    await server.edit(file, RIGHT)
    expect(await server.diagnostics(file)).toEqual([])
    await server.close(file)
  })
})
