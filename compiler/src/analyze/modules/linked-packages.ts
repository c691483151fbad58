/** Lists the packages of a workspace that an app uses, by its manifest: editors and dev watch them before anything is read. */
import { existsSync } from 'node:fs'
import { join } from '#slash-path.ts'
import { listFoldersAbove } from './folder-files.ts'
import { readManifestText } from './package-imports.ts'
import { readReal, readTextFile } from './project-files.ts'
import { findWorkspace, isSiblingFile } from './workspace-files.ts'

const FIELDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']

/** Returns the folders (absolute, real) of the packages that the app at `root` and these packages depend on, sorted. */
export function listLinkedPackages(root: string): readonly string[] {
  const workspace = findWorkspace(root)
  if (workspace === undefined) return []
  const found = new Set<string>()
  const queue = [root]
  for (const folder of queue) {
    const manifest = readManifestText(readTextFile(join(folder, 'package.json')))
    for (const name of FIELDS.flatMap((field) => Object.keys(Object(manifest[field])))) {
      const target = findInstalled(folder, name)
      if (target === undefined || found.has(target) || !isSiblingFile({ root, workspace }, `${target}/package.json`))
        continue
      found.add(target)
      queue.push(target)
    }
  }
  return [...found].sort()
}

function findInstalled(from: string, name: string): string | undefined {
  const places = listFoldersAbove(from).map((folder) => join(folder, 'node_modules', name))
  const link = places.find((place) => existsSync(join(place, 'package.json')))
  return link === undefined || name.startsWith('@fw/') ? undefined : readReal(link)
}
