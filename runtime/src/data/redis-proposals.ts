/**
 * Proposals in Redis, for several machines. Every change is a script, so that exactly one of several servers succeeds.
 */
import { type Proposal, type ProposalStore, type StoredCall, separateCall } from '#contract/agent/proposal.ts'
import { KEEP_SETTLED_MS, MAX_RESOLVED, toKeyText, toMilliseconds } from './lifetime.ts'
import { createRedisLink, type RedisLink, type RedisStoreOptions, redisScript } from './redis-link.ts'

/**
 * Prefix of the scripts that resolve proposals. ARGV[1]: the prefix of all keys. A record contains the key of its
 * subject's list of pending proposals; the lists of resolved proposals have the same suffix. They are in the order of
 * resolution.
 */
const RESOLVE = `
local prefix = ARGV[1]
local function trim(id, pending, name)
  local list = prefix .. 'proposals-' .. name .. string.sub(pending, #prefix + #'proposals' + 1)
  local newest = redis.call('zrange', list, -1, -1, 'withscores')[2]
  redis.call('zadd', list, (newest or 0) + 1, id)
  local keep = redis.call('pttl', prefix .. 'proposal:' .. id)
  if redis.call('pttl', list) < keep then redis.call('pexpire', list, keep) end
  for _, old in ipairs(redis.call('zrange', list, 0, -${MAX_RESOLVED + 1})) do
    redis.call('del', prefix .. 'proposal:' .. old)
  end
  redis.call('zremrangebyrank', list, 0, -${MAX_RESOLVED + 1})
end
local function resolve(id, pending, state)
  redis.call('hset', prefix .. 'proposal:' .. id, 'state', state)
  redis.call('del', prefix .. 'proposal-call:' .. id)
  redis.call('zrem', pending, id)
  if state ~= 'executed' then trim(id, pending, 'not-run') end
end`

/**
 * KEYS: record, call, subject's list. ARGV: id, record without the call, created at, expires at (epoch ms), lifetime of
 * the record (ms), the call, lifetime of the call (ms).
 */
const PUT = redisScript(`
redis.call('hset', KEYS[1], 'data', ARGV[2], 'state', 'pending', 'expires', ARGV[4], 'list', KEYS[3])
redis.call('pexpire', KEYS[1], ARGV[5])
redis.call('set', KEYS[2], ARGV[6], 'px', ARGV[7])
redis.call('zadd', KEYS[3], ARGV[3], ARGV[1])
if redis.call('pttl', KEYS[3]) < tonumber(ARGV[5]) then redis.call('pexpire', KEYS[3], ARGV[5]) end`)

/** KEYS: record, call. */
const GET = redisScript(`
local found = redis.call('hmget', KEYS[1], 'data', 'state', 'result', 'by')
found[5] = redis.call('get', KEYS[2])
return found`)

/** KEYS: subject's list. ARGV: prefix, now. Returns the record and the call of each proposal, in turn. */
const LIST = redisScript(`${RESOLVE}
local pending = {}
for _, id in ipairs(redis.call('zrange', KEYS[1], 0, -1)) do
  local found = redis.call('hmget', prefix .. 'proposal:' .. id, 'data', 'state', 'expires')
  local call = redis.call('get', prefix .. 'proposal-call:' .. id)
  if found[2] ~= 'pending' then redis.call('zrem', KEYS[1], id)
  elseif not call or tonumber(found[3]) <= tonumber(ARGV[2]) then resolve(id, KEYS[1], 'expired')
  else
    pending[#pending + 1] = found[1]
    pending[#pending + 1] = call
  end
end
return pending`)

/** Like LIST, without the data: returns id, created at and expires at of each proposal, in turn. */
const PENDING = redisScript(`${RESOLVE}
local pending = {}
local listed = redis.call('zrange', KEYS[1], 0, -1, 'WITHSCORES')
for at = 1, #listed, 2 do
  local found = redis.call('hmget', prefix .. 'proposal:' .. listed[at], 'state', 'expires')
  if found[1] ~= 'pending' then redis.call('zrem', KEYS[1], listed[at])
  elseif tonumber(found[2]) <= tonumber(ARGV[2]) then resolve(listed[at], KEYS[1], 'expired')
  else
    pending[#pending + 1] = listed[at]
    pending[#pending + 1] = listed[at + 1]
    pending[#pending + 1] = found[2]
  end
end
return pending`)

/**
 * KEYS: record, call. ARGV: prefix, id, state, now, a JSON object with the claiming user. Returns 1 for the caller that
 * resolved the pending proposal.
 */
const CLAIM = redisScript(`${RESOLVE}
local found = redis.call('hmget', KEYS[1], 'state', 'expires', 'list')
if found[1] ~= 'pending' or tonumber(found[2]) <= tonumber(ARGV[4]) then return 0 end
redis.call('hset', KEYS[1], 'by', ARGV[5])
resolve(ARGV[2], found[3], ARGV[3])
return 1`)

