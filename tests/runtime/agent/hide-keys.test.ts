import { expect, test } from 'vitest'
import { hideKeys } from '../../../runtime/src/agent/providers/hide-keys.ts'

test.each([
  ['Incorrect API key provided: my-own-key.', 'Incorrect API key provided: ***.'],
  ['Incorrect API key: sk-proj-abcdefghijklmnop', 'Incorrect API key: ***'],
  ['{"key":"sk-ant-api03-abcdefghijkl"}', '{"key":"***"}'],
  ['API key not valid: AIzaSyA1234567890abcdefgh', 'API key not valid: ***'],
  ['Authorization: Bearer abc.def/ghi', 'Authorization: Bearer ***'],
  ['POST https://host/v1/models?key=abcdefgh12&alt=sse', 'POST https://host/v1/models?key=***&alt=sse'],
])('%s has no key', (words, hidden) => {
  expect(hideKeys(words, 'my-own-key')).toBe(hidden)
})

test.each([
  'The model gpt-5.6-terra does not exist or you do not have access to it.',
  'messages.0.content.1: `tool_use` ids must be unique',
  'Send the token as a bearer of it, sk-1 and pk-2 are short.',
  'https://platform.openai.com/docs/guides/error-codes/api-errors',
])('%s is unchanged', (words) => {
  expect(hideKeys(words, 'key')).toBe(words)
})
