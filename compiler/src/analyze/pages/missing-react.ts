/** Finds React components in an app without React: the app must install it, since the framework doesn't. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MissingReactFact } from '#diagnostic/facts.ts'
import type { ComponentModel } from '#model.ts'
import type { AppReader } from '../app-reader.ts'
import { listFoldersAbove } from '../modules/folder-files.ts'

const PACKAGES = ['react', 'react-dom'] as const

/**
 * Returns one fact for each file of React components, at its first component. Reads nothing in an app without such a
 * file.
 */
export function findMissingReact(
  { root }: Pick<AppReader, 'root'>,
  components: readonly ComponentModel[],
): readonly MissingReactFact[] {
  const first = new Map<string, ComponentModel>()
  for (const component of components)
    if (component.renderer === 'react' && !first.has(component.file)) first.set(component.file, component)
  if (first.size === 0) return []
  const packages = PACKAGES.filter((name) => !isDeclared(root, name) || !isInstalled(root, name))
  return packages.length === 0 ? [] : [...first.values()].map(({ span }) => ({ packages, span }))
}

/**
 * Returns whether the app or its workspace declares the package: an undeclared package that happens to be installed may
 * disappear.
 */
function isDeclared(root: string, name: string): boolean {
  return listFoldersAbove(root).some((folder) => {
    const file = join(folder, 'package.json')
    if (!existsSync(file)) return false
    const manifest = readManifest(file)
    return FIELDS.some((field) => Object.hasOwn(manifest[field] ?? {}, name))
  })
}

const FIELDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'] as const

function readManifest(file: string): Readonly<Record<string, object | undefined>> {
  try {
    const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof manifest === 'object' && manifest !== null ? { ...manifest } : {}
  } catch {
    // Another rule reports that the file can't be read.
    return {}
  }
}

function isInstalled(root: string, name: string): boolean {
  return listFoldersAbove(root).some((folder) => existsSync(join(folder, 'node_modules', name, 'package.json')))
}
