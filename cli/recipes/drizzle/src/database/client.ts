/** The database: `DATABASE_URL`, or a file in `.fw/data`. Migrations in `drizzle/` are applied when the app starts. */
import { existsSync, mkdirSync } from 'node:fs'
import { drizzle } from 'drizzle-orm/libsql'
import { migrate } from 'drizzle-orm/libsql/migrator'

const MIGRATIONS = 'drizzle'
const url = process.env.DATABASE_URL ?? 'file:.fw/data/app.db'
if (url.startsWith('file:.fw/')) mkdirSync('.fw/data', { recursive: true })

export const db = drizzle(url)

if (!existsSync(`${MIGRATIONS}/meta/_journal.json`))
  throw new Error(
    'The database has no migrations. Run "drizzle-kit generate" after each change of src/database/schema.',
  )
const applyMigrations = () => migrate(db, { migrationsFolder: MIGRATIONS })
// Of several processes that start together, one applies the migrations. The others find them applied.
await applyMigrations().catch(applyMigrations)
