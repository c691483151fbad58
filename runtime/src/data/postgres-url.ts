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
const PARAMETERS = ['schema', 'pool', 'sslmode', 'sslrootcert', 'host', 'pooler', 'listen', 'target_session_attrs']
const MAX_HOSTS = 8

export interface PostgresAddress {
  readonly host: string
  readonly port: number
}

export interface PostgresSettings {
  /** Servers of which one is the primary. */
  readonly addresses: readonly PostgresAddress[]
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
  readonly listen: readonly PostgresAddress[]
}

/** Parses `postgres://…`. Throws a `SetupError` for another URL. */
export function parsePostgresUrl(data: string): PostgresSettings {
  const fail: Fail = (problem) =>
    new SetupError(
      `data: "${hidePassword(data)}" ${problem}. Write postgres://[<user>:<password>@]<host>[:<port>][,<host>…]/<database>[?schema=<name>&pool=<number>&sslmode=<mode>]; percent-encode characters such as / # ? in a password.`,
    )
  let url: URL
  let parts: readonly (string | undefined)[]
  const [begin, hosts, end] = splitHosts(data)
  const addresses = hosts === '' ? [] : hosts.split(',').map(parseAddress)
  try {
    // The hosts are read apart from the rest, which is a URL.
    url = new URL(`${begin}${hosts === '' ? '' : 'host'}${end}`)
    parts = [url.username, url.password, url.pathname.slice(1)].map(decodePart)
  } catch {
    throw fail('is not a valid Postgres URL')
  }
  const { searchParams: parameters } = url
  const unknown = [...parameters.keys()].find((name) => !PARAMETERS.includes(name))
  if (unknown !== undefined) throw fail(`has the unknown parameter "${unknown}"`)
  const found = readAddresses(addresses, parameters.get('host'), fail)
  if (!['read-write', 'primary'].includes(parameters.get('target_session_attrs') ?? 'primary'))
    throw fail('has a target_session_attrs other than read-write and primary, but the store writes')
  const [user, password, database] = parts
  return {
    addresses: found,
    ...{ user, password, database },
    schema: readSchema(parameters, fail),
    pool: readPool(parameters, fail),
    ...readTls(parameters, fail),
    ...readPooler(parameters, found, fail),
  }
}

type Fail = (problem: string) => SetupError

/** `host`: the parameter. The folder of a Unix socket isn't a valid host of a URL. */
function readAddresses(
  addresses: readonly (PostgresAddress | undefined)[],
  host: string | null,
  fail: Fail,
): readonly PostgresAddress[] {
  const known = addresses.filter((address) => address !== undefined)
  if (known.length < addresses.length) throw fail('is not a valid Postgres URL')
  if (known.length > MAX_HOSTS) throw fail(`has more than ${MAX_HOSTS} hosts`)
  if (host === null || host === '') {
    if (known.length === 0) throw fail('has no host')
    return known
  }
  if (known.length > 1) throw fail('has several hosts, and the parameter host')
  return [{ host, port: known[0]?.port ?? DEFAULT_PORT }]
}

/** Splits a URL before and after its hosts, because one with several hosts isn't valid. Without hosts, the second part is empty. */
function splitHosts(data: string): readonly [string, string, string] {
  const scheme = data.indexOf('://') + 3
  if (scheme < 3) return [data, '', '']
  const length = data.slice(scheme).search(/[/?#]/)
  const authority = length < 0 ? data.slice(scheme) : data.slice(scheme, scheme + length)
  const at = authority.lastIndexOf('@') + 1
  const from = scheme + at
  const to = scheme + authority.length
  return [data.slice(0, from), data.slice(from, to), data.slice(to)]
}

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

function readPooler(parameters: URLSearchParams, addresses: readonly PostgresAddress[], fail: Fail) {
  const pooler = parameters.get('pooler')
  const listen = parameters.get('listen')
  if (pooler !== null && pooler !== 'transaction') throw fail('has a pooler other than "transaction"')
  if (pooler !== null && listen === null)
    throw fail('has pooler=transaction, but no listen=<host>:<port>, the address of Postgres itself')
  return { sharesSessions: pooler !== null, listen: listen === null ? addresses : readListen(listen, fail) }
}

function readListen(text: string, fail: Fail): readonly PostgresAddress[] {
  const addresses = text.split(',').map(parseAddress)
  const known = addresses.filter((address) => address !== undefined)
  if (known.length < addresses.length) throw fail('has a listen that is not <host>:<port>')
  return known
}

/** Parses `<host>[:<port>]`. */
function parseAddress(text: string): PostgresAddress | undefined {
  const [, host, port] = /^(\[[^\]]+\]|[^:/@]+)(?::(\d{1,5}))?$/.exec(text) ?? []
  if (host === undefined) return undefined
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: port === undefined ? DEFAULT_PORT : Number(port) }
}

/** Names the servers in a message. */
export function formatAddresses(addresses: readonly PostgresAddress[]): string {
  return addresses.map(({ host, port }) => `${host}:${port}`).join(', ')
}
