// Compiles the packages in dependency order: sources to dist/, with declarations.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
// By its own path: three versions of TypeScript are installed, and `.bin/tsc` is any of them.
const tsc = fileURLToPath(new URL('../node_modules/@typescript/native/bin/tsc', import.meta.url))

for (const name of ['runtime', 'compiler', 'codemods', 'cli', 'cli/create']) {
  if (!existsSync(`${root}${name}/src`)) continue
  const { status } = spawnSync(process.execPath, [tsc, '-p', name], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

// The editor plugin is one CommonJS file: tsserver requires it, and our packages are modules. Types are left out.
const { build } = await import('rolldown')
await build({
  cwd: `${root}compiler`,
  input: 'src/ts-plugin/plugin.ts',
  platform: 'node',
  resolve: { conditionNames: ['fw-source', 'node', 'import'] },
  external: /^node:/,
  output: { file: 'ts-plugin/dist/plugin.js', format: 'cjs', exports: 'named', sourcemap: true },
  logLevel: 'warn',
})
