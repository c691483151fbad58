/** Finds middleware that runs before the routes of an Express router and may reject a request. */
import { type CallExpression, Node } from 'ts-morph'
import { findFunctionAround } from '#codemods/syntax/enclosing-function.ts'
import { findUses } from '#codemods/syntax/http-response.ts'
import { defaultImport, importsFrom, localName } from '#codemods/syntax/imports.ts'
import { isPassedError } from '#codemods/syntax/passed-error.ts'
import { writtenFunction } from '#codemods/syntax/source-positions.ts'
import {
  addMountPath,
  isConditional,
  isErrorHandler,
  type Layer,
  mayMatch,
  readsParameter,
  removeMountPath,
  splitPath,
  type Target,
} from './layer.ts'
import type { RouterGraph } from './router-graph.ts'

interface Guards {
  /** Names of the middleware, without duplicates. */
  readonly names: readonly string[]
  /** Whether code that the codemod can't follow may have added middleware. */
  readonly isOpen: boolean
}

/** Packages whose middleware compresses, logs or sets headers, but never rejects a request. */
const HARMLESS: ReadonlySet<string> = new Set([
  'body-parser',
  'compression',
  'cookie-parser',
  'cors',
  'helmet',
  'method-override',
  'morgan',
  'pino-http',
  'response-time',
])
const PARSERS = ['json', 'urlencoded', 'text', 'raw']

/** Collects the guards of one target. */
interface Search {
  readonly graph: RouterGraph
  readonly names: Set<string>
  isOpen: boolean
}

/**
 * Lists the middleware that runs before a route or another layer, of its router and the routers above it. A call that
 * adds no layer, and a router without a mount, are open.
 */
export function listGuardsBefore(graph: RouterGraph, call: CallExpression): Guards {
  const layer = graph.layerAt(call)
  if (layer === undefined) return { names: [], isOpen: true }
  const search: Search = { graph, names: new Set(), isOpen: false }
  const segments = layer.path === undefined ? ['*'] : splitPath(layer.path)
  const target =
    layer.method === 'use' ? { method: 'get', segments: [...segments, '*'] } : { method: layer.method, segments }
  visitLayer(search, layer, target, [])
  return { names: [...search.names], isOpen: search.isOpen }
}

/** Lists the middleware that a `use` adds, also of the routers that it mounts. */
export function listRouteGuards(graph: RouterGraph, call: CallExpression): Guards {
  const search: Search = { graph, names: new Set(), isOpen: false }
  const layer = graph.layerAt(call)
  if (layer !== undefined) addHandlers(search, layer, layer.handlers, { method: '', segments: ['*'] }, [])
  return { names: [...search.names], isOpen: search.isOpen }
}

/** Adds the middleware before a layer, in its router and in the routers that mount it. */
function visitLayer(search: Search, layer: Layer, target: Target, above: readonly string[]): void {
  const uses = search.graph.read(layer.router)
  if (uses === undefined || above.includes(layer.router)) return
  const { needsMount, isServed, layers, mounts, unfollowed } = uses
  if (unfollowed.length > 0 || (needsMount && !isServed && mounts.length === 0)) search.isOpen = true
  for (const mount of mounts) {
    if (isConditional(mount.layer.call)) search.isOpen = true
    const around = addMountPath(mount.layer.path, target)
    visitLayer(search, mount.layer, around, [...above, layer.router])
    addHandlers(search, mount.layer, mount.layer.handlers.slice(0, mount.at), around, [layer.router])
  }
  for (const other of layers) {
    if (other === layer) continue
    if (other.method === 'param' ? readsParameter(other, layer) : runsBefore(search, other, layer, target))
      addHandlers(search, other, other.handlers, target, above)
  }
}

/** Adds the names of handlers, and of the middleware in routers among them, which may pass the request on. */
function addHandlers(
  search: Search,
  layer: Layer,
  handlers: readonly Node[],
  target: Target,
  above: readonly string[],
): void {
  for (const handler of handlers) {
    const router = search.graph.find(handler)
    if (router !== undefined) visitInside(search, router, removeMountPath(layer.path, target), above)
    else if (!search.graph.wasConverted(handler))
      for (const name of nameGuard(handler, layer.method)) search.names.add(name)
  }
}

/** Adds the middleware of a mounted router that passes the request on. */
function visitInside(search: Search, router: string, target: Target, above: readonly string[]): void {
  const uses = search.graph.read(router)
  if (uses === undefined || above.includes(router)) return
  if (uses.unfollowed.length > 0) search.isOpen = true
  const passing = uses.layers.filter((layer) => passesOn(layer, target) && mayMatch(layer, target))
  const params = uses.layers.filter(
    (layer) => layer.method === 'param' && passing.some((other) => readsParameter(layer, other)),
  )
  for (const layer of [...passing, ...params]) addHandlers(search, layer, layer.handlers, target, [...above, router])
}

