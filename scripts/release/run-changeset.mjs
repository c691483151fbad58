// Runs changesets, and gives the new version to everything that has one outside of the published packages.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installLocked } from '../packages/install-locked.mjs'

const TOOLS = fileURLToPath(new URL('./tools', import.meta.url))
/** Module with the version, which `tests/structure/checks/versions.ts` checks. */
const VERSION_MODULE = 'runtime/src/contract/config/version.ts'
const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies']

/** Runs a command of changesets in a repository and returns its exit code. `args`: empty for a new changeset. */
export function runChangeset(root, args) {
  installLocked(TOOLS)
  const before = readVersion(root)
  const program = join(TOOLS, 'node_modules/@changesets/cli/bin.js')
  const { status } = spawnSync(process.execPath, [program, ...args], { cwd: root, stdio: 'inherit' })
  if (status !== 0 || args[0] !== 'version') return status ?? 1
  const after = readVersion(root)
  if (after === before) {
    console.error('The version is the same: .changeset/ describes no change. Add one with `npm run changeset`.')
    return 1
  }
  writeVersion(root, before, after)
  console.log(
    `All packages have the version ${after}. Update the stored outputs with \`npm run transcript\` and UPDATE=1.`,
  )
  return 0
}

/** Lists the files in `.changeset/` that describe a change. */
export function listChangesets(root) {
  return readdirSync(join(root, '.changeset')).filter((name) => name.endsWith('.md') && name !== 'README.md')
}

/** Returns the version of the published packages. */
export function readVersion(root) {
  return readJson(join(root, 'runtime/package.json')).version
}

/** Changes the version in the manifests that changesets doesn't know, in the lock file and in the runtime. */
function writeVersion(root, before, after) {
  const examples = readdirSync(join(root, 'playground'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `playground/${name}`)
  for (const folder of ['.', 'cli/editors/vscode', ...examples])
    changeJson(join(root, folder, 'package.json'), (manifest) => changeManifest(manifest, before, after))
  changeJson(join(root, 'package-lock.json'), (lock) => {
    lock.version = after
    for (const [path, manifest] of Object.entries(lock.packages))
      if (!path.includes('node_modules/')) changeManifest(manifest, before, after)
  })
  const module = join(root, VERSION_MODULE)
  writeFileSync(module, readFileSync(module, 'utf8').replaceAll(`'${before}'`, `'${after}'`))
}

function changeManifest(manifest, before, after) {
  if (manifest.version === before) manifest.version = after
  for (const field of DEPENDENCIES)
    for (const [name, range] of Object.entries(manifest[field] ?? {}))
      if (/^(?:@fw\/|create-fw$)/.test(name) && range === before) manifest[field][name] = after
}

function changeJson(file, change) {
  const value = readJson(file)
  change(value)
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`)
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