/** KEYS: record. ARGV: prefix, id, result. A deleted record isn't recreated. */
const SETTLE = redisScript(`${RESOLVE}
local list = redis.call('hget', KEYS[1], 'list')
if list then
  redis.call('hset', KEYS[1], 'result', ARGV[3])
  trim(ARGV[2], list, 'executed')
end`)

/** KEYS: the lease. ARGV: lifetime (ms). */
const HOLD = redisScript(`redis.call('set', KEYS[1], '1', 'px', ARGV[1])`)

const IS_HELD = redisScript(`return redis.call('exists', KEYS[1])`)

/**
 * Additional lifetime of a call's data in milliseconds, so that it is available even if the clocks of the servers
 * differ.
 */
const CALL_OUTLIVES_MS = 60_000

/**
 * Creates a store on the Redis at `url` (`redis://…`, `rediss://…`; Redis 7 or newer). Connects on first use and again
 * after a loss. Throws `unavailable` (503) while Redis can't be reached.
 */
export function createRedisProposalStore(url: string, options?: RedisStoreOptions): ProposalStore {
  const link = createRedisLink(url, options)
  return { ...redisProposals(link), close: link.close }
}

/**
 * Returns the proposal store of a connection. The data of a call has its own key, which is deleted when the proposal is
 * resolved.
 */
export function redisProposals(link: RedisLink): ProposalStore {
  const { prefix } = link
  const recordKey = (id: string): string => `${prefix}proposal:${toKeyText(id)}`
  const callKey = (id: string): string => `${prefix}proposal-call:${toKeyText(id)}`
  const leaseKey = (id: string): string => `${prefix}proposal-lease:${toKeyText(id)}`
  const listKey = (subject: string | undefined): string =>
    subject === undefined ? `${prefix}proposals` : `${prefix}proposals:${toKeyText(subject)}`

  return {
    async put(proposal) {
      const { call: callData, rest } = separateCall(proposal)
      const { result: _result, state: _state, ...data } = rest
      const { id, createdAt, expiresAt } = data
      // Uses a duration, because the servers' clocks may differ from the clock of the Redis machine.
      const lifeMs = expiresAt - createdAt
      const keepMs = toMilliseconds(lifeMs + KEEP_SETTLED_MS)
      const callMs = toMilliseconds(lifeMs + CALL_OUTLIVES_MS)
      const call = JSON.stringify(callData)
      const values = [id, JSON.stringify(data), createdAt, expiresAt, keepMs, call, callMs]
      await link.run(PUT, [recordKey(id), callKey(id), listKey(data.subject)], values)
    },
    async get(id) {
      const found = (await link.run(GET, [recordKey(id), callKey(id)], [])) as Found
      const [data, state, result, by, call] = found
      if (data === null) return undefined
      // It has expired before a server noticed.
      if (state === 'pending' && call === null) return { ...parse(data), state: 'expired' }
      return {
        ...parse(data),
        ...(call === null ? {} : parseCall(call)),
        ...(by === null ? {} : (JSON.parse(by) as Pick<Proposal, 'resolvedBy'>)),
        state,
        ...(result === null ? {} : { result: JSON.parse(result) as unknown }),
      }
    },
    async list(subject, now) {
      const flat = (await link.run(LIST, [listKey(subject)], [prefix, now])) as string[]
      return Array.from({ length: flat.length / 2 }, (_, index) => {
        const [data = '', call = ''] = flat.slice(index * 2)
        return { ...parse(data), ...parseCall(call), state: 'pending' }
      })
    },
    async pending(subject, now) {
      const flat = (await link.run(PENDING, [listKey(subject)], [prefix, now])) as string[]
      return Array.from({ length: flat.length / 3 }, (_, index) => {
        const [id = '', createdAt, expiresAt] = flat.slice(index * 3)
        return { id, createdAt: Number(createdAt), expiresAt: Number(expiresAt) }
      })
    },
    async claim(id, state, now, resolvedBy) {
      const values = [prefix, id, state, now, JSON.stringify({ resolvedBy })]
      return (await link.run(CLAIM, [recordKey(id), callKey(id)], values)) === 1
    },
    async settle(id, result) {
      const text = JSON.stringify(result)
      if (text !== undefined) await link.run(SETTLE, [recordKey(id)], [prefix, id, text])
    },
    async hold(id, ttlMs) {
      await link.run(HOLD, [leaseKey(id)], [toMilliseconds(ttlMs)])
    },
    isHeld: async (id) => (await link.run(IS_HELD, [leaseKey(id)], [])) === 1,
  }
}

/** The values that `put` and `settle` wrote; null if missing. */
type Found =
  | readonly [data: string, state: Proposal['state'], result: string | null, by: string | null, call: string | null]
  | readonly [data: null, state: null, result: null, by: null, call: string | null]

function parse(data: string): Omit<Proposal, 'state' | 'result' | 'resolvedBy'> {
  return JSON.parse(data) as ReturnType<typeof parse>
}

function parseCall(call: string): StoredCall {
  return JSON.parse(call) as StoredCall
}
