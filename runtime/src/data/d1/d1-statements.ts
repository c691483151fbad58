/** Statements of a D1 database, with their values, and the statements that store a string in parts. */
import type { DurableOperations } from '../durable-object.ts'
import { splitStoredText } from '../durable-texts.ts'
import type { D1Database, D1Statement } from './d1-api.ts'

export type D1Operations = {
  readonly [Name in keyof DurableOperations]: (
    ...values: Parameters<DurableOperations[Name]>
  ) => Promise<ReturnType<DurableOperations[Name]>>
}

export interface D1Statements {
  /** Parameters are `?1`, `?2` and so on. */
  prepare(sql: string, ...values: readonly (string | number | null)[]): D1Statement
  batch: D1Database['batch']
  /** Returns the statements that store a string, without parts of a longer one before it. */
  writeParts(key: string, text: string, expiresAt: number): readonly D1Statement[]
}

export function openStatements(database: D1Database): D1Statements {
  const prepare: D1Statements['prepare'] = (sql, ...values) => database.prepare(sql).bind(...values)
  return {
    prepare,
    batch: (statements) => database.batch(statements),
    writeParts(key, text, expiresAt) {
      const parts = splitStoredText(text)
      return [
        prepare('delete from fw_texts where key = ?1 and part >= ?2', key, parts.length),
        ...parts.map((part, index) =>
          prepare('insert or replace into fw_texts values (?1, ?2, ?3, ?4)', key, index, part, expiresAt),
        ),
      ]
    },
  }
}
