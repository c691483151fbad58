/** Finds middleware that runs before the routes of an Express router and may reject a request. */
import { type CallExpression, Node, type SourceFile } from 'ts-morph'
import type { CodemodApp } from '#codemods/codemod.ts'
import { getMethod } from '#codemods/syntax/called-method.ts'
import { findImportedFile } from '#codemods/syntax/imported-file.ts'
import { writtenFunction } from '#codemods/syntax/source-positions.ts'

/** File that creates or starts an app or a router. */
export interface Router {
  readonly file: SourceFile
  /** App and routers, by their names in the file. */
  readonly names: readonly string[]
  readonly calls: readonly CallExpression[]
}

export type Routers = ReadonlyMap<SourceFile, Router>

/** Middleware that parses, compresses, logs or sets headers, but never rejects a request. */
const HARMLESS =
  /^(?:\w+\.(?:json|urlencoded|text|raw|static)|bodyParser|cors|helmet|morgan|compression|cookieParser|methodOverride|responseTime|pinoHttp)$/

/** Returns the router of another file that a `use` mounts. */
export function findMounted(app: CodemodApp, { file }: Router, call: CallExpression, routers: Routers) {
  const handler = call.getArguments().at(-1)
  const target = Node.isIdentifier(handler) ? findImportedFile(app, file, handler.getText()) : undefined
  return target && routers.get(target)
}

/**
 * Names the middleware in the arguments of a `use`, except routers, error handlers and middleware that never rejects a
 * request.
 */
export function listGuards(app: CodemodApp, { file, names }: Router, call: CallExpression, routers: Routers) {
  return call.getArguments().flatMap((argument) => {
    if (Node.isStringLiteral(argument) || Node.isRegularExpressionLiteral(argument)) return []
    const isWritten = Node.isArrowFunction(argument) || Node.isFunctionExpression(argument)
    if (isWritten) return argument.getParameters().length === 4 ? [] : ['middleware']
    const callee = (Node.isCallExpression(argument) ? argument.getExpression() : argument).getText()
    const target = findImportedFile(app, file, callee)
    const isRouter = names.includes(callee) || (target !== undefined && routers.has(target))
    return isRouter || HARMLESS.test(callee) ? [] : [callee.replace(/[^\w.]/g, '')]
  })
}

/**
 * Names all middleware that runs before a route or a mount, of its router and the routers above it, without duplicates.
 */
export function listGuardsBefore(
  app: CodemodApp,
  router: Router,
  call: CallExpression,
  routers: Routers,
): readonly string[] {
  const found = new Set<string>()
  const seen = new Set<string>()
  const visit = (around: Router, variable: string, layer: CallExpression): void => {
    const key = `${around.file.getFilePath()} ${variable}`
    if (seen.has(key)) return
    seen.add(key)
    for (const [parent, mount] of listMounts(around, variable)) {
      visit(parent, getReceiver(mount), mount)
      for (const name of listGuards(app, parent, mount, routers)) found.add(name)
    }
    for (const one of around.calls.filter((call) => getReceiver(call) === variable)) {
      if (runsBefore(one, layer) && !isMount(around, one))
        for (const name of listGuards(app, around, one, routers)) found.add(name)
      if (readsParameter(one, layer)) found.add(nameMiddleware(one.getArguments().at(-1)))
    }
  }
  const isMount = (around: Router, one: CallExpression) =>
    around.names.includes(one.getArguments().at(-1)?.getText() ?? '') ||
    findMounted(app, around, one, routers) !== undefined
  const listMounts = (mounted: Router, variable: string): [Router, CallExpression][] =>
    [...routers.values()].flatMap((parent) =>
      parent.calls
        .filter((one) => getMethod(one) === 'use')
        .filter((one) =>
          parent === mounted
            ? one.getArguments().at(-1)?.getText() === variable
            : findMounted(app, parent, one, routers) === mounted,
        )
        .map((one): [Router, CallExpression] => [parent, one]),
    )
  visit(router, getReceiver(call), call)
  return [...found]
}

/** Returns whether the call is a `use` or an `all` that runs before a route or a mount, and may call the next handler. */
function runsBefore(call: CallExpression, layer: CallExpression): boolean {
  if (call.getPos() >= layer.getPos()) return false
  if (getMethod(call) === 'use') return true
  if (getMethod(call) !== 'all') return false
  const handler = writtenFunction(call.getArguments().at(-1))
  const isLast = handler !== undefined && handler.getParameters().length < 3
  return !isLast && mayMatch(call, layer)
}

/** Returns whether a request for the route or the mount may have the path of the `all`. Unknown paths match. */
function mayMatch(call: CallExpression, layer: CallExpression): boolean {
  const pattern = readPath(call)
  if (pattern === undefined) return true
  const own = splitPath(pattern)
  const path = splitPath(readPath(layer) ?? '')
  if (path.some((segment) => !isPlain(segment))) return true
  const open = own.findIndex((segment) => !isPlain(segment))
  const fixed = open === -1 ? own : own.slice(0, open)
  // A request for a mount is longer than the path of the mount.
  if (getMethod(layer) !== 'use' && fixed.length > path.length) return false
  if (open === -1 && fixed.length < path.length) return false
  return fixed.every((segment, at) => {
    const other = path[at] ?? segment
    return segment === other || segment.includes(':') || other.includes(':')
  })
}

/** Express compares paths without regard to case. */
function splitPath(path: string): readonly string[] {
  return path.toLowerCase().split('/').filter(Boolean)
}

/** Returns whether the segment of a path is without wildcards and optional parts. */
function isPlain(segment: string): boolean {
  return /^[\w\-:]+$/.test(segment)
}

/**
 * Returns whether the call is a `param` for a parameter in the path of the route or the mount. It runs before the
 * handler even if it is declared below.
 */
function readsParameter(call: CallExpression, layer: CallExpression): boolean {
  if (getMethod(call) !== 'param') return false
  const names = [...(readPath(layer) ?? '').matchAll(/[:*](\w+)/g)].map((match) => match[1])
  return names.length > 0 && (readPath(call) === undefined || names.includes(readPath(call)))
}

/** Returns the first argument if it is a string. */
function readPath(call: CallExpression): string | undefined {
  const [path] = call.getArguments()
  return Node.isStringLiteral(path) ? path.getLiteralValue() : undefined
}

function nameMiddleware(node: Node | undefined): string {
  if (node === undefined || Node.isArrowFunction(node) || Node.isFunctionExpression(node)) return 'middleware'
  return (Node.isCallExpression(node) ? node.getExpression() : node).getText().replace(/[^\w.]/g, '')
}

/** Returns the variable of a call: `app` of `app.use(…)`. */
function getReceiver(call: CallExpression): string {
  return call
    .getExpression()
    .getText()
    .replace(/\.\w+$/, '')
}
