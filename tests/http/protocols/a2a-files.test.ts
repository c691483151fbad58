/** Files in the results of calls over A2A, as the official client reads them. */
import { Role, type Task } from '@a2a-js/sdk'
import { ClientFactory } from '@a2a-js/sdk/client'
import { expect, test } from 'vitest'
import { serve } from '../../../runtime/src/host.ts'
import { api, toolContent } from '../../../runtime/src/index.ts'
import { createFwServer } from '../../../runtime/src/server.ts'

const image = { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' } as const
const manual = { uri: 'file:///a.pdf', mimeType: 'application/pdf', blob: 'JVBERi0=' }
const look = api({
  description: 'Shows a picture.',
  run: () => toolContent({ type: 'text', text: 'A dot.' }, image, { type: 'resource', resource: manual }),
})

test('the files in the result of a tool are parts with bytes', async () => {
  const server = createFwServer({ apis: { camera: { look } }, log: () => undefined })
  const listening = await serve(server, { port: 0, drainMs: 50 })
  // The card of an app without a public origin has relative URLs.
  const card = await (await fetch(`${listening.url}/.well-known/agent-card.json`)).json()
  const supportedInterfaces = card.supportedInterfaces.map((one: object) => ({
    ...one,
    url: `${listening.url}/_fw/a2a`,
  }))
  const client = await new ClientFactory().createFromAgentCard({ ...card, supportedInterfaces })
  const value = { tool: 'camera.look', input: {} }
  const part = { content: { $case: 'data' as const, value }, metadata: undefined, filename: '', mediaType: '' }
  const task = (await client.sendMessage({
    tenant: '',
    metadata: undefined,
    configuration: undefined,
    message: {
      messageId: 'm',
      contextId: '',
      taskId: '',
      role: Role.ROLE_USER,
      parts: [part],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    },
  })) as Task
  await listening.close()
  expect(
    task.artifacts[0]?.parts.map(({ content, mediaType, filename }) => [
      content?.$case === 'raw' ? Buffer.from(content.value).toString('base64') : content?.value,
      mediaType,
      filename,
    ]),
  ).toEqual([
    ['A dot.', 'text/plain', ''],
    ['iVBORw0KGgo=', 'image/png', ''],
    ['JVBERi0=', 'application/pdf', 'file:///a.pdf'],
  ])
})
