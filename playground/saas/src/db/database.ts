/** The database, with all migrations applied. */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { env } from '@fw/runtime/server'
import { createClient } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'
import { migrate } from 'drizzle-orm/libsql/migrator'
import * as schema from './schema.ts'

const url = env.DATABASE_URL ?? 'file:.fw/data/app.db'
if (url.startsWith('file:')) mkdirSync(dirname(url.slice('file:'.length)), { recursive: true })

const client = createClient({ url, ...(env.DATABASE_TOKEN !== undefined && { authToken: env.DATABASE_TOKEN }) })
if (url.startsWith('file:')) await client.execute('pragma journal_mode = wal')
await client.execute('pragma foreign_keys = on')

export const database = drizzle(client, { schema })
await migrate(database, { migrationsFolder: 'migrations' })
