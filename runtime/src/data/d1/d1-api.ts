/** The parts of a D1 database that the store uses. https://developers.cloudflare.com/d1/worker-api/ */

type D1Value = string | number | null

export interface D1Statement {
  bind(...values: readonly D1Value[]): D1Statement
  all(): Promise<D1Result>
}

interface D1Result {
  readonly results: readonly Readonly<Record<string, unknown>>[]
}

/** A binding of a Worker. Without a session, every query reads the primary database, also if it has replicas. */
export interface D1Database {
  prepare(sql: string): D1Statement
  /** Runs the statements in their order, in one transaction. */
  batch(statements: readonly D1Statement[]): Promise<readonly D1Result[]>
}
