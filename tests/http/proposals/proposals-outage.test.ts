import { expect, test } from 'vitest'
import { api } from '../../../runtime/src/index.ts'
import { describeTransports } from '../transports.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml', 'sec-fetch-site': 'same-origin' }

/** A person who presses a button while the store is away reads a page, and programs get the envelope. */
describeTransports('the proposals page while nothing can be stored', (start) => {
  const setup = () =>
    start({
      apis: { shop: { pay: api({ description: 'Pay.', guard: 'confirm', run: () => 'paid' }) } },
      approvals: 'open',
      data: 'sqlite:/dev/null/no-such-folder/fw.db',
    })

  test('responds with HTML to a browser: for the list, one proposal, and its buttons', async () => {
    const { request } = await setup()
    const id = 'x'.repeat(32)
    const form = { method: 'POST', body: new URLSearchParams({ id }), headers: BROWSER }
    const answers = [
      await request('/_fw/proposals', { headers: BROWSER }),
      await request(`/_fw/proposals?id=${id}`, { headers: BROWSER }),
      await request('/_fw/approve', form),
      await request('/_fw/reject', form),
    ]
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
      expect(answer.headers.get('retry-after')).toBe('1')
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      const text = await answer.text()
      expect(text).toContain('The data store of this server is not available right now. Try again in a moment.')
      expect(text).not.toContain('no-such-folder')
    }
    for (const answer of answers.slice(2)) expect(answer.headers.get('x-request-id')).not.toBeNull()
  })

  test('a form that came from elsewhere, or an agent, reads a page too', async () => {
    const { request } = await setup()
    const body = new URLSearchParams({ id: 'x'.repeat(32) })
    const refused = [
      await request('/_fw/approve', { method: 'POST', body, headers: { accept: 'text/html' } }),
      await request('/_fw/approve', { method: 'POST', body, headers: { ...BROWSER, 'x-fw-origin': 'agent' } }),
    ]
    for (const answer of refused)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8'])
  })

  test('responds with JSON to other clients', async () => {
    const { request, post } = await setup()
    const answers = [
      await request('/_fw/proposals'),
      await request('/_fw/approve', {
        method: 'POST',
        body: new URLSearchParams({ id: 'x'.repeat(32) }),
        headers: { 'sec-fetch-site': 'same-origin', accept: '*/*' },
      }),
    ]
    for (const answer of answers) expect(await answer.json()).toMatchObject({ ok: false, code: 'unavailable' })
    expect(await post('/_fw/approve', { id: 'x'.repeat(32) })).toMatchObject({ status: 503 })
  })
})
