/**
 * Finds code that `output: 'static'` doesn't support, as far as it is in the source: the build reports the rest, after
 * rendering.
 */

import { createSpan } from '#diagnostic/code-frame.ts'
import type { StaticFact } from '#diagnostic/facts.ts'
import { needsServer, notKnown, SEARCH } from '#diagnostic/needs-server.ts'
import type { RouteModel } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import type { AppReader } from '../app-reader.ts'
import { visitCertain } from '../modules/certain-code.ts'
import { unwrap } from '../modules/static-value.ts'
import { readOnce } from '../modules/tree-cache.ts'

type Ts = typeof ts

interface StaticPages {
  readonly routesDir: string
  /** Pages with one URL each, which is handled by the page itself. */
  readonly routes: readonly RouteModel[]
  /** Whether the app defines its own `ctx`, which may have any members. */
  readonly hasCtx: boolean
}

/** Finds where pages read data of a request whenever they render. */
export function findServerReads(reader: AppReader, { routesDir, routes, hasCtx }: StaticPages): readonly StaticFact[] {
  return routes.flatMap(({ filePath, pattern }): StaticFact[] => {
    const file = `${routesDir}/${filePath}`
    const { text, reads } = readOnce(reader, file, readPage) ?? NOTHING
    return reads
      .filter(({ of }) => of === 'props' || !hasCtx)
      .map(({ of, name, start, end }) => ({
        problem: 'page',
        detail: `${pattern} ${needsServer(notKnown(of === 'props' ? SEARCH : `ctx.${name}`))}`,
        span: createSpan(file, text, start, end),
      }))
  })
}

/** Data that only a request has: props of a page, and members of `ctx`. */
const OF_REQUEST = { props: ['search'], ctx: ['session', 'agent'] } as const

type Owner = keyof typeof OF_REQUEST

interface Read {
  readonly of: Owner
  readonly name: string
  readonly start: number
  readonly end: number
}

interface PageReads {
  readonly text: string
  readonly reads: readonly Read[]
}

const NOTHING: PageReads = { text: '', reads: [] }

function readPage(tsModule: Ts, file: ts.SourceFile): PageReads {
  const page = findPage(tsModule, file)
  return page === undefined ? NOTHING : { text: file.text, reads: findReads(tsModule, page) }
}

type Page = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction

/** Returns the default export, if it is a function in this file. */
function findPage(ts: Ts, file: ts.SourceFile): Page | undefined {
  for (const statement of file.statements) {
    if (ts.isExportAssignment(statement)) return functionIn(ts, file, statement.expression)
    if (!ts.isFunctionDeclaration(statement)) continue
    if (statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) === true) return statement
  }
  return undefined
}

function functionIn(ts: Ts, file: ts.SourceFile, given: ts.Expression): Page | undefined {
  const value = unwrap(ts, given)
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) return value
  if (!ts.isIdentifier(value)) return undefined
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === value.text) return statement
    if (!ts.isVariableStatement(statement) || (statement.declarationList.flags & ts.NodeFlags.Const) === 0) continue
    for (const { name, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(name) && name.text === value.text && initializer !== undefined && initializer !== given)
        return functionIn(ts, file, initializer)
  }
  return undefined
}

function findReads(ts: Ts, { parameters: [props], body }: Page): readonly Read[] {
  const reads: Read[] = []
  const owners = new Map<string, Owner>()
  const read = (of: Owner, name: string, node: ts.Node): void => {
    if (OF_REQUEST[of].some((one) => one === name)) reads.push({ of, name, start: node.getStart(), end: node.end })
  }
  const bind = (name: ts.BindingName, owner: Owner | undefined): void => {
    if (ts.isIdentifier(name)) {
      if (owner === undefined) owners.delete(name.text)
      else owners.set(name.text, owner)
      return
    }
    for (const element of name.elements) {
      if (ts.isOmittedExpression(element)) continue
      const key = element.propertyName ?? element.name
      const isMember = ts.isObjectBindingPattern(name) && element.dotDotDotToken === undefined && ts.isIdentifier(key)
      if (isMember && owner !== undefined) read(owner, key.text, key)
      bind(element.name, isMember && owner === 'props' && key.text === 'ctx' ? 'ctx' : undefined)
    }
  }
  const findOwner = (given: ts.Expression): Owner | undefined => {
    const node = unwrap(ts, given)
    if (ts.isIdentifier(node)) return owners.get(node.text)
    if (!ts.isPropertyAccessExpression(node) || node.name.text !== 'ctx') return undefined
    return findOwner(node.expression) === 'props' ? 'ctx' : undefined
  }
  if (props === undefined || body === undefined) return []
  bind(props.name, 'props')
  visitCertain(ts, body, (node) => {
    if (ts.isVariableDeclaration(node)) bind(node.name, node.initializer && findOwner(node.initializer))
    if (!ts.isPropertyAccessExpression(node)) return
    const owner = findOwner(node.expression)
    if (owner !== undefined) read(owner, node.name.text, node.name)
  })
  return reads
}
