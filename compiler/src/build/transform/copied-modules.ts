/**
 * Copies tiny modules of functions into each file that imports them: a file of its own would cost more than it saves, and in a
 * shared file, pages would load what they don't use.
 */
import { readFile } from 'node:fs/promises'
import type { Plugin, Rolldown } from 'vite'
import { isNode, type Node } from './module-edits.ts'

/** Characters of the largest module that is copied, with its comments. */
const LARGEST = 600
const FUNCTIONS = /\.[cm]?[jt]s$/
const COPY = '?fw-copy='

/** For the browser bundle. `isApp` returns whether a file is part of the app's own source, and isn't a stub of an api in the browser. */
export function copiedModules(isApp: (file: string) => boolean): Plugin {
  const known = new Map<string, Promise<boolean>>()
  return {
    name: 'fw:copied-modules',
    apply: 'build',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    buildStart: () => known.clear(),
    resolveId: {
      order: 'pre',
      filter: { id: /^\.{1,2}\// },
      async handler(id, importer, options) {
        if (importer === undefined || !isApp(importer) || options.kind !== 'import-statement') return null
        const found = await this.resolve(id, importer, { ...options, skipSelf: true })
        if (!found || found.external || !FUNCTIONS.test(found.id) || !isApp(found.id)) return null
        const copied = known.get(found.id) ?? isCopied(this, found.id)
        known.set(found.id, copied)
        return (await copied) ? { ...found, id: `${found.id}${COPY}${importer.replace(/^.*\//, '')}` } : found
      },
    },
  }
}

async function isCopied(bundler: Pick<Rolldown.PluginContext, 'parse'>, file: string): Promise<boolean> {
  const code = await readFile(file, 'utf8').catch(() => undefined)
  if (code === undefined || code.length > LARGEST) return false
  try {
    const program = bundler.parse(code, { lang: 'ts' }) as unknown as Node // ESTree
    const body = program.body as readonly Node[]
    return body.every(isFunctions) && !body.flatMap(listNames).some((name) => hasMembers(code, name))
  } catch {
    // The syntax error is reported when the module is loaded.
    return false
  }
}

function listNames(node: Node): readonly string[] {
  if (node.type === 'ExportNamedDeclaration') return listNames(node.declaration as Node) // checked by `isFunctions`
  const declared = node.type === 'VariableDeclaration' ? (node.declarations as readonly Node[]) : [node]
  return declared.map(({ id }) => String((id as Node).name))
}

/** Whether code may use members of a function, which would be separate state in each copy. */
function hasMembers(code: string, name: string): boolean {
  return code.split(new RegExp(`\\b${name.replaceAll('$', '\\$')}\\s*(?:\\?\\.|[.[])`)).length > 1
}

/** Whether a statement declares nothing but functions, types and constants without state, of which there may be several copies. */
function isFunctions(node: Node): boolean {
  const { type } = node
  if (type === 'ExportNamedDeclaration') return isNode(node.declaration) && isFunctions(node.declaration)
  if (type === 'TSInterfaceDeclaration' || type === 'TSTypeAliasDeclaration') return true
  if (type === 'FunctionDeclaration') return true
  if (type !== 'VariableDeclaration' || node.kind !== 'const') return false
  return (node.declarations as readonly Node[]).every(
    ({ init }) => isNode(init) && (init.type === 'ArrowFunctionExpression' || init.type === 'Literal'),
  )
}
