import type { Recipe, RecipeApp } from '../recipe.ts'

const TESTS = 'vitest.config.ts'
/** Configuration of a new app, before and after the recipe. */
const PLUGINS = 'defineConfig({ plugins: [fw()] })'
const PLUGINS_AND_DATABASE = "defineConfig({ plugins: [fw()], test: { env: { DATABASE_URL: ':memory:' } } })"

/** SQLite with Drizzle: tables in `src/database/schema`, migrations in `drizzle`, and an example that uses them. */
export const drizzle: Recipe = {
  name: 'drizzle',
  description: 'SQLite database with Drizzle: tables, migrations, an example',
  dependencies: { '@libsql/client': '0.18.0', 'drizzle-orm': '0.45.4' },
  devDependencies: { 'drizzle-kit': '0.31.11' },
  // Its install script only checks for a binary, which is a package of its own. drizzle-kit uses it.
  skippedScripts: ['esbuild'],
  scripts: { migration: 'drizzle-kit generate' },
  edit: separateTests,
  next: ['npm run migration'],
}

/** Gives each test file a database in memory. Otherwise tests write to the database of development. */
function separateTests(app: RecipeApp): void {
  const file = app.sources.find((source) => source.getFilePath() === `/${TESTS}`)
  const config = file?.getFullText() ?? ''
  if (config.includes('DATABASE_URL')) return
  const start = config.indexOf(PLUGINS)
  if (file !== undefined && start >= 0)
    app.edit(file).replace({ start, end: start + PLUGINS.length }, PLUGINS_AND_DATABASE)
  else
    app.leave(
      TESTS,
      "Set test.env.DATABASE_URL to ':memory:', so that tests don't write to the database of development.",
    )
}
