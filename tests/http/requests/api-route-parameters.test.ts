/** Parameters of the path of an api, and the rest of the request. */
import { expect, test } from 'vitest'
import { articles, ran } from '../articles-app.ts'
import { describeTransports } from '../transports.ts'

describeTransports('an api at its own address', (start) => {
  test('an optional parameter that the path leaves out is not in the query or the body either', async () => {
    const client = await start({ apis: { articles } })
    const send = async (method: string, path: string, body?: object) => {
      const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const response = await client.request(path, { method, ...(body && json) })
      return { status: response.status, body: await response.json() }
    }
    expect((await send('PUT', '/texts/a/b', { text: 'x' })).body).toEqual({ path: 'a/b', text: 'x' })
    expect((await send('PUT', '/texts', { text: 'x' })).body).toEqual({ text: 'x' })
    ran.length = 0
    const refused = [
      await send('GET', '/texts?path=secret'),
      await send('GET', '/texts?path[0]=secret'),
      await send('GET', '/texts?path.a=secret'),
      await send('PUT', '/texts', { path: 'secret', text: 'x' }),
    ]
    for (const { status, body } of refused) {
      expect([status, body.code]).toEqual([400, 'invalid_input'])
      expect(body.issues).toEqual([{ path: 'path', message: 'is part of the path, and must not be sent elsewhere' }])
    }
    expect(ran).toEqual([])
  })
})
