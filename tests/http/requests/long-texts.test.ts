/** Texts of a megabyte in forms and inputs. On Bun, a pattern that repeats a group takes a second for one of them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CoreServer, startCore } from '../../servers/core-server.ts'
import { RUNTIMES } from '../../servers/runtimes.ts'

const LONG = 1_000_000
/** Long enough for a busy machine. */
const MAX_MS = 600

describe.each(RUNTIMES)('A server on %s', (_name, program) => {
  let core: CoreServer
  beforeAll(async () => {
    core = await startCore(program)
  })
  afterAll(() => core?.close())

  async function post(body: string | FormData): Promise<{ status: number; text: string; ms: number }> {
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const headers = {
      'sec-fetch-site': 'same-origin',
      accept: 'application/json',
      ...(typeof body === 'string' && type),
    }
    const begin = performance.now()
    const response = await fetch(`${core.url}/form`, { method: 'POST', headers, body })
    const text = await response.text()
    return { status: response.status, text, ms: performance.now() - begin }
  }

  test.each([
    ['an open string', '["', 'a'],
    ['a string of quotes', '["', '\\"'],
    ['members', 'a', '.a'],
    ['items', 'a', '[0]'],
    ['a word', '', 'password'],
  ])('refuses a form with a long name before it reads the name: %s', async (_title, start, unit) => {
    const name = start + unit.repeat((LONG - 200) / unit.length)
    const { status, text, ms } = await post(`fw:tool=api.shop.echo&${name}=1`)
    expect([status, text]).toEqual([413, expect.stringContaining('at most 1000 characters')])
    expect(ms).toBeLessThan(MAX_MS)
  })

  test('refuses a form with too many names', async () => {
    const { status, text, ms } = await post(`fw:tool=api.shop.echo&${'a&'.repeat((LONG - 200) / 2)}`)
    expect([status, text]).toEqual([413, expect.stringContaining('at most 1000 fields')])
    expect(ms).toBeLessThan(MAX_MS)
  })

  test('refuses a form with files and a long name', async () => {
    const form = new FormData()
    form.set('fw:tool', 'api.shop.echo')
    form.set(`["${'a'.repeat(2_000)}`, '1')
    expect(await post(form)).toMatchObject({ status: 413, text: expect.stringContaining('at most 1000 characters') })
  })

  test.each(['/', '/a', '/~0'])('checks a long pointer of %s quickly', async (unit) => {
    const to = unit.repeat(LONG / unit.length)
    const begin = performance.now()
    const response = await core.call('point', { to })
    expect([response.status, await response.json()]).toEqual([200, { ok: true, result: to.length }])
    expect(performance.now() - begin).toBeLessThan(MAX_MS)
  })
})
