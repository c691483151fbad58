import { describe, expect, it } from 'vitest'
import { SetupError } from '../../../runtime/src/contract/config/setup-error.ts'
import { openData } from '../../../runtime/src/data/open-data.ts'
import { createFwServer } from '../../../runtime/src/server.ts'

describe('the data option', () => {
  it.each([
    ['postgres://localhost/fw', /"postgres:\/\/localhost\/fw" is not known\. Use "memory", "sqlite:<path>"/],
    ['', /is not known/],
    ['sqlite', /is not known/],
    ['sqlite:', /has no file path/],
    ['sqlite::memory:', /has no file path/],
    ['redis://', /has no host/],
    ['redis:localhost', /has no host/],
    ['redis://host:port', /is not a valid Redis URL/],
    ['redis://host/shop', /has a path that is not a database number/],
    ['redis://host?db=2', /has the unknown parameter "db"/],
  ])('refuses %s at once', (data, message) => {
    expect(() => openData(data)).toThrow(SetupError)
    expect(() => openData(data)).toThrow(message)
    // The option's type refuses most of these in TypeScript, but values of the environment have no type.
    expect(() => createFwServer({ data: data as 'memory' })).toThrow(message)
  })

  it.each([
    'redis://user:pa55/word@host:1/x',
    'redis://:pa55word@host:port',
    'rediss://u:pa55word@host/db',
    'mysql://u:pa55word@host/db',
    'redis:/user:pa55word@host',
    'rediss:user:pa55word@host',
    'redis//user:pa55word@host',
  ])('never shows a password: %s', (data) => {
    expect(() => openData(data)).toThrow(expect.objectContaining({ message: expect.not.stringContaining('pa55') }))
  })

  it.each(['memory', 'sqlite:.fw/data/never-used.db', 'redis://localhost', 'rediss://u:p%2Fw@h:1/2?prefix=a:'])(
    'takes %s, and opens nothing before the first use',
    async (data) => {
      await openData(data).close()
    },
  )
})
