import { expect, test } from 'vitest'
import { readMessages } from '../../../runtime/src/agent/history.ts'

const call = { id: 'c', name: 'api.shop.search', input: {} }
const asked = (count: number) => ({ role: 'assistant', content: '', toolCalls: new Array(count).fill(call) })
const shown = (count: number) => ({
  role: 'user',
  content: 'Look',
  attachments: new Array(count).fill({ mediaType: 'text/plain', data: 'QUFB' }),
})
const signed = (count: number) => ({ role: 'assistant', content: 'Hi', providerMetadata: new Array(count).fill([]) })

test.each<[string, object[], object[], string]>([
  ['calls', [asked(250), asked(250)], [asked(250), asked(251)], 'more than 500 calls'],
  ['attachments', [shown(50), shown(50)], [shown(50), shown(51)], 'more than 100 attachments'],
  ['values', [signed(24_000), signed(24_000)], [signed(25_000), signed(25_000)], 'more than 50000 values'],
])('the %s of a conversation have a limit together', (_noun, accepted, refused, reason) => {
  expect(readMessages(accepted)).toEqual(accepted)
  expect(() => readMessages(refused)).toThrow(
    expect.objectContaining({ code: 'invalid_request', message: expect.stringContaining(reason) }),
  )
})

test.each(['!', 'A', 'AAAAA', 'AAAA='])('an attachment that is not base64 is refused: %s', (data) => {
  const messages = [{ role: 'user', content: 'Look', attachments: [{ mediaType: 'image/png', data }] }]
  expect(() => readMessages(messages)).toThrow(
    expect.objectContaining({ issues: [expect.objectContaining({ path: 'messages[0].attachments[0].data' })] }),
  )
})
