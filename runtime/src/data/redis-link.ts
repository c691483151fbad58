/** The connection to Redis that all stores of a server share, with its handling of outages. */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { FwError } from '#contract/http/error.ts'
import type { StoreOptions } from './lifetime.ts'
import { createOutage } from './store-outage.ts'

/** Time that calls wait for the first connection, and for any response at all. */
const WAIT_MS = 2_000
/** Time that a call waits for its own response while others arrive. */
const SLOW_MS = 5_000
/** Maximum number of commands without a response; more calls are refused immediately. */
const MAX_WAITING = 10_000
/** Time that calls wait for a connection that was lost a moment ago. */
const GRACE_MS = 300
/** Maximum time between two attempts to connect. */
const RECONNECT_MS = 1_000
const OLDEST_MAJOR = 7

/** Options of stores in Redis. */
export interface RedisStoreOptions extends StoreOptions {
  /** Prefix of every key. Default `fw:`. */
  readonly prefix?: string
}

/** An atomic operation: Redis runs the whole script without interleaving other commands. */
interface RedisScript {
  readonly lua: string
  readonly sha: string
}

export interface RedisLink {
  readonly prefix: string
  run(script: RedisScript, keys: readonly string[], values: readonly (string | number)[]): Promise<unknown>
  /** Sends a message to a channel, in the order of the calls. */
  publish(channel: string, message: string): Promise<void>
  ping(): Promise<void>
  close(): Promise<void>
}

export function redisScript(lua: string): RedisScript {
  return { lua, sha: createHash('sha1').update(lua).digest('hex') }
}

/** A Redis that responds, but can't be used. */
class UnusableRedis extends Error {}

/** Connects on first use, and again after each loss. `openData` has validated `url`. */
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

  async function send<Result>(command: (redis: Redis) => Promise<Result>): Promise<Result> {
    if (closed) throw new FwError('unavailable', { message: 'This server is closing.' })
    if (waiting >= MAX_WAITING) throw outage.begin('Too many calls wait for its response.')
    waiting += 1
    try {
      const result = await command(await ready())
      outage.end()
      return result
    } catch (error) {
      throw outage.begin(await findReason(error, connecting))
    } finally {
      waiting -= 1
    }
  }

  return {
    prefix,
    run: ({ lua, sha }, keys, values) =>
      send(async (redis) => {
        try {
          return await redis.evalsha(sha, keys.length, ...keys, ...values)
        } catch (error) {
          // The script wasn't run: a restarted Redis has no cached scripts.
          if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
          return await redis.eval(lua, keys.length, ...keys, ...values)
        }
      }),
    publish: async (channel, message) => void (await send((redis) => redis.publish(channel, message))),
    ping: async () => void (await send((redis) => redis.ping())),
    async close() {
      closed = true
      const connection = await connecting?.catch(() => undefined)
      connection?.redis.disconnect()
    },
  }
}

interface Connection {
  readonly redis: Redis
  /** Resolves when a lost connection is restored, or after a grace period. */
  back: Promise<unknown>
  /** Why the connection failed, as a sentence. */
  problem: string
  /** Resolves after the check of the Redis version, once for each connection. */
  checked: Promise<void> | undefined
}

/** Resolves after the first attempt to connect, successful or not. The client continues to reconnect by itself. */
async function connect(url: string): Promise<Connection> {
  const { Redis } = await import('./ioredis.package.ts')
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: WAIT_MS,
    // A Redis that hangs counts as lost: every running command fails, and a new connection is opened.
    socketTimeout: WAIT_MS,
    // Limits the time of calls to a Redis that responds slowly.
    commandTimeout: SLOW_MS,
    // Never repeated, because a command without a response may have run.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: (times) => Math.min(25 * 2 ** times, RECONNECT_MS),
    // After a failover the old primary responds with READONLY: reconnect to the new one.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  })
  const connection: Connection = { redis, back: Promise.resolve(), problem: 'It does not respond.', checked: undefined }
  let wasReady = false
  redis.on('ready', () => {
    wasReady = true
    connection.checked = undefined
  })
  // Without a listener the client would print each error.
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
  // The client's own message for a lost connection refers to its settings.
  if (connection !== undefined && connection.redis.status !== 'ready') return connection.problem
  return error instanceof Error ? `${error.message}.` : String(error)
}
