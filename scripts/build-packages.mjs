// Compiles the packages in dependency order: sources to dist/, with declarations.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleModules } from './bundle-modules.mjs'
import { bundleSdk } from './bundle-sdk.mjs'
import { hashSources, writeStamp } from './packages/source-stamp.mjs'
import { shipDocs } from './ship-docs.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
// By its own path: three versions of TypeScript are installed, and `.bin/tsc` could be any of them.
const tsc = fileURLToPath(new URL('../node_modules/@typescript/native/bin/tsc', import.meta.url))

const sources = hashSources()

for (const name of ['runtime', 'compiler', 'codemods', 'cli/create', 'cli']) {
  if (!existsSync(`${root}${name}/src`)) continue
  const { status } = spawnSync(process.execPath, [tsc, '-p', name], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  removeStale(`${root}${name}`)
}

for (const name of ['runtime', 'compiler']) await bundleModules(`${root}${name}`)
await bundleSdk(`${root}runtime`)

// The editor plugin is one CommonJS file: tsserver loads it with `require`, and the packages are ES modules. It has no
// types.
const { build } = await import('rolldown')
await build({
  cwd: `${root}compiler`,
  input: 'src/ts-plugin/plugin.ts',
  platform: 'node',
  resolve: { conditionNames: ['fw-source', 'node', 'import'] },
  external: /^node:/,
  output: { file: 'ts-plugin/dist/plugin.js', format: 'cjs', exports: 'named' },
  logLevel: 'warn',
})

shipDocs(root, `${root}runtime/docs`)

// The files that `create-fw` copies: the playground's apps, without files that users' commands write.
const templates = `${root}cli/create/dist/templates`
const WRITTEN = new Set(['node_modules', 'dist', '.fw', '.data', '.turbo', 'eval-gate.json'])
rmSync(templates, { recursive: true, force: true })
for (const name of readdirSync(`${root}playground`)) {
  if (!existsSync(join(root, 'playground', name, 'package.json'))) continue
  const folder = join(templates, name)
  cpSync(join(root, 'playground', name), folder, {
    recursive: true,
    filter: (source) =>
      !WRITTEN.has(basename(source)) && !/\.log$|\.db(?:-\w+)?$|^\.env(?!\.example$)/.test(basename(source)),
  })
  // npm would interpret it as the package's ignore list.
  if (existsSync(join(folder, '.gitignore'))) renameSync(join(folder, '.gitignore'), join(folder, '_gitignore'))
}

// With the hash from before: sources that changed during the build are built again.
writeStamp(sources)

/** Removes what was compiled from sources that don't exist any more: it would be published. */
function removeStale(folder) {
  for (const file of readdirSync(join(folder, 'dist'), { recursive: true })) {
    const [, stem] = /^(?!bundled|client-package|templates)(.+?)\.(?:js|js\.map|d\.ts|d\.ts\.map)$/.exec(file) ?? []
    if (stem === undefined || ['.ts', '.tsx'].some((extension) => existsSync(join(folder, 'src', stem + extension))))
      continue
    rmSync(join(folder, 'dist', file))
  }
}
