// `npm run create -- ../notes`: creates an app outside of this checkout, whose @fw packages are packed from it. Takes the
// flags of create-fw. `npm run create -- --update ../notes` packs the current sources for an app that exists.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packPackages } from './packages/pack.mjs'
import { isBuilt } from './packages/source-stamp.mjs'
import { updateApp } from './packages/update-app.mjs'
import { npmCommand } from './programs.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** npm runs scripts in the folder of `package.json`, and names the folder of the user. */
const cwd = process.env.INIT_CWD ?? process.cwd()
const argv = process.argv.slice(2)

// Each step takes seconds, and its program prints nothing where it has no terminal.
if (!existsSync(join(ROOT, 'node_modules'))) {
  console.error('Installing the dependencies of this checkout')
  must(...npmCommand(), 'ci')
}
if (!isBuilt()) {
  console.error('Building the packages')
  must(process.execPath, 'scripts/build-packages.mjs')
}
console.error('Packing the packages')
const packed = packPackages()
process.exitCode = argv.includes('--update') ? update(argv.filter((word) => word !== '--update')) : await create()

async function create() {
  const { main } = await import('../cli/create/dist/index.js')
  return main(argv, process, cwd, {
    checkout: resolve(ROOT),
    version: packed[0].version,
    tarballs: Object.fromEntries(packed.map(({ name, tarball }) => [name, tarball])),
  })
}

function update([folder, ...others]) {
  const problem =
    folder === undefined || others.length > 0 || folder.startsWith('-')
      ? 'Name the folder of one app: npm run create -- --update ../notes'
      : updateApp(resolve(cwd, folder), packed)
  if (problem !== undefined) console.error(`Failed: ${problem}`)
  else console.log(`Updated the packages in ${resolve(cwd, folder)}. Install them with its package manager.`)
  return problem === undefined ? 0 : 1
}

function must(command, ...args) {
  // On stderr: the output of this command is that of create-fw.
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 2, 2] })
  if (status !== 0) process.exit(status ?? 1)
}
