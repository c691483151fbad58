/** A connection to Postgres that is ready for use: its TLS, its timeouts, and the statements that it sends in batches. */
import { readFile } from 'node:fs/promises'
import { type ConnectionOptions, checkServerIdentity } from 'node:tls'
import type { Client } from 'pg'
import { prepareSchema, type SchemaStep, UnusablePostgres } from './postgres-schema.ts'
import { formatAddresses, type PostgresAddress, type PostgresSettings } from './postgres-url.ts'

/** Maximum time until the server accepts a connection. */
const CONNECT_MS = 2_000
/** Maximum time for a statement, in the server. */
const STATEMENT_MS = 4_000
/** Maximum time for a batch. A connection without a response counts as lost. */
const BATCH_MS = 5_000
/** Maximum time for the check and the steps of the tables. */
const PREPARE_MS = 60_000
const KEEP_ALIVE_MS = 10_000

/** SQL with `$schema` for the name of the schema. Each connection prepares it once. */
export interface PostgresStatement {
  readonly name: string
  readonly sql: string
}

export interface PostgresResult {
  readonly rows: readonly (readonly unknown[])[]
  /** Number of rows that it returned or changed. */
  readonly count: number
}

type StatementResult = PostgresResult | { readonly error: Error }

interface Call {
  readonly statement: PostgresStatement
  readonly values: readonly unknown[]
}

export class PostgresConnection {
  readonly #client: Client
  readonly #settings: PostgresSettings
  readonly #texts = new Map<PostgresStatement, string>()
  /** Undefined while the connection works. */
  lost: Error | undefined
  /** Whether it runs a batch. */
  isBusy = false

  constructor(client: Client, settings: PostgresSettings, onLost: (connection: PostgresConnection) => void) {
    this.#client = client
    this.#settings = settings
    const lose = (error: Error) => {
      if (this.lost !== undefined) return
      this.lost = error
      onLost(this)
    }
    client.on('error', lose)
    client.on('end', () => lose(new Error('The connection was lost')))
  }

  /**
   * Sends all calls at once, without a transaction around them, and returns a result for each. Rejects if the connection
   * is lost: then any of them may have run.
   */
  async send(calls: readonly Call[]): Promise<readonly StatementResult[]> {
    return await this.#withTimeout(async () => {
      const results = await Promise.all(calls.map((call) => this.#run(call)))
      if (this.lost !== undefined) throw this.lost
      return results
    })
  }

  /**
   * Like `send`, in one transaction. If a statement fails, none has run and the result is undefined. With `isRelaxed`, a
   * crash of the server may undo the last moments of it.
   */
  async commit(calls: readonly Call[], isRelaxed: boolean): Promise<readonly StatementResult[] | undefined> {
    const begin = isRelaxed ? 'begin; set local synchronous_commit = off' : 'begin'
    return await this.#withTimeout(async () => {
      const begun = this.#query(begin)
      const results = calls.map((call) => this.#run(call))
      const [, ended] = await Promise.all([begun, this.#query('commit')])
      if (this.lost !== undefined) throw this.lost
      // The answer to the commit of a failed transaction is ROLLBACK.
      return 'error' in ended || ended.command !== 'COMMIT' ? undefined : await Promise.all(results)
    })
  }

  async end(): Promise<void> {
    await Promise.race([this.#client.end(), new Promise((resolve) => setTimeout(resolve, CONNECT_MS).unref())])
    this.destroy()
  }

  /** Ends it at once. Calls without a response are lost. */
  destroy(): void {
    destroyClient(this.#client)
  }

  /** Like `send`, for a single statement that isn't prepared. Rejects if it fails. */
  async run(sql: string): Promise<PostgresResult> {
    const result = await this.#withTimeout(() => this.#query(sql))
    if ('error' in result) throw result.error
    return result
  }

  onNotification(listener: (channel: string, payload: string) => void): void {
    this.#client.on('notification', ({ channel, payload = '' }) => listener(channel, payload))
  }

  async #withTimeout<Value>(run: () => Promise<Value>): Promise<Value> {
    const timer = setTimeout(() => this.#client.connection.stream.destroy(new Error('It does not respond')), BATCH_MS)
    try {
      return await run()
    } finally {
      clearTimeout(timer)
    }
  }

  #run({ statement, values }: Call): Promise<StatementResult> {
    let text = this.#texts.get(statement)
    if (text === undefined) {
      text = statement.sql.replaceAll('$schema', `"${this.#settings.schema}"`)
      this.#texts.set(statement, text)
    }
    // The next transaction of a shared session may run on a connection without the statement.
    const name = this.#settings.sharesSessions ? undefined : statement.name
    return this.#query(text, name, values)
  }

  #query(
    text: string,
    name?: string,
    values?: readonly unknown[],
  ): Promise<(PostgresResult & { readonly command: string }) | { readonly error: Error }> {
    return new Promise((resolve) => {
      const config = { text, name, values: values as unknown[], rowMode: 'array' as const }
      this.#client.query(config, (error: Error | null, result) => {
        if (error) return resolve({ error })
        const { rows, rowCount, command } = result
        resolve({ rows, count: rowCount ?? 0, command })
      })
    })
  }
}

