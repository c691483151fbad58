/** Names of bundled modules in reports, without paths of this machine. */

import { findWorkspace, isProjectFile, toProjectName } from '#analyze/modules/workspace-files.ts'
import type { ModuleKind } from '#report/analysis-report.ts'
import { isBelow, toSlashes } from '#slash-path.ts'
import { findPackageFolders } from '../externals.ts'

export interface ModuleName {
  readonly name: string
  readonly kind: ModuleKind
}

/** Returns a function that names modules of the app at `root` by their ids. */
export function moduleNamer(root: string): (id: string) => ModuleName {
  const [runtime] = findPackageFolders(root, ['@fw/runtime'])
  const project = { root, workspace: findWorkspace(root) }
  return (id) => {
    const isVirtual = id.startsWith('\0')
    const path = toSlashes(id.replace(/^\0/, '').replace(/\?.*$/, ''))
    if (path.startsWith('fw:')) return { name: path, kind: 'fw' }
    if (runtime !== undefined && isBelow(runtime, path))
      return { name: `@fw/runtime${path.slice(runtime.length)}`, kind: 'fw' }
    const inModules = path.lastIndexOf('/node_modules/')
    if (inModules !== -1) return getModuleName(path.slice(inModules + '/node_modules/'.length))
    if (isBelow(root, path) || isProjectFile(project, path)) return { name: toProjectName(root, path), kind: 'app' }
    return isVirtual ? { name: path, kind: 'package' } : getModuleName(path.split('/').slice(-2).join('/'))
  }
}

function getModuleName(name: string): ModuleName {
  const kind = name.startsWith('@fw/') ? 'fw' : /^(?:solid-js|@solidjs)\//.test(name) ? 'solid' : 'package'
  return { name, kind }
}
