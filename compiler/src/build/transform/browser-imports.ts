/** The imports of a browser module, before the bundler has expanded computed ones. */
import { posix } from 'node:path'
import { filesBelow } from '#analyze/modules/folder-files.ts'
import { isNode, type Node } from './module-edits.ts'
import { listChildNodes, readName } from './named-calls.ts'

export interface Imports {
  /** Names as they are written. */
  readonly names: readonly string[]
  /** Starts of computed paths, such as `./ways/`. The bundler may include each file below. */
  readonly folders: readonly string[]
}

/** Returns the imports of a parsed module. Imports of types are left out. */
export function readBrowserImports(program: object): Imports {
  const [names, folders] = [new Set<string>(), new Set<string>()]
  const visit = (node: Node): void => {
    const { type, source, importKind, exportKind } = node
    if (/^(?:Import|ExportNamed|ExportAll)(?:Declaration|Expression)$/.test(type) && isNode(source)) {
      const name = readText(source)
      if (name === undefined) addFolders(source, folders)
      else if (importKind !== 'type' && exportKind !== 'type') names.add(name)
    } else if (isGlob(node)) for (const pattern of node.arguments as readonly Node[]) addFolders(pattern, folders)
    for (const child of listChildNodes(node)) visit(child)
  }
  visit(program as Node) // ESTree
  return { names: [...names], folders: [...folders] }
}

/** Lists the files below the start of a computed path. An alias may lead anywhere in the app at `root`. */
export function listComputed(start: string, importer: string, root: string): readonly string[] {
  const isRelative = /^\.\.?\//.test(start)
  const folder = posix.join(
    isRelative ? posix.dirname(importer) : root,
    isRelative || start.startsWith('/') ? start : '',
  )
  return filesBelow(folder).map((file) => posix.join(folder, file))
}

/** Whether a node is `import.meta.glob(…)`. */
function isGlob({ type, callee }: Node): boolean {
  if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return false
  return (callee.object as Node).type === 'MetaProperty' && readName(callee.property as Node).startsWith('glob')
}

/** Adds the folder at the start of each text in a node, before any wildcard. URLs aren't bundled. */
function addFolders(node: Node, folders: Set<string>): void {
  const [, start] = /^!?((?!\w+:)[^*?{}[\]()]*\/)/.exec(readStart(node) ?? '') ?? []
  if (start !== undefined) folders.add(start)
  for (const child of listChildNodes(node)) addFolders(child, folders)
}

/** Returns a text that no expression changes. */
function readText(node: Node): string | undefined {
  return (node.expressions as readonly Node[] | undefined)?.length ? undefined : readStart(node)
}

/** Returns a text, or the text of a template before its first expression. */
function readStart({ type, value, quasis }: Node): string | undefined {
  if (type !== 'TemplateLiteral') return typeof value === 'string' ? value : undefined
  const [first] = quasis as readonly { readonly value: { readonly cooked: string | null } }[] // a template has one
  return first?.value.cooked ?? undefined
}
