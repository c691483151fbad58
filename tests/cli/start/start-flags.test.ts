import { expect, test } from 'vitest'
import { readStartFlags } from '../../../cli/src/start/read-start-flags.ts'

test.each([
  ['start', {}],
  ['start --port 0', { port: '0' }],
  ['start --port=3001 --host 127.0.0.1', { port: '3001', host: '127.0.0.1' }],
  ['start --workers auto --host=::1', { workers: 'auto', host: '::1' }],
])('the flags of "%s" are read without the command framework', (line, flags) => {
  expect(readStartFlags(line.split(' '))).toEqual(flags)
})

test.each([
  '',
  'dev',
  'start --help',
  'start -h',
  'start --port',
  'start --port --host',
  'start --prot 1',
  'start ./app',
])('"%s" is left to the command framework, which explains or refuses it', (line) => {
  expect(readStartFlags(line.split(' '))).toBeUndefined()
})