interface ConnectOptions {
  readonly onLost: (connection: PostgresConnection) => void
  readonly steps?: readonly SchemaStep[] | undefined
  /** Default: those for calls. */
  readonly addresses?: readonly PostgresAddress[]
}

/** Connects to the primary, and prepares the tables. Rejects if no server can be used. */
export async function connectPostgres(
  settings: PostgresSettings,
  { addresses = settings.addresses, ...options }: ConnectOptions,
): Promise<PostgresConnection> {
  // At once, because a server that doesn't respond would delay the others. Standbys refuse.
  const attempts = addresses.map((address) => connectTo(address, settings, options))
  const [only] = attempts
  if (attempts.length === 1 && only !== undefined) return only
  const problems: string[] = []
  const described = attempts.map((attempt, index) =>
    attempt.catch((error: unknown) => {
      problems[index] = `${formatAddresses(addresses.slice(index, index + 1))}: ${describePostgresError(error)}`
      throw error
    }),
  )
  const connection = await Promise.any(described).catch(() => {
    throw new UnusablePostgres(problems.join(' '))
  })
  for (const attempt of attempts) void attempt.then((one) => one !== connection && one.destroy(), ignore)
  return connection
}

const ignore = (): void => undefined

async function connectTo(
  address: PostgresAddress,
  settings: PostgresSettings,
  { onLost, steps }: Omit<ConnectOptions, 'addresses'>,
): Promise<PostgresConnection> {
  const { Client } = await import('./pg.package.ts')
  const { user, password, database, sharesSessions } = settings
  const client = new Client({
    host: address.host,
    port: address.port,
    ssl: await createTlsOptions(settings),
    user,
    password,
    database,
    application_name: 'fw',
    pipeline: true,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // A pooler refuses settings of a session.
    ...(sharesSessions ? {} : { statement_timeout: STATEMENT_MS }),
  })
  const connection = new PostgresConnection(client, settings, onLost)
  const timer = setTimeout(() => destroyClient(client), PREPARE_MS)
  try {
    await client.connect()
    const run = async (text: string, values?: readonly unknown[]) =>
      (await client.query({ text, values: values as unknown[], rowMode: 'array' })).rows as unknown[][] // the row mode
    await prepareSchema(run, settings.schema, steps)
    return connection
  } catch (error) {
    destroyClient(client)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function destroyClient(client: Client): void {
  client.connection.stream.destroy()
}

async function createTlsOptions({ tls, certificates }: PostgresSettings): Promise<ConnectionOptions | false> {
  if (tls === 'disable') return false
  if (tls === 'require') return { rejectUnauthorized: false }
  return {
    ...(certificates !== undefined && { ca: await readCertificates(certificates) }),
    // Only the authority is checked, as in the client of Postgres.
    checkServerIdentity: tls === 'verify-ca' ? () => undefined : checkServerIdentity,
  }
}

async function readCertificates(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    throw new UnusablePostgres(`The file ${path} of sslrootcert can't be read.`)
  }
}

/** Returns the reason of an outage as a sentence. */
export function describePostgresError(error: unknown): string {
  if (error instanceof UnusablePostgres) return error.message
  if (!(error instanceof Error)) return `${error}.`
  if (/timeout/.test(error.message)) return 'It does not respond.'
  return `${error.message || ('code' in error ? error.code : 'The connection was lost')}.`
}
