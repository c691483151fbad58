// Compiles the packages in dependency order: sources to dist/, with declarations.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const tsc = fileURLToPath(new URL('../node_modules/.bin/tsc', import.meta.url))

for (const name of ['runtime', 'compiler', 'codemods', 'cli', 'cli/create']) {
  if (!existsSync(`${root}${name}/src`)) continue
  const { status } = spawnSync(tsc, ['-p', name], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
