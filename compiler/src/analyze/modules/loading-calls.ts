/** Finds what a module does while it loads and Cloudflare Workers refuse then: requests, timers and random values. */
import type { ts } from '#program/typescript.ts'
import { visitCertain } from './certain-code.ts'
import { readValueImports } from './value-imports.ts'

type Ts = typeof ts

/** A call, or a `new` expression. */
interface LoadingCall {
  /** The function, as the file calls it. */
  readonly name: string
  readonly start: number
  readonly end: number
}

/** https://developers.cloudflare.com/workers/runtime-apis/handlers/ */
const GLOBALS: ReadonlySet<string> = new Set([
  ...['fetch', 'WebSocket', 'EventSource', 'setTimeout', 'setInterval', 'setImmediate', 'AbortSignal.timeout'],
  ...['crypto.randomUUID', 'crypto.getRandomValues', 'crypto.subtle.generateKey'],
])
/** Module of Node, without `node:` -> its functions. */
const OF_NODE: Readonly<Record<string, readonly string[]>> = {
  crypto: ['randomUUID', 'randomBytes', 'randomInt', 'randomFillSync', 'getRandomValues'],
  timers: ['setTimeout', 'setInterval', 'setImmediate'],
  'timers/promises': ['setTimeout', 'setInterval', 'setImmediate', 'scheduler.wait'],
}

/** Returns the calls that loading the module certainly makes, in their order. */
export function readLoadingCalls(tsModule: Ts, file: ts.SourceFile): readonly LoadingCall[] {
  const imports = readValueImports(tsModule, file)
  const refused = new Set([...GLOBALS].filter((name) => !declares(tsModule, file, name.split('.')[0] ?? '')))
  for (const { specifier, names } of imports)
    for (const [local, exported] of names)
      for (const name of OF_NODE[specifier.replace(/^node:/, '')] ?? []) {
        const [first = '', ...rest] = name.split('.')
        if (exported === '*' || exported === 'default') refused.add(`${local}.${name}`)
        else if (exported === first) refused.add([local, ...rest].join('.'))
      }
  const found: LoadingCall[] = []
  visitCertain(tsModule, tsModule.factory.createBlock(file.statements), (node) => {
    if (!tsModule.isCallExpression(node) && !tsModule.isNewExpression(node)) return
    const name = node.expression.getText(file)
    if (refused.has(name.replace(/^globalThis\./, '')))
      found.push({ name, start: node.getStart(file), end: node.expression.end })
  })
  return found
}

/** Whether the module has its own declaration of a name, or imports it. */
function declares(tsModule: Ts, file: ts.SourceFile, name: string): boolean {
  return file.statements.some((statement) => {
    if (tsModule.isImportDeclaration(statement)) return importsName(tsModule, statement.importClause, name)
    if (tsModule.isVariableStatement(statement))
      return statement.declarationList.declarations.some((one) => one.name.getText(file) === name)
    return (
      (tsModule.isFunctionDeclaration(statement) || tsModule.isClassDeclaration(statement)) &&
      statement.name?.text === name
    )
  })
}

function importsName(tsModule: Ts, clause: ts.ImportClause | undefined, name: string): boolean {
  const bindings = clause?.namedBindings
  if (clause?.name?.text === name) return true
  if (bindings === undefined) return false
  if (tsModule.isNamespaceImport(bindings)) return bindings.name.text === name
  return bindings.elements.some((element) => element.name.text === name)
}
