/** The URL of a store in Postgres. Passwords never become part of a message. */
import { SetupError } from '#contract/config/setup-error.ts'
import { hidePassword } from './hide-password.ts'

/** Connections of a process for calls. Calls that wait share transactions, so more connections rarely help. */
const POOL_SIZE = 4
const MAX_POOL_SIZE = 100
const DEFAULT_PORT = 5432
/** Postgres cuts longer names off, so that two schemas could become one. */
const SCHEMA_NAME = /^[a-z_][a-z0-9_]{0,62}$/
const OWNED_BY_POSTGRES = /^(?:pg_.*|information_schema|public)$/
const TLS_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const
const PARAMETERS = ['schema', 'pool', 'sslmode', 'sslrootcert', 'host', 'pooler', 'listen']

export interface PostgresAddress {
  readonly host: string
  readonly port: number
}

export interface PostgresSettings extends PostgresAddress {
  /** Default of each of these three: the environment variables of Postgres, such as `PGUSER`. */
  readonly user: string | undefined
  readonly password: string | undefined
  readonly database: string | undefined
  readonly schema: string
  readonly pool: number
  readonly tls: (typeof TLS_MODES)[number]
  /** File with the certificates of the authorities that `verify-ca` and `verify-full` trust. */
  readonly certificates: string | undefined
  /** The server is a pooler that gives each transaction another connection, so sessions have no state. */
  readonly sharesSessions: boolean
  /** Where `LISTEN` works. */
  readonly listen: PostgresAddress
}

/** Parses `postgres://…`. Throws a `SetupError` for another URL. */
export function parsePostgresUrl(data: string): PostgresSettings {
  const fail: Fail = (problem) =>
    new SetupError(
      `data: "${hidePassword(data)}" ${problem}. Write postgres://[<user>:<password>@]<host>[:<port>]/<database>[?schema=<name>&pool=<number>&sslmode=<mode>]; percent-encode characters such as / # ? in a password.`,
    )
  let url: URL
  let parts: readonly (string | undefined)[]
  try {
    url = new URL(data)
    parts = [url.username, url.password, url.pathname.slice(1)].map(decodePart)
  } catch {
    throw fail('is not a valid Postgres URL')
  }
  const { searchParams: parameters } = url
  const unknown = [...parameters.keys()].find((name) => !PARAMETERS.includes(name))
  if (unknown !== undefined) throw fail(`has the unknown parameter "${unknown}"`)
  // The folder of a Unix socket isn't a valid host of a URL.
  const host = parameters.get('host') ?? url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (host === '' || !data.startsWith(`${url.protocol}//`)) throw fail('has no host')
  const address = { host, port: url.port === '' ? DEFAULT_PORT : Number(url.port) }
  const [user, password, database] = parts
  return {
    ...address,
    ...{ user, password, database },
    schema: readSchema(parameters, fail),
    pool: readPool(parameters, fail),
    ...readTls(parameters, fail),
    ...readPooler(parameters, address, fail),
  }
}

type Fail = (problem: string) => SetupError

/** Returns undefined for an empty part. */
function decodePart(part: string): string | undefined {
  return part === '' ? undefined : decodeURIComponent(part)
}

function readSchema(parameters: URLSearchParams, fail: Fail): string {
  const schema = parameters.get('schema') ?? 'fw'
  if (OWNED_BY_POSTGRES.test(schema)) throw fail(`has the schema "${schema}", which is not for this store alone`)
  if (!SCHEMA_NAME.test(schema))
    throw fail('has a schema with other characters than a-z, 0-9 and _, or more than 63 of them')
  return schema
}

function readPool(parameters: URLSearchParams, fail: Fail): number {
  const text = parameters.get('pool')
  if (text === null) return POOL_SIZE
  const pool = Number(text)
  if (!/^\d+$/.test(text) || pool < 1 || pool > MAX_POOL_SIZE)
    throw fail(`has a pool that is not a number from 1 to ${MAX_POOL_SIZE}`)
  return pool
}

function readTls(parameters: URLSearchParams, fail: Fail) {
  const mode = parameters.get('sslmode') ?? 'disable'
  const tls = TLS_MODES.find((known) => known === mode)
  if (tls === undefined) throw fail(`has an sslmode other than ${TLS_MODES.join(', ')}`)
  const certificates = parameters.get('sslrootcert') ?? undefined
  if (certificates !== undefined && !tls.startsWith('verify'))
    throw fail('has sslrootcert, which only sslmode=verify-ca and sslmode=verify-full use')
  return { tls, certificates }
}

function readPooler(parameters: URLSearchParams, address: PostgresAddress, fail: Fail) {
  const pooler = parameters.get('pooler')
  const listen = parameters.get('listen')
  if (pooler !== null && pooler !== 'transaction') throw fail('has a pooler other than "transaction"')
  if (pooler !== null && listen === null)
    throw fail('has pooler=transaction, but no listen=<host>:<port>, the address of Postgres itself')
  return { sharesSessions: pooler !== null, listen: listen === null ? address : readAddress(listen, fail) }
}

function readAddress(text: string, fail: Fail): PostgresAddress {
  const [, host, port] = /^(\[[^\]]+\]|[^:/@]+)(?::(\d{1,5}))?$/.exec(text) ?? []
  if (host === undefined) throw fail('has a listen that is not <host>:<port>')
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: port === undefined ? DEFAULT_PORT : Number(port) }
}
