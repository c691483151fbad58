import { describe, expect, it } from 'vitest'
import { SetupError } from '../../../runtime/src/contract/config/setup-error.ts'
import { openData } from '../../../runtime/src/data/open-data.ts'
import { createFwServer } from '../../../runtime/src/server.ts'

describe('the data option', () => {
  it.each([
    ['mysql://localhost/fw', /"mysql:\/\/localhost\/fw" is not known\. Use "memory", "sqlite:<path>"/],
    ['', /is not known/],
    ['sqlite', /is not known/],
    ['sqlite:', /has no file path/],
    ['sqlite::memory:', /has no file path/],
    ['redis://', /has no host/],
    ['redis:localhost', /has no host/],
    ['redis://host:port', /is not a valid Redis URL/],
    ['redis://host/shop', /has a path that is not a database number/],
    ['redis://host?db=2', /has the unknown parameter "db"/],
    ['postgres:///fw', /has no host/],
    ['postgres:host/fw', /has no host/],
    ['postgres://host:port/fw', /is not a valid Postgres URL/],
    ['postgres://a,:1/fw', /is not a valid Postgres URL/],
    ['postgres://a,b/fw?host=/tmp', /has several hosts, and the parameter host/],
    ['postgres://a,b,c,d,e,f,g,h,i/fw', /has more than 8 hosts/],
    ['postgres://a,b/fw?target_session_attrs=any', /has a target_session_attrs other than read-write and primary/],
    ['postgres://%zz@host/fw', /is not a valid Postgres URL/],
    ['postgres://host/fw?ssl=1', /has the unknown parameter "ssl"/],
    ['postgres://host/fw?sslmode=prefer', /has an sslmode other than disable, require, verify-ca, verify-full/],
    ['postgres://host/fw?sslrootcert=a.pem', /has sslrootcert, which only sslmode=verify-ca and/],
    ['postgres://host/fw?pool=0', /has a pool that is not a number from 1 to 100/],
    ['postgres://host/fw?schema=public', /has the schema "public", which is not for this store alone/],
    ['postgres://host/fw?schema=a"b', /has a schema with other characters/],
    ['postgres://host/fw?pooler=session', /has a pooler other than "transaction"/],
    ['postgres://host/fw?pooler=transaction', /but no listen=<host>:<port>/],
    ['postgres://host/fw?pooler=transaction&listen=a:b', /has a listen that is not <host>:<port>/],
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
    'postgres://user:pa55/word@host/fw',
    'postgres://user:pa55word@a,b:x/fw',
    'postgres://user:pa55,word@a,b/fw?pool=0',
    'postgres://user:pa55word@host/fw?sslmode=on',
    'postgresql:/user:pa55word@host',
  ])('never shows a password: %s', (data) => {
    expect(() => openData(data)).toThrow(expect.objectContaining({ message: expect.not.stringContaining('pa55') }))
  })

  it.each([
    ...['memory', 'sqlite:.fw/data/never-used.db', 'redis://localhost', 'rediss://u:p%2Fw@h:1/2?prefix=a:'],
    ...['postgres://localhost/fw', 'postgresql://u:p%2Fw@[::1]:1/x?schema=shop&pool=2&sslmode=verify-full'],
    ...['postgres:///fw?host=/var/run/postgresql', 'postgres://h/fw?pooler=transaction&listen=[::1]:5433'],
    ...['postgres://u:p@a:5432,[::1],b:5433/fw?target_session_attrs=read-write', 'postgres://a,b/fw'],
  ])('takes %s, and opens nothing before the first use', async (data) => {
    await openData(data).close()
  })
})
