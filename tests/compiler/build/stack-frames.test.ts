import { expect, test } from 'vitest'
import { serverFrames } from '../../../compiler/src/build/stack-frames.ts'

test.each([
  ['a path', '/tmp/my app/src/x.ts'],
  ['a path that is encoded', '/tmp/my%20app/src/x.ts'],
  ['a URL', 'file:///tmp/my%20app/src/x.ts'],
  ['a URL that is not encoded', 'file:///tmp/my app/src/x.ts'],
])('a frame of an app whose folder has a space is the app’s: %s', (_what, place) => {
  for (const line of [`    at Page (${place}:1:2)`, `    at ${place}:1:2`])
    expect(serverFrames(line, '/tmp/my app')).toMatchObject([{ file: 'src/x.ts', line: 1, column: 2, isApp: true }])
})

test('a name with a percent sign that encodes nothing stays unchanged', () => {
  expect(serverFrames('    at Page (/tmp/100%/src/x.ts:1:2)', '/tmp/100%')).toMatchObject([
    { file: 'src/x.ts', isApp: true },
  ])
})
