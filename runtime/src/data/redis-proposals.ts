/** Proposals in Redis, for several machines. Every change is one script, so that exactly one of several servers wins. */
import type { Proposal, ProposalStore } from '#contract/proposal.ts'
import { KEEP_SETTLED_MS, toKeyText, toMilliseconds } from './lifetime.ts'
import { createRedisLink, type RedisLink, type RedisStoreOptions, redisScript } from './redis-link.ts'

/** KEYS: record, subject's list. ARGV: id, data, created at, expires at (epoch ms), how long to keep it (ms). */
const PUT = redisScript(`
redis.call('hset', KEYS[1], 'data', ARGV[2], 'state', 'pending', 'expires', ARGV[4], 'list', KEYS[2])
redis.call('pexpire', KEYS[1], ARGV[5])
redis.call('zadd', KEYS[2], ARGV[3], ARGV[1])
if redis.call('pttl', KEYS[2]) < tonumber(ARGV[5]) then redis.call('pexpire', KEYS[2], ARGV[5]) end`)

const GET = redisScript(`return redis.call('hmget', KEYS[1], 'data', 'state', 'result')`)

/** KEYS: subject's list. ARGV: now, what stands before the id in the key of a record. Drops what is not pending any more. */
const LIST = redisScript(`
local pending = {}
for _, id in ipairs(redis.call('zrange', KEYS[1], 0, -1)) do
  local found = redis.call('hmget', ARGV[2] .. id, 'data', 'state', 'expires')
  if found[2] == 'pending' and tonumber(found[3]) > tonumber(ARGV[1]) then pending[#pending + 1] = found[1]
  else redis.call('zrem', KEYS[1], id) end
end
return pending`)

/** The same without what they hold: id, created at and expires at of each, one after the other. */
const PENDING = redisScript(`
local pending = {}
local listed = redis.call('zrange', KEYS[1], 0, -1, 'WITHSCORES')
for at = 1, #listed, 2 do
  local found = redis.call('hmget', ARGV[2] .. listed[at], 'state', 'expires')
  if found[1] == 'pending' and tonumber(found[2]) > tonumber(ARGV[1]) then
    pending[#pending + 1] = listed[at]
    pending[#pending + 1] = listed[at + 1]
    pending[#pending + 1] = found[2]
  else redis.call('zrem', KEYS[1], listed[at]) end
end
return pending`)

/** KEYS: record. ARGV: id, state, now. One for the caller that moved it out of pending. */
const CLAIM = redisScript(`
local found = redis.call('hmget', KEYS[1], 'state', 'expires', 'list')
if found[1] ~= 'pending' or tonumber(found[2]) <= tonumber(ARGV[3]) then return 0 end
redis.call('hset', KEYS[1], 'state', ARGV[2])
redis.call('zrem', found[3], ARGV[1])
return 1`)

/** KEYS: record. ARGV: result. A record that has gone is not made again. */
const SETTLE = redisScript(`
if redis.call('exists', KEYS[1]) == 1 then redis.call('hset', KEYS[1], 'result', ARGV[1]) end`)

/**
 * A store on the Redis at `url` (`redis://…`, `rediss://…`; Redis 7 or newer). Connects at the first use and again after
 * a loss. Throws `unavailable` (503) while Redis cannot be reached.
 */
export function createRedisProposalStore(url: string, options?: RedisStoreOptions): ProposalStore {
  const link = createRedisLink(url, options)
  return { ...redisProposals(link), close: link.close }
}

/** The proposals of a connection. */
export function redisProposals(link: RedisLink): ProposalStore {
  const records = `${link.prefix}proposal:`
  const recordKey = (id: string): string => records + toKeyText(id)
  const listKey = (subject: string | undefined): string =>
    subject === undefined ? `${link.prefix}proposals` : `${link.prefix}proposals:${toKeyText(subject)}`

  return {
    async put({ result: _result, state: _state, ...data }) {
      const { id, createdAt, expiresAt } = data
      // By duration, not by date: the clocks of the servers need not be that of the Redis machine.
      const keepMs = toMilliseconds(expiresAt - createdAt + KEEP_SETTLED_MS)
      const values = [id, JSON.stringify(data), createdAt, expiresAt, keepMs]
      await link.run(PUT, [recordKey(id), listKey(data.subject)], values)
    },
    async get(id) {
      // What the script answers: the texts that `put` and `settle` wrote, null for what is not there.
      const found = (await link.run(GET, [recordKey(id)], [])) as [string, Proposal['state'], string | null] | [null]
      if (found[0] === null) return undefined
      const [data, state, result] = found
      return { ...parse(data), state, ...(result === null ? {} : { result: JSON.parse(result) as unknown }) }
    },
    async list(subject, now) {
      const pending = (await link.run(LIST, [listKey(subject)], [now, records])) as string[]
      return pending.map((data) => ({ ...parse(data), state: 'pending' }))
    },
    async pending(subject, now) {
      const flat = (await link.run(PENDING, [listKey(subject)], [now, records])) as string[]
      return Array.from({ length: flat.length / 3 }, (_, index) => {
        const [id = '', createdAt, expiresAt] = flat.slice(index * 3)
        return { id, createdAt: Number(createdAt), expiresAt: Number(expiresAt) }
      })
    },
    claim: async (id, state, now) => (await link.run(CLAIM, [recordKey(id)], [id, state, now])) === 1,
    async settle(id, result) {
      const text = JSON.stringify(result)
      if (text !== undefined) await link.run(SETTLE, [recordKey(id)], [text])
    },
  }
}

function parse(data: string): Omit<Proposal, 'state' | 'result'> {
  return JSON.parse(data) as Omit<Proposal, 'state' | 'result'>
}
