/** A data store in Redis, which several machines can share. */
import { randomBytes } from 'node:crypto'
import type { DataStore } from '#contract/config/data.ts'
import { toKeyText, toMessage, toMilliseconds, toWhole } from './lifetime.ts'
import { createRedisLink, type RedisStoreOptions, redisScript } from './redis-link.ts'
import { redisProposals } from './redis-proposals.ts'
import { RedisWatch } from './redis-watch.ts'

/**
 * Prefix of every script. ARGV[1]: the time, or empty to use the clock of the Redis machine, which all servers share.
 * ARGV[2]: additional lifetime of keys: a store with its own clock decides itself what has expired.
 */
const NOW = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('time')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end`

/** KEYS: the claim. ARGV[3]: lifetime. */
const CLAIM = redisScript(`${NOW}
local held = redis.call('get', KEYS[1])
if held and tonumber(held) > now then return 0 end
redis.call('set', KEYS[1], string.format('%.0f', now + ARGV[3]), 'px', ARGV[3] + ARGV[2])
return 1`)

/** KEYS: the hits, scored by their time. ARGV[3]: limit, [4]: window, [5]: a unique name for this hit. */
const HIT = redisScript(`${NOW}
local limit, window = tonumber(ARGV[3]), tonumber(ARGV[4])
redis.call('zremrangebyscore', KEYS[1], '-inf', now - window)
local hits = redis.call('zcard', KEYS[1])
local allowed = 0
if hits < limit then
  allowed, hits = 1, hits + 1
  redis.call('zadd', KEYS[1], now, ARGV[5])
  redis.call('pexpire', KEYS[1], window + ARGV[2])
end
local oldest = redis.call('zrange', KEYS[1], 0, 0, 'withscores')[2]
return { allowed, math.max(0, limit - hits), oldest and oldest + window - now or 0 }`)

/** KEYS: the sum, stored as "<expires at> <sum>". ARGV[3]: lifetime, [4]: the amount to add. */
const ADD = redisScript(`${NOW}
local sum, expires = 0, now + ARGV[3]
local kept = redis.call('get', KEYS[1])
if kept then
  local space = string.find(kept, ' ', 1, true)
  local till = tonumber(string.sub(kept, 1, space - 1))
  if till > now then sum, expires = tonumber(string.sub(kept, space + 1)), till end
end
sum = string.format('%.0f', sum + ARGV[4])
redis.call('set', KEYS[1], string.format('%.0f ', expires) .. sum, 'px', expires - now + ARGV[2])
return sum`)

/** KEYS: the value, stored as "<expires at> <JSON>". */
const READ = redisScript(`${NOW}
local kept = redis.call('get', KEYS[1])
if not kept then return false end
local space = string.find(kept, ' ', 1, true)
if tonumber(string.sub(kept, 1, space - 1)) <= now then return false end
return string.sub(kept, space + 1)`)

/** KEYS: the value. ARGV[3]: lifetime, [4]: JSON. */
const WRITE = redisScript(`${NOW}
redis.call('set', KEYS[1], string.format('%.0f ', now + ARGV[3]) .. ARGV[4], 'px', ARGV[3] + ARGV[2])`)

const REMOVE = redisScript(`redis.call('del', KEYS[1])`)

const OUTLIVE_MS = 3_600_000

/** Opens a store on the Redis at `url`, Redis 7 or newer. Expired keys are removed by Redis. */
export function openRedisData(url: string, options: RedisStoreOptions = {}): DataStore {
  const link = createRedisLink(url, options)
  const { now } = options
  const { prefix } = link
  const watch = new RedisWatch(url, options)
  // All databases of a Redis share its channels.
  const database = Number(new URL(url).pathname.slice(1))
  const toChannel = (channel: string) => `${prefix}channel:${database}:${toKeyText(channel)}`
  const time = (): [number | string, number] => (now === undefined ? ['', 0] : [Math.floor(now()), OUTLIVE_MS])
  /** Prefix of unique names for hits, because two hits can have the same time. */
  const opened = randomBytes(9).toString('base64url')
  let hits = 0

  return {
    proposals: redisProposals(link),
    async claim(key, ttlMs) {
      return (await link.run(CLAIM, [`${prefix}claim:${toKeyText(key)}`], [...time(), toMilliseconds(ttlMs)])) === 1
    },
    async hit(key, limit, windowMs) {
      hits += 1
      const values = [...time(), limit, toMilliseconds(windowMs), `${opened}${hits}`]
      // The return type of the script.
      const counted = (await link.run(HIT, [`${prefix}hits:${toKeyText(key)}`], values)) as [number, number, number]
      return { allowed: counted[0] === 1, remaining: counted[1], resetMs: counted[2] }
    },
    async add(key, amount, ttlMs) {
      const values = [...time(), toMilliseconds(ttlMs), toWhole(amount)]
      return Number(await link.run(ADD, [`${prefix}sum:${toKeyText(key)}`], values))
    },
    async read(key) {
      // `write` stores a string as JSON.
      const json = (await link.run(READ, [`${prefix}value:${toKeyText(key)}`], time())) as string | null
      return json === null ? undefined : (JSON.parse(json) as string)
    },
    async write(key, text, ttlMs) {
      const values = [...time(), toMilliseconds(ttlMs), JSON.stringify(text)]
      await link.run(WRITE, [`${prefix}value:${toKeyText(key)}`], values)
    },
    async remove(key) {
      await link.run(REMOVE, [`${prefix}value:${toKeyText(key)}`], [])
    },
    async publish(channel, text) {
      await link.publish(toChannel(channel), JSON.stringify(toMessage(text)))
    },
    watch: (channel, onMessage, onGap) => watch.add({ channel: toChannel(channel), onMessage, onGap }),
    ping: link.ping,
    async close() {
      watch.close()
      await link.close()
    },
  }
}
