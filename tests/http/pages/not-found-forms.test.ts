/** Forms of the root layout, which `_404` shows too. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { compileRoutes } from '../../runtime/page/compiled-routes.ts'
import { postForm } from '../form-desk.ts'
import { describeTransports } from '../transports.ts'

const compiled = compileRoutes({
  'server/news.api.ts': `import { api, schema, str } from '@fw/runtime'
export const log = []
export const join = api({
  description: 'Sends news.', access: 'public', input: schema({ mail: str({ min: 5 }) }),
  run: ({ input }) => { log.push(input.mail); return {} },
})`,
  'routes/_layout.tsx': `import { useForm } from '@fw/runtime'
import { join } from '../server/news.api.ts'
export default (props) => {
  const form = useForm(join)
  return <>{props.children}<form action={join}><input name="mail" value={form.value('mail')} /></form></>
}`,
  'routes/index.tsx': 'export default () => <h1>home</h1>',
  'routes/_404.tsx': 'export default () => <h1>not here</h1>',
})
afterAll(() => compiled.close())
const news = (await compiled.load('server/news.api.ts')) as { log: string[] }
beforeEach(() => {
  news.log.length = 0
})

describeTransports('forms of _404', (start) => {
  const open = () => start({ ...compiled.options, apis: { news } })

  test('an accepted form runs, and leads back to its page', async () => {
    const response = await postForm(
      await open(),
      'fw:tool=api.news.join&mail=ann@tea.example',
      undefined,
      '/nowhere?a=1',
    )
    expect([response.status, response.headers.get('location')]).toEqual([303, '/nowhere?a=1'])
    expect(news.log).toEqual(['ann@tea.example'])
  })

  test('a refused form renders the page again, with its values', async () => {
    const response = await postForm(await open(), 'fw:tool=api.news.join&mail=ann', undefined, '/nowhere')
    const html = await response.text()
    expect([response.status, html.includes('not here'), html.includes('value="ann"')]).toEqual([422, true, true])
    expect(news.log).toEqual([])
  })

  test('other posts are not handled', async () => {
    const client = await open()
    expect((await postForm(client, 'a=b', undefined, '/nowhere')).status).toBe(405)
    expect((await client.request('/nowhere', { method: 'POST', body: '{}' })).status).toBe(405)
  })
})
