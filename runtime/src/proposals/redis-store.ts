/** Proposals in Redis, for several machines. Every change is one script, so that exactly one of several servers wins. */
import type { Redis } from 'ioredis'
import { FwError } from '#contract/error.ts'
import type { Proposal, ProposalState, ProposalStore } from '#contract/proposal.ts'

/** Settled proposals are kept this long, so that a listing can still show what happened. */
const KEEP_SETTLED_MS = 3_600_000
/** A command that Redis does not answer in this time fails, and the call with it: 503. */
const COMMAND_TIMEOUT_MS = 2_000

/** KEYS: record, subject's list. ARGV: id, data, created at, expires at, keep until (epoch ms). */
const PUT = `
redis.call('hset', KEYS[1], 'data', ARGV[2], 'state', 'pending', 'expires', ARGV[4], 'list', KEYS[2])
redis.call('pexpireat', KEYS[1], ARGV[5])
redis.call('zadd', KEYS[2], ARGV[3], ARGV[1])
if redis.call('pexpiretime', KEYS[2]) < tonumber(ARGV[5]) then redis.call('pexpireat', KEYS[2], ARGV[5]) end`

/** KEYS: record. ARGV: id, state, now. One for the caller that moved it out of pending. */
const CLAIM = `
local found = redis.call('hmget', KEYS[1], 'state', 'expires', 'list')
if found[1] ~= 'pending' or tonumber(found[2]) <= tonumber(ARGV[3]) then return 0 end
redis.call('hset', KEYS[1], 'state', ARGV[2])
redis.call('zrem', found[3], ARGV[1])
return 1`

/** KEYS: record. ARGV: result. A record that has gone is not made again. */
const SETTLE = `
if redis.call('exists', KEYS[1]) == 1 then redis.call('hset', KEYS[1], 'result', ARGV[1]) end`

export interface RedisStoreOptions {
  /** Before every key. Default `fw:`. */
  readonly prefix?: string
}

/**
 * A store on the Redis at `url` (`redis://…`, `rediss://…`; Redis 7 or newer). Connects at the first use and again after
 * a loss. Throws `unavailable` (503) while Redis cannot be reached.
 */
export function createRedisProposalStore(url: string, { prefix = 'fw:' }: RedisStoreOptions = {}): ProposalStore {
  let connecting: Promise<Redis> | undefined
  const recordKey = (id: string): string => `${prefix}proposal:${id}`
  const listKey = (subject: string | undefined): string =>
    subject === undefined ? `${prefix}proposals` : `${prefix}proposals:${subject}`

  async function ask<Answer>(command: (redis: Redis) => Promise<Answer>): Promise<Answer> {
    connecting ??= connect(url)
    try {
      return await command(await connecting)
    } catch (cause) {
      throw new FwError('unavailable', { cause, detail: 'Redis did not take a command of the proposal store.' })
    }
  }

  return {
    put: async (proposal) => {
      const { result: _result, state: _state, ...data } = proposal
      const keys = [recordKey(proposal.id), listKey(proposal.subject)]
      const { id, createdAt, expiresAt } = proposal
      const values = [id, JSON.stringify(data), createdAt, expiresAt, expiresAt + KEEP_SETTLED_MS].map(String)
      await ask((redis) => redis.eval(PUT, 2, ...keys, ...values))
    },
    get: (id) => ask(async (redis) => toProposal(await redis.hgetall(recordKey(id)))),
    list: (subject, now) =>
      ask(async (redis) => {
        const ids = await redis.zrange(listKey(subject), '0', '-1')
        const records = await Promise.all(ids.map(async (id) => toProposal(await redis.hgetall(recordKey(id)))))
        const isPending = (proposal: Proposal | undefined): proposal is Proposal =>
          proposal?.state === 'pending' && proposal.expiresAt > now
        const gone = ids.filter((_, index) => !isPending(records[index]))
        if (gone.length > 0) await redis.zrem(listKey(subject), ...gone)
        return records.filter(isPending)
      }),
    claim: (id, state, now) =>
      ask(async (redis) => (await redis.eval(CLAIM, 1, recordKey(id), id, state, String(now))) === 1),
    settle: async (id, result) => {
      const text = JSON.stringify(result)
      if (text !== undefined) await ask((redis) => redis.eval(SETTLE, 1, recordKey(id), text))
    },
    async close() {
      const redis = await connecting?.catch(() => undefined)
      connecting = undefined
      redis?.disconnect()
    },
  }
}

async function connect(url: string): Promise<Redis> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    lazyConnect: true,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: COMMAND_TIMEOUT_MS,
    maxRetriesPerRequest: 1,
    retryStrategy: (times) => Math.min(50 * 2 ** times, 1_000),
  })
  // Failures reach the callers of commands; without a listener the client would print each attempt.
  redis.on('error', () => undefined)
  return redis
}

/** The hash was written by `put`; an empty one is no proposal. */
function toProposal(hash: Record<string, string>): Proposal | undefined {
  if (hash.data === undefined) return undefined
  const data = JSON.parse(hash.data) as Omit<Proposal, 'state' | 'result'>
  const state = hash.state as ProposalState
  return { ...data, state, ...(hash.result === undefined ? {} : { result: JSON.parse(hash.result) as unknown }) }
}
