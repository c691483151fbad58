/**
 * The files of an app's project: those in the app's folder, and the sources of its workspace's packages, which the app
 * reaches through links in `node_modules`, relative paths or `paths` of its tsconfig.json.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isBelow, relative, resolve } from '#slash-path.ts'
import { listFoldersAbove } from './folder-files.ts'

/** The folders of a project. Absolute, with `/`. */
export interface ProjectFolders {
  /** The app's folder. */
  readonly root: string
  /** The folder of the workspace that contains the app; absent for an app on its own. */
  readonly workspace?: string | undefined
}

const NOT_SOURCES = /\/(?:node_modules|dist|\.[^/]+)\//
const BUILT_BY_APP = /^\/\.fw\//

/** Files that declare a workspace beside `workspaces` of package.json: of pnpm, Nx, Lerna and Rush. */
const DECLARATIONS = ['pnpm-workspace.yaml', 'nx.json', 'lerna.json', 'rush.json']

/** Returns the folder of the workspace that contains the app at `root`. */
export function findWorkspace(root: string): string | undefined {
  return listFoldersAbove(dirname(root)).find((folder) => folder !== root && declaresPackages(folder))
}

function declaresPackages(folder: string): boolean {
  if (DECLARATIONS.some((name) => existsSync(`${folder}/${name}`))) return true
  try {
    const text = readFileSync(`${folder}/package.json`, 'utf8').replace(/^\uFEFF/, '')
    return Object(JSON.parse(text)).workspaces !== undefined
  } catch {
    return false
  }
}

/**
 * Returns whether a file (absolute) is one of the project's sources: not installed, and outside of the app not in a `dist`
 * folder, which contains the output of a package's own build.
 */
export function isProjectFile({ root, workspace }: ProjectFolders, file: string): boolean {
  if (isBelow(root, file)) {
    const local = file.slice(root.length)
    return !local.includes('/node_modules/') && !BUILT_BY_APP.test(local)
  }
  return isSiblingFile({ root, workspace }, file) && !NOT_SOURCES.test(file.slice(workspace?.length))
}

/** Returns whether a file (absolute) is in the app's workspace outside of the app, and isn't installed. */
export function isSiblingFile({ root, workspace }: ProjectFolders, file: string): boolean {
  if (workspace === undefined || isBelow(root, file) || !isBelow(workspace, file)) return false
  return !file.slice(workspace.length).includes('/node_modules/')
}

/** Returns the name of one of the project's sources (absolute) for the app at `root`, or `undefined` for other files. */
export function findProjectName(root: string, file: string): string | undefined {
  const isOwn = isProjectFile({ root, workspace: isBelow(root, file) ? undefined : findWorkspace(root) }, file)
  return isOwn ? toProjectName(root, file) : undefined
}

/** Returns the path of a file relative to the app, with `/`. Sources of other packages begin with `../`. */
export function toProjectName(root: string, file: string): string {
  // Most files are below the root, for which this is a hundred times cheaper than `node:path`.
  return isBelow(root, file) ? file.slice(root.length + 1) : relative(root, file)
}

/** Returns the absolute path of a file that `toProjectName` has named. */
export function toProjectPath(root: string, name: string): string {
  return name.startsWith('../') ? resolve(root, name) : `${root}/${name}`
}

/**
 * Returns the folders of the workspace's packages that contain these paths (absolute), without the app's own. A path in no
 * package has its own folder in place of a package's.
 */
export function listPackages(root: string, paths: readonly string[]): readonly string[] {
  const workspace = findWorkspace(root)
  const known = new Map<string, string>()
  for (const path of paths) {
    const folder = dirname(path)
    if (!known.has(folder) && isSiblingFile({ root, workspace }, path))
      known.set(folder, findPackageFolder(workspace, folder))
  }
  const found = new Set(known.values())
  const isInner = (folder: string) => [...found].some((other) => isBelow(other, folder))
  return [...found].filter((folder) => folder !== workspace && existsSync(folder) && !isInner(folder)).sort()
}

function findPackageFolder(workspace: string | undefined, folder: string): string {
  const above = listFoldersAbove(folder).filter((one) => workspace !== undefined && isBelow(workspace, one))
  return above.find((one) => existsSync(`${one}/package.json`)) ?? folder
}