function runsBefore({ graph }: Search, other: Layer, layer: Layer, target: Target): boolean {
  return passesOn(other, target) && mayMatch(other, target) && precedes(graph, other, layer)
}

/** Returns whether the layer is added before another one of its router. Unknown orders count as before. */
function precedes(graph: RouterGraph, other: Layer, layer: Layer): boolean {
  const around = findFunctionAround(other.call)
  if (around !== undefined && !around.containsRange(layer.call.getPos(), layer.call.getEnd())) return true
  if (around === undefined && findFunctionAround(layer.call) !== undefined) return true
  const file = layer.call.getSourceFile()
  if (other.call.getSourceFile() === file) return other.call.getEnd() < layer.call.getEnd()
  // Another file gets the router when all code of its own file has run.
  return graph.read(layer.router)?.file !== file
}

/** Returns whether the layer may pass a request of the target on to the next one. */
function passesOn({ method, handlers }: Layer, target: Target): boolean {
  if (method === 'use') return true
  if (method === 'param') return false
  if (method !== 'all' && method !== target.method) return false
  const last = handlers.at(-1)
  return last !== undefined && (!isFinal(last) || handlers.some((handler) => skipsRoute(handler)))
}

/** Returns whether the handler may skip the others of its route by `next('route')`. */
function skipsRoute(handler: Node): boolean {
  const written = writtenFunction(handler)
  const next = written?.getParameters()[2]?.getName()
  if (written === undefined || next === undefined) return false
  return findUses(written, next).some((use) => {
    const call = use.getParent()
    return Node.isCallExpression(call) && Node.isStringLiteral(call.getArguments()[0])
  })
}

/** Returns whether the handler responds itself, and calls no other handler than the one for errors. */
function isFinal(handler: Node): boolean {
  const written = writtenFunction(handler)
  const next = written?.getParameters()[2]
  if (written === undefined || next === undefined) return written !== undefined
  return findUses(written, next.getName()).every((use) => {
    const call = use.getParent()
    return Node.isCallExpression(call) && call.getExpression() === use && isPassedError(call.getArguments()[0])
  })
}

/** Returns the name of a handler, or no name if it never rejects a request. */
function nameGuard(handler: Node, method: string): readonly string[] {
  const isWritten = Node.isArrowFunction(handler) || Node.isFunctionExpression(handler)
  if (isWritten) return method !== 'param' && isErrorHandler(handler) ? [] : ['middleware']
  if (isParser(handler)) return isPlainParser(handler) ? [] : ['verify']
  if (isHarmless(handler)) return []
  let callee = Node.isSpreadElement(handler) ? handler.getExpression() : handler
  while (Node.isCallExpression(callee)) callee = callee.getExpression()
  const text = callee.getText()
  return [/^[\w$.]+$/.test(text) ? text.replaceAll('$', '') : 'middleware']
}

/** Returns whether the handler parses bodies, as `express.json()` does. */
export function isParser(handler: Node): handler is CallExpression {
  if (!Node.isCallExpression(handler)) return false
  const file = handler.getSourceFile()
  const callee = handler.getExpression().getText()
  const makers = [defaultImport(file, 'express'), defaultImport(file, 'body-parser')]
  return PARSERS.some(
    (name) =>
      makers.some((maker) => maker !== undefined && callee === `${maker}.${name}`) ||
      callee === (localName(file, 'express', name) ?? localName(file, 'body-parser', name)),
  )
}

/** Returns whether a parser has no `verify`, which may reject a request. */
function isPlainParser(parser: CallExpression): boolean {
  return listOptions(parser)?.every((name) => name !== 'verify') ?? false
}

/** Returns the names of the options of a parser. `undefined` if they aren't written inline. */
export function listOptions(parser: CallExpression): readonly string[] | undefined {
  const [options] = parser.getArguments()
  if (options === undefined) return []
  if (!Node.isObjectLiteralExpression(options)) return undefined
  const names = options
    .getProperties()
    .map((one) =>
      Node.isPropertyAssignment(one) || Node.isShorthandPropertyAssignment(one) || Node.isMethodDeclaration(one)
        ? one.getName().replace(/^['"]|['"]$/g, '')
        : undefined,
    )
  return names.every((name) => name !== undefined) ? names : undefined
}

function isHarmless(handler: Node): boolean {
  const file = handler.getSourceFile()
  const callee = (Node.isCallExpression(handler) ? handler.getExpression() : handler).getText()
  const express = defaultImport(file, 'express')
  if (express !== undefined && callee === `${express}.static`) return true
  const [root = ''] = callee.split('.')
  return importsFrom(file, /^[^.]/).some((declaration) => {
    const names = declaration.getNamedImports().map((one) => one.getAliasNode()?.getText() ?? one.getName())
    const isImported = declaration.getDefaultImport()?.getText() === root || names.includes(root)
    return isImported && HARMLESS.has(declaration.getModuleSpecifierValue())
  })
}
