/** The tables of a store in Postgres, made and changed by steps, each of which runs once. */

/** Runs SQL on one connection, and returns the rows of the last statement. */
type RunSql = (text: string, values?: readonly unknown[]) => Promise<readonly (readonly unknown[])[]>

/** A change of the tables. Its number is its position in the list, beginning with 1. */
export interface SchemaStep {
  /** `$schema` is the quoted name of the schema. */
  readonly sql: string
  /** The oldest step whose version of @fw/runtime can still work with the tables. */
  readonly worksSince: number
}

/** Never changed: a new version of the tables is a further step. */
export const SCHEMA_STEPS: readonly SchemaStep[] = [
  {
    worksSince: 1,
    sql: `
create sequence $schema.resolutions;
create table $schema.proposals (
  id text primary key, position bigint generated always as identity, subject text not null, state text not null,
  created_at bigint not null, expires_at bigint not null, data text not null, call text, resolved_by text, result text,
  resolved bigint
);
create index proposals_pending on $schema.proposals (subject, created_at, position) where state = 'pending';
create index proposals_resolved on $schema.proposals (subject, (state = 'executed'), resolved) where resolved is not null;
create index proposals_expiry on $schema.proposals (expires_at);
create table $schema.claims (key text primary key, expires_at bigint not null);
create index claims_expiry on $schema.claims (expires_at);
create table $schema.texts (key text primary key, text text not null, expires_at bigint not null);
create index texts_expiry on $schema.texts (expires_at);
create table $schema.sums (key text primary key, sum bigint not null, expires_at bigint not null);
create index sums_expiry on $schema.sums (expires_at);
create table $schema.hits (
  key text primary key, times bigint[] not null, allowed boolean not null, at bigint not null, expires_at bigint not null
) with (fillfactor = 70);
create index hits_expiry on $schema.hits (expires_at);`,
  },
  {
    // A process of the first version doesn't receive long messages; it had none before.
    worksSince: 1,
    sql: `
create table $schema.messages (
  id bigint generated always as identity primary key, text text not null, expires_at bigint not null
);
create index messages_expiry on $schema.messages (expires_at);`,
  },
]

/** Postgres or its tables can't be used, although it responds. The message is a sentence for the log. */
export class UnusablePostgres extends Error {}

const OLDEST_MAJOR = 13

/**
 * Checks the server and the tables of a new connection, and makes the tables or runs the missing steps. Of several
 * processes that start at once, one runs a step; the others wait for it. Tables of newer versions aren't changed.
 */
export async function prepareSchema(run: RunSql, schema: string, steps = SCHEMA_STEPS): Promise<void> {
  const [row] = await run(
    `select current_setting('server_version_num')::int / 10000, pg_is_in_recovery() or current_setting('transaction_read_only') = 'on', to_regclass($1) is not null,
      current_setting('server_encoding')`,
    [`"${schema}".version`],
  )
  const [major, isReadOnly, exists, encoding] = row as [number, boolean, boolean, string] // the columns
  if (major < OLDEST_MAJOR)
    throw new UnusablePostgres(`It is version ${major}; fw needs PostgreSQL ${OLDEST_MAJOR} or newer.`)
  // After a failover the address leads to the new primary.
  if (isReadOnly) throw new UnusablePostgres('It is read-only, such as a standby.')
  if (encoding !== 'UTF8') throw new UnusablePostgres(`Its database has the encoding ${encoding}; fw needs UTF8.`)
  if (exists && (await readVersion(run, schema, steps)) >= steps.length) return
  await migrate(run, schema, steps)
}

/** Returns the number of steps that have run. */
async function readVersion(run: RunSql, schema: string, steps: readonly SchemaStep[]): Promise<number> {
  const table = `"${schema}".version`
  const [row] = await run(`select version, works_since from ${table}`)
  if (row === undefined) return 0
  const [version, worksSince] = row as [number, number] // the columns
  if (version > steps.length && worksSince > steps.length)
    throw new UnusablePostgres(
      `Its schema "${schema}" has version ${version}, but this version of @fw/runtime supports versions up to ${steps.length}. Update @fw/runtime, or set another schema in the option \`data\`.`,
    )
  return version
}

/** One transaction, which a killed process can't leave half done. */
async function migrate(run: RunSql, schema: string, steps: readonly SchemaStep[]): Promise<void> {
  const name = `"${schema}"`
  try {
    await run('begin')
    // A step may take long for large tables.
    await run('set local statement_timeout = 0')
    await run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`fw schema ${schema}`])
    // A role may use a schema of others without the right to make one.
    const [row] = await run('select to_regnamespace($1) is not null', [name])
    if (row?.[0] !== true) await run(`create schema ${name}`)
    await run(
      `create table if not exists ${name}.version (version int not null, works_since int not null, swept_at bigint not null default 0)`,
    )
    // Another process can have done it by now.
    const version = await readVersion(run, schema, steps)
    if (version === 0) await run(`insert into ${name}.version values (0, 0)`)
    for (const { sql } of steps.slice(version)) await run(sql.replaceAll('$schema', name))
    const worksSince = Math.max(...steps.map((step) => step.worksSince))
    if (version < steps.length)
      await run(`update ${name}.version set version = $1, works_since = $2`, [steps.length, worksSince])
    await run('commit')
  } catch (error) {
    throw explainDenial(error, schema)
  }
}

const INSUFFICIENT_PRIVILEGE = '42501'

function explainDenial(error: unknown, schema: string): unknown {
  if (!(error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE)) return error
  return new UnusablePostgres(
    `${error.message}. Its user must own the schema "${schema}", or be allowed to create it: create schema "${schema}" authorization "<user>".`,
  )
}
