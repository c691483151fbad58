/**
 * `import()` in server code. A module is evaluated once, during the request that imports it first: the calls at its top
 * level must not be those of that request's user.
 */
import type { Plugin } from 'vite'
import { type AppPaths, isAppSource } from '../app-paths.ts'
import { type EmittedModule, ModuleEdits, type Node } from './module-edits.ts'
import { STYLESHEET } from './style-graph.ts'

const LOCAL = { importForAll: '_$importForAll', createImporter: '_$createImporter' }

/** Runs last, since it reads JavaScript. Packages aren't changed, because they don't import the app's functions. */
export function sharedImports(app: { readonly paths: AppPaths }): Plugin {
  return {
    name: 'fw:shared-imports',
    enforce: 'post',
    applyToEnvironment: ({ config }) => config.consumer === 'server',
    transform: {
      // Also modules of other languages, which plugins of the app compile.
      filter: { id: { exclude: [/^\0/, STYLESHEET] }, code: /\bimport\s*\(/ },
      handler(code, id) {
        const file = id.replace(/\?.*$/, '')
        return isAppSource(app.paths, file) ? (shareImports({ code, file }, this.parse(code)) ?? null) : null
      },
    },
  }
}

/** Rewrites a JavaScript module for the server. Returns `undefined` if it imports no module dynamically. */
export function shareImports(
  { code, file }: { readonly code: string; readonly file: string },
  program: object,
): EmittedModule | undefined {
  const edits = new ModuleEdits(code, LOCAL)
  visit(program as Node, edits) // ESTree
  return edits.print(file)
}

type Edits = ModuleEdits<keyof typeof LOCAL>

function visit(node: Node, edits: Edits): void {
  if (node.type === 'ImportExpression') {
    if (waits(node)) edits.insert(node.start, `${edits.use('createImporter')}(${printLoad(node, edits.code)}).`)
    else edits.surround(node, `${edits.use('importForAll')}(() => `, ')')
  }
  for (const child of listChildren(node)) visit(child, edits)
}

/** Whether the expression can't be moved into a function, because its URL is awaited or yielded. */
function waits(node: Node): boolean {
  return /^(?:Await|Yield)Expression$/.test(node.type) || listChildren(node).some(waits)
}

/** Prints a function that imports a URL. The expression itself becomes a call of the importer's method `import`. */
function printLoad(node: Node, code: string): string {
  const { start } = node.source as Node // every import has one
  const ignored = code.slice(node.start, start).includes('@vite-ignore') ? '/* @vite-ignore */ ' : ''
  const operands = node.options ? 'source, options' : 'source'
  return `(${operands}) => import(${ignored}${operands})`
}

function listChildren(node: Node): readonly Node[] {
  return Object.values(node)
    .flat()
    .filter(
      (child): child is Node => typeof child === 'object' && child !== null && 'type' in child && 'start' in child,
    )
}
