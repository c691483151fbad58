/** Finds middleware that runs before the routes of an Express router and may reject a request. */
import { type CallExpression, Node, type SourceFile } from 'ts-morph'
import type { CodemodApp } from '#codemods/codemod.ts'
import { getMethod } from '#codemods/syntax/called-method.ts'
import { findImportedFile } from '#codemods/syntax/imported-file.ts'

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
  const visit = (around: Router, variable: string, before: number): void => {
    const key = `${around.file.getFilePath()} ${variable}`
    if (seen.has(key)) return
    seen.add(key)
    for (const [parent, mount] of listMounts(around, variable)) {
      visit(parent, getReceiver(mount), mount.getPos())
      for (const name of listGuards(app, parent, mount, routers)) found.add(name)
    }
    for (const one of around.calls)
      if (isUse(one, variable) && one.getPos() < before && !isMount(around, one))
        for (const name of listGuards(app, around, one, routers)) found.add(name)
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
  visit(router, getReceiver(call), call.getPos())
  return [...found]
}

function isUse(call: CallExpression, variable: string): boolean {
  return getMethod(call) === 'use' && getReceiver(call) === variable
}

/** Returns the variable of a call: `app` of `app.use(…)`. */
function getReceiver(call: CallExpression): string {
  return call
    .getExpression()
    .getText()
    .replace(/\.\w+$/, '')
}
