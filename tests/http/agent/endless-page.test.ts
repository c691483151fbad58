/** A page that never finishes: a turn waits a few seconds for it, and then continues without its content. */
import { expect, test } from 'vitest'
import { webhookChannel } from '../../../runtime/src/channels.ts'
import { ask, tidyAfterEach, withModel } from '../agent-app.ts'
import { describeTransports } from '../transports.ts'

tidyAfterEach()

const SECRET = 'a-long-secret'
const routes = { '/': () => new Promise<never>(() => undefined) }

describeTransports('a page that never finishes', (start) => {
  test('is left out of a turn, and of a message of a channel', { timeout: 20_000 }, async () => {
    const { options, model } = await withModel(['Hi.', 'Hi.'])
    const { post } = await start({ ...options, routes, channels: { support: webhookChannel({ secret: SECRET }) } })
    const headers = { authorization: `Bearer ${SECRET}` }
    const [turn, message] = await Promise.all([
      post('/_fw/agent', ask('Why?')),
      post('/_fw/channels/support', { text: 'Why?' }, headers),
    ])
    expect(turn).toMatchObject({ status: 200, body: { type: 'text', text: 'Hi.' } })
    expect(message).toMatchObject({ status: 200, body: { text: 'Hi.' } })
    for (const { tools } of model.requests) expect(tools).toContain('shop__search')
  })
})
