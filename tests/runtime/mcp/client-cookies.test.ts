import { expect, it } from 'vitest'
import { openMemoryData } from '../../../runtime/src/data/memory-data.ts'
import { openClientCookies } from '../../../runtime/src/mcp/client-cookies.ts'

const NOW = 1_800_000_000_000

const open = (data: ReturnType<typeof openMemoryData>, session: string) =>
  openClientCookies(
    data,
    { header: (name) => (name === 'mcp-session-id' ? session : undefined), subject: undefined },
    () => NOW,
  )

it('stores the cookies of the newest 10,000 sessions, which clients can invent', async () => {
  const data = openMemoryData({ now: () => NOW })
  const store = (index: number) => open(data, `session-${index}`).store([`cart=c${index}; Max-Age=600`])
  for (let index = 0; index < 10_001; index++) await store(index)
  expect(await open(data, 'session-0').read()).toBe('')
  expect(await open(data, 'session-1').read()).toBe('cart=c1')
  expect(await open(data, 'session-10000').read()).toBe('cart=c10000')
})

it('replaces and removes cookies like a browser', async () => {
  const cookies = open(openMemoryData({ now: () => NOW }), 'session')
  await cookies.store(['a=1', 'b=2; Max-Age=60', 'c=3; Expires=Wed, 21 Oct 2015 07:28:00 GMT'])
  expect(await cookies.read()).toBe('a=1; b=2')
  await cookies.store(['a=x=y; Path=/; HttpOnly', 'b=; max-age=0'])
  expect(await cookies.read()).toBe('a=x=y')
  await cookies.store(['a=; Max-Age=0'])
  expect(await cookies.read()).toBe('')
})
