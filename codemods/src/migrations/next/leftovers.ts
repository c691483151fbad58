/** Leaves comments at uses of Next without an equivalent that a codemod could write. */
import { Node, type SourceFile } from 'ts-morph'
import type { SourceEdits } from '#codemods/codemod.ts'
import { importsFrom, removeImport } from '#codemods/syntax/imports.ts'
import type { Plan, PlannedFile } from './plan.ts'
import type { NextRoute } from './routes.ts'

const MODULES: Readonly<Record<string, string>> = {
  'next/router': 'Navigate with a link or location.assign(). params and search are props of the page.',
  'next/navigation': 'Navigate with a link or location.assign(). params and search are props of the page.',
  'next/dynamic': 'Use a normal import. The options of island() control when an island starts.',
  'next/script': 'Add this as a script in the head of a page, or import it in src/client.ts.',
  'next/headers': 'Read cookies and headers of a request in src/ctx.ts, and pass them as ctx.',
  'next/server': 'Convert this to an api in src/server, or move it to src/middleware.ts.',
  'next/cache': 'See cache and revalidateTag of @fw/runtime.',
  'next/head': 'Convert this to the export meta of the page.',
}

/** Removes type imports, and leaves one comment per remaining import. Returns the names needed from `@fw/runtime`. */
export function rewriteNextImports(file: SourceFile, edits: SourceEdits, done: readonly string[]): readonly string[] {
  const names: string[] = []
  for (const declaration of importsFrom(file, /^next(?:\/|$)|^server-only$/)) {
    const module = declaration.getModuleSpecifierValue()
    if (done.includes(module)) continue
    const named = declaration.getNamedImports().map((one) => one.getName())
    const fromRuntime =
      module === 'next/navigation' && named.every((name) => name === 'notFound' || name === 'redirect')
    if (fromRuntime) names.push(...named)
    if (fromRuntime || module === 'next' || module === 'next/app' || module === 'server-only')
      removeImport(edits, declaration)
    else if (module.startsWith('next/font'))
      edits.leave(declaration, 'List this font in fonts of fw.config.ts, and use it in src/styles.css.')
    else edits.leave(declaration, MODULES[module] ?? `fw has no ${module}. Migrate its use by hand.`)
  }
  for (const declaration of file.getVariableDeclarations()) {
    const type = declaration.getTypeNode()
    if (type !== undefined && /^Next(?:Page|PageWithLayout)?\b/.test(type.getText()))
      edits.replace({ start: declaration.getNameNode().getEnd(), end: type.getEnd() }, '')
  }
  return names
}

/** Leaves a comment at each `'use server'` directive. */
export function leaveActions(file: SourceFile, edits: SourceEdits): void {
  for (const statement of file.getDescendantStatements()) {
    const isDirective =
      Node.isExpressionStatement(statement) && /^['"]use server['"]$/.test(statement.getExpression().getText())
    if (isDirective) edits.leave(statement, 'Convert this to an api in src/server, which a form accepts as its action.')
  }
}

export const PROXY =
  'The checks of this file no longer run. Move them to the default export of src/middleware.ts with the paths of its matcher, and protect functions with scopes or in src/ctx.ts.'

/** Leaves a comment in `proxy.ts` or `middleware.ts`, because the access checks of Next run there. */
export function leaveProxy(planned: PlannedFile, edits: SourceEdits): void {
  if (isProxy(planned)) edits.leave(planned.file.getStatements()[0] ?? planned.file, PROXY)
}

function isProxy({ file, path }: PlannedFile): boolean {
  return /^(?:src\/)?(?:middleware|proxy)\.[cm]?[jt]sx?$/.test(path) && importsFrom(file, /^@fw\/runtime$/).length === 0
}

/** Returns whether `proxy.ts`, `middleware.ts` or a `_middleware.ts` may run before the route. */
export function runsProxy({ files }: Plan, { pattern }: NextRoute): boolean {
  return [...files.values()].some((planned) => {
    const folder = /^(?:src\/)?pages(\/.*)?\/_middleware\.[jt]sx?$/.exec(planned.path)
    if (folder !== null) return mayMatch(`${folder[1] ?? ''}/:path*`, pattern)
    return isProxy(planned) && (readMatchers(planned.file)?.some((matcher) => mayMatch(matcher, pattern)) ?? true)
  })
}

/** Returns the matchers of the export `config`. `undefined` if they aren't strings. */
function readMatchers(file: SourceFile): readonly string[] | undefined {
  const config = file.getVariableDeclaration('config')?.getInitializer()
  const object = Node.isAsExpression(config) || Node.isSatisfiesExpression(config) ? config.getExpression() : config
  const member = Node.isObjectLiteralExpression(object) ? object.getProperty('matcher') : undefined
  const value = Node.isPropertyAssignment(member) ? member.getInitializer() : undefined
  const all = Node.isArrayLiteralExpression(value) ? value.getElements() : [value]
  const texts = all.map((one) =>
    Node.isStringLiteral(one) || Node.isNoSubstitutionTemplateLiteral(one) ? one.getLiteralValue() : undefined,
  )
  return texts.every((text) => text !== undefined) ? texts : undefined
}

/** Returns whether a matcher may match the pattern of a route, such as `/api/likes/[id]`. Unknown matchers match. */
function mayMatch(matcher: string, pattern: string): boolean {
  const own = pattern.split('/').filter(Boolean)
  const [, excluded] = /^\/\(\(\?!([^()]*)\)/.exec(matcher) ?? []
  if (excluded !== undefined) return !excluded.split('|').some((one) => one.replace(/\/$/, '') === own[0])
  const segments = matcher.split('/').filter(Boolean)
  const open = segments.findIndex((segment) => !/^[\w-]+$/.test(segment))
  const fixed = open === -1 ? segments : segments.slice(0, open)
  // A catch-all segment, such as `[...path]`, takes any number of segments.
  const rest = own.findIndex((segment) => /^\[{1,2}\.\.\./.test(segment))
  const known = rest === -1 ? own : own.slice(0, rest)
  if ((rest === -1 && fixed.length > own.length) || (open === -1 && fixed.length < known.length)) return false
  return fixed.slice(0, known.length).every((segment, at) => segment === known[at] || known[at]?.startsWith('['))
}
