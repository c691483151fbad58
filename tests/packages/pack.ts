/** The packages of this repository, packed as they are published. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PACKAGES, type PackedPackage, packPackages } from '../../scripts/packages/pack.mjs'
import { keepBuild } from '../kept-builds.ts'

export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))

/** Packs the packages once for all test files. */
export async function packAll(): Promise<readonly PackedPackage[]> {
  const sources = { root: REPOSITORY, files: PACKAGES.flatMap(listFiles) }
  const folder = await keepBuild('packed', sources, async (own) => packPackages(own))
  return packPackages(folder)
}

/** Returns the files of a package that may be packed, relative to the repository. */
function listFiles(source: string): readonly string[] {
  const entries = readdirSync(join(REPOSITORY, source), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(REPOSITORY.length))
    .filter((path) => !/[\\/](?:node_modules|src|\.turbo|\.fw)[\\/]/.test(path))
}
