/** Unknown paths of an app that has functions and no pages. */
import { expect, test } from 'vitest'
import { api } from '../../../runtime/src/index.ts'
import { routeModules } from '../route-modules.ts'
import { describeTransports } from '../transports.ts'

const apis = {
  articles: { find: api({ description: 'Finds.', readonly: true, http: 'GET /articles', run: () => [] }) },
}
const pages = routeModules({ 'index.tsx': { html: () => 'home' } })

describeTransports('an app without pages', (start) => {
  test('answers unknown paths with the error envelope, whatever the method', async () => {
    const { request } = await start({ apis })
    for (const [path, method] of [
      ['/', 'GET'],
      ['/none', 'GET'],
      ['/none', 'POST'],
      ['/none', 'DELETE'],
    ] as const) {
      const response = await request(path, { method })
      expect([response.status, await response.json()], `${method} ${path}`).toEqual([
        404,
        { ok: false, error: expect.any(String), code: 'not_found' },
      ])
    }
    const { request: requestWithPages } = await start({ apis, ...pages })
    expect((await requestWithPages('/none')).headers.get('content-type')).toContain('text/')
  })
})
