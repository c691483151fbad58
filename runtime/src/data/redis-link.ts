/** One connection to Redis for everything that the server keeps there: what to do while it is away stands here. */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { FwError } from '#contract/error.ts'
import type { StoreOptions } from './lifetime.ts'
import { createOutage } from './outage.ts'

/** How long calls wait for the first connection, and for any answer at all. */
const WAIT_MS = 2_000
/** How long a call waits for its own answer while others come. */
const SLOW_MS = 5_000
/** Commands without an answer; more calls are refused at once. */
const MAX_WAITING = 10_000
/** How long calls wait for a connection that was lost a moment ago. */
const GRACE_MS = 300
/** Between two tries to connect, at most. */
const RECONNECT_MS = 1_000
const OLDEST_MAJOR = 7

/** How stores in Redis are made. */
export interface RedisStoreOptions extends StoreOptions {
  /** Before every key. Default `fw:`. */
  readonly prefix?: string
}

/** One operation: Redis runs it whole, so that no other server comes between its steps. */
export interface RedisScript {
  readonly lua: string
  readonly sha: string
}

export interface RedisLink {
  readonly prefix: string
  run(script: RedisScript, keys: readonly string[], values: readonly (string | number)[]): Promise<unknown>
  ping(): Promise<void>
  close(): Promise<void>
}

export function redisScript(lua: string): RedisScript {
  return { lua, sha: createHash('sha1').update(lua).digest('hex') }
}

/** A Redis that answers, but that this server cannot work with. */
class UnusableRedis extends Error {}

/** Connects at the first use, and again after every loss. `url` has been checked by `openData`. */
export function createRedisLink(url: string, { prefix = 'fw:', log }: RedisStoreOptions = {}): RedisLink {
  const outage = createOutage(`Redis at ${new URL(url).host}`, log)
  let connecting: Promise<Connection> | undefined
  let waiting = 0
  let closed = false

  async function ready(): Promise<Redis> {
    connecting ??= connect(url)
    const connection = await connecting
    const { redis } = connection
    if (redis.status !== 'ready') await connection.back
    if (redis.status !== 'ready') throw new UnusableRedis(connection.problem)
    connection.checked ??= expectVersion(redis)
    await connection.checked
    return redis
  }

  async function ask<Answer>(command: (redis: Redis) => Promise<Answer>): Promise<Answer> {
    if (closed) throw new FwError('unavailable', { message: 'This server is closing.' })
    if (waiting >= MAX_WAITING) throw outage.begin('Too many calls wait for its answer.')
    waiting += 1
    try {
      const answer = await command(await ready())
      outage.end()
      return answer
    } catch (error) {
      throw outage.begin(await findReason(error, connecting))
    } finally {
      waiting -= 1
    }
  }

  return {
    prefix,
    run: ({ lua, sha }, keys, values) =>
      ask(async (redis) => {
        try {
          return await redis.evalsha(sha, keys.length, ...keys, ...values)
        } catch (error) {
          // Not run: a Redis that was restarted does not know the script any more.
          if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
          return await redis.eval(lua, keys.length, ...keys, ...values)
        }
      }),
    ping: async () => void (await ask((redis) => redis.ping())),
    async close() {
      closed = true
      const connection = await connecting?.catch(() => undefined)
      connection?.redis.disconnect()
    },
  }
}

interface Connection {
  readonly redis: Redis
  /** Resolves when a lost connection is back, or when it is not worth waiting for. */
  back: Promise<unknown>
  /** Why there is no connection, as a sentence. */
  problem: string
  /** Whether this Redis is new enough; asked once for each connection. */
  checked: Promise<void> | undefined
}

/** Resolves after the first try to connect, whatever came of it; the client goes on trying by itself. */
async function connect(url: string): Promise<Connection> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: WAIT_MS,
    // A Redis that hangs is a lost one: every command in flight fails, and a new connection is tried.
    socketTimeout: WAIT_MS,
    // One that answers, but slowly, is not waited for by every call to the end.
    commandTimeout: SLOW_MS,
    // Never twice: whether a command that got no answer ran, nobody knows.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: (times) => Math.min(25 * 2 ** times, RECONNECT_MS),
    // After a failover the old primary answers READONLY: connect again, to the new one.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  })
  const connection: Connection = { redis, back: Promise.resolve(), problem: 'It does not answer.', checked: undefined }
  let wasReady = false
  redis.on('ready', () => {
    wasReady = true
    connection.checked = undefined
  })
  // Without a listener the client would print each failure.
  redis.on('error', (error: Error & { code?: string }) => {
    connection.problem = `${error.message || error.code}.`
  })
  redis.on('close', () => {
    if (!wasReady) return
    wasReady = false
    connection.problem = 'The connection was lost.'
    const again = new Promise((resolve) => redis.once('ready', resolve))
    connection.back = Promise.race([again, sleep(GRACE_MS)])
  })
  await Promise.race([redis.connect().catch(() => undefined), sleep(WAIT_MS)])
  return connection
}

async function expectVersion(redis: Redis): Promise<void> {
  const version = /redis_version:(\S+)/.exec(await redis.info('server'))?.[1]
  if (version !== undefined && Number.parseInt(version, 10) < OLDEST_MAJOR)
    throw new UnusableRedis(`It is version ${version}; fw needs Redis ${OLDEST_MAJOR} or newer.`)
}

async function findReason(error: unknown, connecting: Promise<Connection> | undefined): Promise<string> {
  if (error instanceof UnusableRedis) return error.message
  const connection = await connecting?.catch(() => undefined)
  // The client's own words for a lost connection speak of its settings.
  if (connection !== undefined && connection.redis.status !== 'ready') return connection.problem
  return error instanceof Error ? `${error.message}.` : String(error)
}
