/** Finds the apps in the folders of a workspace. */
import { type Dirent, readdirSync } from 'node:fs'

/** Levels of folders below a workspace folder: `apps/shop` in a repository of several packages. */
const DEPTH = 2
const SKIPPED = new Set(['node_modules', 'dist', 'coverage'])

/** `findRoot` returns the app of a file. Returns each app once. */
export function findApps(
  folders: readonly string[],
  findRoot: (file: string) => string | undefined,
): readonly string[] {
  const found = new Set<string>()
  const visit = (folder: string, depth: number): void => {
    const root = findRoot(`${folder}/package.json`)
    if (root !== undefined) found.add(root)
    if (root !== undefined || depth === 0) return
    for (const name of listFolders(folder)) visit(`${folder}/${name}`, depth - 1)
  }
  for (const folder of folders) visit(folder, DEPTH)
  return [...found]
}

function listFolders(folder: string): readonly string[] {
  let entries: readonly Dirent[] = []
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch {
    // A folder of the workspace may not exist.
  }
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !SKIPPED.has(entry.name))
    .map(({ name }) => name)
}
