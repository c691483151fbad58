/**
 * Hashed files of earlier builds, which pages that are still open request after a deploy. `dist/` has only what a server needs and
 * is replaced by each build, so their copies are in `.fw/cache/assets`, which a CI server can restore.
 */
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { BUILT_FILES, type BuiltFiles, ENCODED_ENDINGS } from '@fw/runtime/contract'
import { isBelow, join } from '#slash-path.ts'
import type { AppPaths } from '../app-paths.ts'

/** Number of earlier builds without a configuration. */
const DEFAULT_BUILDS = 1

/** Lists the builds in the folder of copies, the newest first. */
const BUILDS = 'builds.json'

/** The files of earlier builds that a build has added to its own. */
export interface KeptAssets {
  readonly files: number
  /** Without their compressed copies. */
  readonly bytes: number
}

/**
 * Adds the hashed files of the last `builds` builds with other files to the output, and stores those of this build for the next
 * ones. Call it once the output is complete, and its list of files is written.
 */
export async function keepAssets(
  { generatedDir, clientOut }: Pick<AppPaths, 'generatedDir' | 'clientOut'>,
  built: BuiltFiles,
  builds: number = DEFAULT_BUILDS,
): Promise<KeptAssets> {
  const store = join(generatedDir, 'cache/assets')
  if (builds === 0) {
    await rm(store, { recursive: true, force: true })
    return { files: 0, bytes: 0 }
  }
  const current = onlyHashed(built)
  const known = (await readBuilds(store)).filter((build) => String(build.hashed) !== String(current.hashed))
  const earlier = known.slice(0, builds)
  const kept: BuiltFiles = {
    hashed: listMissing(earlier, 'hashed', store, clientOut),
    encoded: listMissing(earlier, 'encoded', store, clientOut),
  }
  for (const name of [...kept.hashed, ...kept.encoded]) await copy(name, store, clientOut)
  for (const name of [...current.hashed, ...current.encoded])
    if (!existsSync(join(store, name))) await copy(name, clientOut, store)
  await writeList(join(store, BUILDS), [current, ...earlier])
  await removeOthers(store, [current, ...earlier])
  if (kept.hashed.length > 0)
    await writeList(clientOut + BUILT_FILES, {
      hashed: [...built.hashed, ...kept.hashed].sort(),
      encoded: [...built.encoded, ...kept.encoded].sort(),
    })
  const sizes = await Promise.all(kept.hashed.map((name) => stat(join(clientOut, name))))
  return { files: sizes.length, bytes: sizes.reduce((sum, { size }) => sum + size, 0) }
}

/** Leaves out the compressed copies of files that each build overwrites, such as those of `public/`. */
function onlyHashed({ hashed, encoded }: BuiltFiles): BuiltFiles {
  const copies = new Set(hashed.flatMap((name) => Object.values(ENCODED_ENDINGS).map((ending) => name + ending)))
  return { hashed: [...hashed].sort(), encoded: encoded.filter((name) => copies.has(name)).sort() }
}

/** Returns the stored builds; none if the list is missing or was damaged. */
async function readBuilds(store: string): Promise<readonly BuiltFiles[]> {
  try {
    const builds = JSON.parse(await readFile(join(store, BUILDS), 'utf8')) as readonly BuiltFiles[] // written below
    return builds.filter(({ hashed, encoded }) => Array.isArray(hashed) && Array.isArray(encoded))
  } catch {
    return []
  }
}

/** Lists the stored files that the output lacks. A name can't leave the folders: the cache may come from elsewhere. */
function listMissing(
  builds: readonly BuiltFiles[],
  kind: keyof BuiltFiles,
  store: string,
  output: string,
): readonly string[] {
  const names = new Set(builds.flatMap((build) => build[kind]))
  return [...names].filter((name) => {
    const stored = join(store, name)
    return isBelow(store, stored) && existsSync(stored) && !existsSync(join(output, name))
  })
}

async function copy(name: string, from: string, to: string): Promise<void> {
  await mkdir(dirname(join(to, name)), { recursive: true })
  await copyFile(join(from, name), join(to, name))
}

async function removeOthers(store: string, builds: readonly BuiltFiles[]): Promise<void> {
  const used = new Set([BUILDS, ...builds.flatMap(({ hashed, encoded }) => [...hashed, ...encoded])])
  for (const entry of await readdir(store, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (entry.isFile() && !used.has(file.slice(store.length + 1))) await rm(file, { force: true })
  }
}

/** An interrupted build leaves the list as it was. */
async function writeList(file: string, list: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.tmp`, `${JSON.stringify(list, null, 2)}\n`)
  await rename(`${file}.tmp`, file)
}
