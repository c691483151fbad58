import { defineConfig } from 'drizzle-kit'

/** Settings of `npm run migration`, which compares the schema with the last migration. */
export default defineConfig({ dialect: 'sqlite', schema: './src/db/schema.ts', out: './migrations' })
