import { expect, test } from 'vitest'
import { writeIssues } from '../../../runtime/src/forms/write-issues.ts'

test('a pattern of another library that is invalid in unicode mode has its message, too', () => {
  const schema = {
    type: 'object',
    properties: { zip: { type: 'string', pattern: String.raw`^\d{5}(\-\d{4})?$` } },
    patternProperties: { '^extra\\-': { type: 'string', pattern: String.raw`^[\w-.]+$` } },
  } as const
  const input = { zip: '1234x', 'extra-1': '!' }
  const issues = ['zip', 'extra-1'].map((path) => ({ path, message: 'Invalid' }))
  const written = writeIssues(schema, input, issues)
  expect(written.map(({ path }) => path)).toEqual(['zip', 'extra-1'])
  for (const { message } of written) expect(message).not.toBe('Invalid')
})
