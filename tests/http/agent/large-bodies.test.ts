/** Requests with files above the body limit: the response names the limit, wherever it is noticed. */
import { expect, test } from 'vitest'
import { tidyAfterEach, withModel } from '../agent-app.ts'
import { describeTransports } from '../transports.ts'

tidyAfterEach()

describeTransports('a message with a photo above the limit of a body', (start) => {
  test.each(['/_fw/agent', '/_fw/llm'])('%s names the limit in bytes, and what to do', async (path) => {
    const { options, model } = await withModel(['Unused.'], { options: { maxBodyBytes: 200_000 } })
    const { post } = await start(options)
    const attachments = [{ mediaType: 'image/jpeg', data: 'A'.repeat(300_000), name: 'photo.jpg' }]
    const { status, body } = await post(path, { messages: [{ role: 'user', content: 'What is it?', attachments }] })
    expect(status).toBe(413)
    expect(body).toMatchObject({ code: 'payload_too_large' })
    expect(body.error).toContain('larger than 200000 bytes')
    expect(body.error).toContain('Send smaller files')
    expect(model.requests).toHaveLength(0)
  })
})
