/** Forms that approve or reject count only if the approval page has printed them for this user. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { ParkedResult } from '../../../runtime/src/contract/agent/proposal.ts'
import { createSessionStore } from '../../../runtime/src/server.ts'
import { AGENT, type Client, describeTransports } from '../transports.ts'
import { readDecisionForm } from './decision-form.ts'
import { ANN, BOB, createPayApp, park } from './pay-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'fw-decision-forms-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Posts a form of the app's own pages, which may be in the HTML of a user. */
function submit(client: Client, path: string, fields: Record<string, string>, headers: Record<string, string> = ANN) {
  return client.request(path, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      ...headers,
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
    },
    body: new URLSearchParams(fields).toString(),
  })
}

describeTransports('a form that decides', (start) => {
  test('nothing: one that the approval page has not printed, for this call and this user', async () => {
    const { options, ran } = createPayApp()
    const client = await start(options)
    // Without an owner, as of an anonymous caller: every user may approve it.
    const { id } = await park(client, 5, {})
    const other = await park(client, 6, {})
    const { token = '' } = await readDecisionForm(client, id, BOB)
    const { token: elsewhere = '' } = await readDecisionForm(client, other.id, ANN)
    expect([token.length, elsewhere.length]).toEqual([43, 43])
    for (const path of ['/_fw/approve', '/_fw/reject'])
      for (const forged of [undefined, '', token, elsewhere, `${elsewhere}x`]) {
        const response = await submit(client, path, { id, ...(forged !== undefined && { token: forged }) })
        expect([response.status, response.headers.get('location')]).toEqual([403, null])
        expect(await response.text()).toContain('Nothing was decided: this form is not from the approval page')
      }
    expect(ran).toEqual([])
    const own = await readDecisionForm(client, id, ANN)
    expect((await submit(client, '/_fw/approve', own)).status).toBe(303)
    expect(ran).toEqual([{ amount: 5, note: 'none' }])
  })

  test('as a guest: with the session of the page', async () => {
    const session = createSessionStore({ secret: 'a secret of enough characters' })
    const guest = () => ({ cookie: session.issue({}).split(';')[0] ?? '' })
    const { options, ran } = createPayApp({ session, ctxFor: undefined, approvals: 'open' })
    const client = await start(options)
    const { body } = await client.call('shop.pay', { amount: 7 }, AGENT)
    const { id } = body.result as ParkedResult
    const [mine, theirs] = [guest(), guest()]
    for (const headers of [theirs, {}])
      expect((await submit(client, '/_fw/approve', await readDecisionForm(client, id, headers), mine)).status).toBe(403)
    expect(ran).toEqual([])
    expect((await submit(client, '/_fw/approve', await readDecisionForm(client, id, mine), mine)).status).toBe(303)
    expect(ran).toHaveLength(1)
  })

  test('in another process than the one that has printed it, and after a restart', async () => {
    const data = `sqlite:${join(folder, `${crypto.randomUUID()}.db`)}` as const
    const boot = () => start(createPayApp({ data, sharesData: true }).options)
    const [one, two] = [await boot(), await boot()]
    const [first, second] = [await park(one), await park(one, 6)]
    const [form, later] = await Promise.all([
      readDecisionForm(one, first.id, ANN),
      readDecisionForm(two, second.id, ANN),
    ])
    expect((await submit(two, '/_fw/approve', form)).status).toBe(303)
    await one.server.close()
    await two.server.close()
    expect((await submit(await boot(), '/_fw/approve', later)).status).toBe(303)
  })

  test('as JSON of a script it needs no token', async () => {
    const { options, ran } = createPayApp()
    const client = await start(options)
    const { id } = await park(client)
    expect((await client.post('/_fw/approve', { id }, ANN)).status).toBe(200)
    expect(ran).toHaveLength(1)
  })
})
