import { expect, test } from 'vitest'
import { api, FwError } from '../../../runtime/src/index.ts'
import { describeTransports, toAnswer } from '../transports.ts'

const add = api({ description: 'Adds.', run: () => 'ran' })
const show = api({ description: 'Shows.', readonly: true, run: () => 'ran' })

describeTransports('methods', (start) => {
  test('an existing path responds to another method with its code and the allowed methods', async () => {
    const { request } = await start({ apis: { shop: { add, show } } })
    const wrong: readonly [method: string, path: string, allow: string][] = [
      ['GET', '/_fw/api/shop.add', 'POST'],
      ['PUT', '/_fw/api/shop.show', 'GET, HEAD, POST'],
      ['GET', '/_fw/approve', 'POST'],
      ['GET', '/_fw/reject', 'POST'],
      ['POST', '/_fw/manifest?path=/', 'GET, HEAD'],
      ['DELETE', '/_fw/proposals', 'GET, HEAD'],
    ]
    for (const [method, path, allow] of wrong) {
      const { status, body, headers } = await toAnswer(await request(path, { method }))
      expect([path, status, body.code, headers.get('allow')]).toEqual([path, 405, 'method_not_allowed', allow])
    }
  })

  test('a refusal outside the endpoints has the headers of its code too', async () => {
    const { request } = await start({
      siteUrl: 'https://shop.test',
      middleware: (req) => {
        if (!req.url.endsWith('/limited')) return undefined
        throw new FwError('rate_limited', { headers: { 'retry-after': '7' } })
      },
    })
    for (const path of ['/robots.txt', '/sitemap.xml']) {
      const refused = await request(path, { method: 'POST' })
      expect([path, refused.status, refused.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD'])
    }
    const limited = await request('/limited')
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7'])
  })
})
