/** Copies of the files that a function consists of: platforms upload one folder. */
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { SetupError } from '@fw/runtime/contract'
import { join } from '#slash-path.ts'
import { packageDir, readManifest } from '../externals.ts'
import type { TargetOutput } from './build-target.ts'

/** The package of SQLite data, which function platforms can't store. Only an app that installs it itself needs it. */
const SQLITE_PACKAGE = 'libsql'

/** Writes the server's files and their native packages to an empty folder. The entry is `server/<name>.js` in it. */
export async function copyFunction(output: TargetOutput, folder: string): Promise<void> {
  const { paths, serverFiles, packages } = output
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n')
  for (const file of serverFiles) {
    const copy = join(folder, 'server', file)
    await mkdir(dirname(copy), { recursive: true })
    await cp(join(paths.serverOut, file), copy)
  }
  const manifest = join(paths.root, 'package.json')
  const { dependencies = {} } = readManifest(manifest)
  const copied = new Set<string>()
  for (const name of packages) {
    const isPath = name.startsWith('.')
    if (name === SQLITE_PACKAGE || (isPath && name.includes(`/${SQLITE_PACKAGE}/`)))
      if (dependencies[SQLITE_PACKAGE] === undefined) continue
    if (isPath)
      throw new SetupError(
        `The bundle loads the native package at ${name}. Add this package to dependencies in package.json, so that it is installed in node_modules of the app and can be copied into the function.`,
      )
    await copyPackage(name, manifest, join(folder, 'node_modules'), copied)
  }
}

/** Copies a package with the dependencies that are installed, including optional ones: the binaries of this platform. */
async function copyPackage(name: string, from: string, target: string, copied: Set<string>): Promise<void> {
  const source = packageDir(name, from)
  if (source === undefined || copied.has(name)) return
  copied.add(name)
  await cp(source, join(target, name), {
    recursive: true,
    dereference: true,
    filter: (path) => !path.slice(source.length).includes('/node_modules/'),
  })
  const manifest = join(source, 'package.json')
  const { dependencies, optionalDependencies } = readManifest(manifest)
  for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies }))
    await copyPackage(dependency, manifest, target, copied)
}
