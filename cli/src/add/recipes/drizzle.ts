import type { Recipe } from '../recipe.ts'

/** SQLite with Drizzle: tables in `src/database/schema`, migrations in `drizzle`, and an example that uses them. */
export const drizzle: Recipe = {
  name: 'drizzle',
  description: 'SQLite database with Drizzle: tables, migrations, an example',
  dependencies: { '@libsql/client': '0.18.0', 'drizzle-orm': '0.45.4' },
  devDependencies: { 'drizzle-kit': '0.31.11' },
  scripts: { migration: 'drizzle-kit generate' },
  next: ['npm run migration'],
}
