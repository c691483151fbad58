import { Node, type SourceFile } from 'ts-morph'
import { type CodemodApp, defineCodemod, type SourceEdits } from '#codemods/codemod.ts'
import { becomeApp } from '#codemods/syntax/become-app.ts'
import { NotConvertible } from '#codemods/syntax/http-response.ts'
import { addImports } from '#codemods/syntax/imports.ts'
import { rewriteHandler } from './next/api-handler.ts'
import { rewritePage } from './next/app-router.ts'
import { leaveLoaders, takeData } from './next/data-functions.ts'
import { rewriteImages, rewriteLinks } from './next/elements.ts'
import { dropDocument, rewriteApp, rewriteLayout, type Site, writeSite } from './next/layouts.ts'
import { leaveActions, leaveProxy, PROXY, rewriteNextImports, runsProxy } from './next/leftovers.ts'
import { callLoad, defaultComponent, writeMeta } from './next/page.ts'
import { leaveComponentChecks, leaveInitialProps } from './next/page-checks.ts'
import { type Plan, type PlannedFile, planFiles, rewriteAliases } from './next/plan.ts'
import { keepReact } from './next/react-component.ts'
import { hasJsx } from './next/react-files.ts'
import { isNextApp, type NextRoute } from './next/routes.ts'
import { leaveMarkup, toSolid } from './next/solid-jsx.ts'
import { splitPage } from './next/split-page.ts'

/** Converts pages to Solid routes, which are sent as HTML. Components that handle events stay React, as islands. */
export const nextPagesToRoutes = defineCodemod({
  id: 'next-pages-to-routes',
  title: 'Convert the pages of a Next app to routes, and its interactive components to React islands.',
  transform(app) {
    if (!isNextApp(app.sources, app.read('package.json'))) return
    const plan = planFiles(app)
    const routes = [...plan.files.values()].filter(({ route }) => route !== undefined)
    if (routes.length === 0) return
    const site: Site = {}
    for (const planned of plan.files.values()) convertFile(app, planned, { plan, site })
    if (!plan.isActive) return
    writeSite(app, site)
    leaveConfig(app)
    becomeApp(app, { drop: packagesToDrop(plan) })
    if (plan.hasStyles && app.read('src/styles.d.ts') === undefined) app.write('src/styles.d.ts', STYLES)
  },
})

const STYLES = `declare module '*.module.css' {
  const names: Readonly<Record<string, string>>
  export default names
}
declare module '*.css'
`

interface Work {
  readonly plan: Plan
  readonly site: Site
}

function convertFile(app: CodemodApp, planned: PlannedFile, work: Work): void {
  const { file, path, route, isReact, isReached, to } = planned
  if (path.endsWith('next-env.d.ts')) {
    app.remove(path)
    return
  }
  if (work.plan.isActive) leaveProxy(planned, app.edit(file))
  if (route === undefined && !isReached) return
  const edits = app.edit(file)
  leaveInitialProps(file, edits)
  if (route?.kind === 'other') {
    const [statement = file] = file.getStatements()
    edits.leave(
      statement,
      OTHERS[/[^/]+(?=\.\w+$)/.exec(path)?.[0] ?? ''] ?? 'fw has no such file. Migrate its purpose by hand.',
    )
    return
  }
  if (route?.kind === 'document') {
    dropDocument(app, file, edits, work.site)
    return
  }
  if (isReact && route !== undefined && route.kind !== 'page') {
    edits.leave(
      file.getStatements()[0] ?? file,
      'Move the browser code into a component. Then this file can be a route. Until then, it does not run, nor does a check in it.',
    )
    return
  }
  if (route?.kind === 'api') {
    convertHandler(planned, edits, work.plan)
    return
  }
  leaveActions(file, edits)
  if (route !== undefined) leaveComponentChecks(file, edits)
  if (route?.router === 'pages') leaveLoaders(file, edits, isReact || defaultComponent(file) !== undefined)
  if (to !== path) edits.moveTo(to)
  if (isReact) convertReact(app, planned, edits, work)
  else addImports(file, edits, '@fw/runtime', convertSolid(planned, edits, work))
}

const OTHERS: Readonly<Record<string, string>> = {
  _middleware: PROXY,
  route: 'Convert this to an api in src/server, or to a page that returns a Response.',
  loading: 'Wrap the slow part in <Suspense> of solid-js, with this as its fallback.',
  'global-error': 'Errors are rendered by src/routes/_500.tsx, which receives { error }.',
  error: 'Wrap code that may fail in <ErrorBoundary> of solid-js. src/routes/_500.tsx renders all other errors.',
  'not-found': 'An app has one not-found page, src/routes/_404.tsx.',
  template: 'Convert this to a layout.',
  sitemap: 'fw generates the sitemap from the pages: set siteUrl in fw.config.ts.',
  robots: 'fw generates this file: set siteUrl in fw.config.ts.',
}

function convertReact(app: CodemodApp, planned: PlannedFile, edits: SourceEdits, { plan }: Work): void {
  const { file, route } = planned
  const drop = route === undefined ? [] : splitPage(app, planned, edits, plan)
  rewriteAliases(planned, edits, { plan, drop })
  keepReact(planned, edits, drop)
  rewriteNextImports(file, edits, ['next/link', 'next/image', 'next/legacy/image', 'next/head'])
}

/** Converts the file. Returns the names that it needs from `@fw/runtime`. */
function convertSolid(planned: PlannedFile, edits: SourceEdits, { plan, site }: Work): readonly string[] {
  const { file, route } = planned
  rewriteAliases(planned, edits, { plan, drop: [] })
  const names = new Set<string>()
  const add = (more: readonly string[]) => {
    for (const name of more) names.add(name)
  }
  const isLayout = route?.kind === 'app' || route?.kind === 'layout'
  if (hasJsx(file)) {
    rewriteLinks(file, edits)
    add(rewriteImages(file, edits, false))
    leaveMarkup(file, edits, (specifier) => {
      const target = plan.target(file, specifier)
      return target !== undefined && plan.files.get(target)?.isReact === true
    })
  }
  if (route?.kind === 'app') add(rewriteApp(file, edits))
  if (route?.kind === 'layout') add(rewriteLayout(file, edits, site))
  if (route !== undefined && !isLayout)
    add(route.router === 'app' ? rewritePage(file, edits, route) : convertPage(file, edits, route))
  if (hasJsx(file)) toSolid(file, edits, route && defaultComponent(file)?.written.getParameters()[0])
  add(rewriteNextImports(file, edits, ['next/link', 'next/image', 'next/legacy/image', 'next/head']))
  if (names.size === 0) closeGap(file, edits)
  return [...names]
}

/** Removes the blank line at the top of a file whose imports have all been removed. */
function closeGap(file: SourceFile, edits: SourceEdits): void {
  const imports = file.getImportDeclarations()
  const last = imports.at(-1)
  const isGone = (module: string) => /^next\/(?:link|head|app)$|^next$/.test(module)
  if (last === undefined || !imports.every((one) => isGone(one.getModuleSpecifierValue()))) return
  const rest = /^[ \t]*\r?\n(\r?\n)/.exec(file.getFullText().slice(last.getEnd()))
  if (rest?.[1] === undefined) return
  const end = last.getEnd() + rest[0].length
  edits.replace({ start: end - rest[1].length, end }, '')
}

function convertPage(file: SourceFile, edits: SourceEdits, route: NextRoute): readonly string[] {
  const found = defaultComponent(file)
  if (found === undefined) {
    edits.leave(file.getStatements()[0] ?? file, 'Write the page as a default-exported function.')
    return []
  }
  const data = takeData(file, edits, route)
  return [...data.names, ...writeMeta(file, edits, found, data, route), ...callLoad(file, edits, found, data, route)]
}

/** Converts an API handler. A handler that can't become an api yet stays in place. */
function convertHandler(planned: PlannedFile, edits: SourceEdits, plan: Plan): void {
  const { file, route, to } = planned
  if (route === undefined) return
  try {
    const names = rewriteHandler(file, edits, route, runsProxy(plan, route) ? ['middleware'] : [])
    rewriteAliases(planned, edits, { plan, drop: [] })
    addImports(file, edits, '@fw/runtime', [...names, ...rewriteNextImports(file, edits, [])])
    edits.moveTo(to)
  } catch (error) {
    if (!(error instanceof NotConvertible)) throw error
    edits.leave(defaultComponent(file)?.statement ?? file.getStatements()[0] ?? file, error.message)
  }
}

const CONFIG = 'Move redirects and rewrites to fw.config.ts, and headers to src/middleware.ts, then delete this file.'

/** Removes an empty config. Leaves comments at fields about routes, which need manual changes. */
function leaveConfig(app: CodemodApp): void {
  for (const file of app.sources) {
    if (!/^next\.config\.[cm]?[jt]s$/.test(file.getFilePath().slice(1))) continue
    const objects = file.getDescendants().filter((node) => Node.isObjectLiteralExpression(node))
    const says = objects
      .flatMap((object) => object.getProperties())
      .filter((one) => !/^reactStrictMode\b/.test(one.getText()))
    for (const field of says) app.edit(file).leave(field, CONFIG)
    if (says.length > 0) continue
    if (exportsObject(file)) app.remove(file.getFilePath().slice(1))
    else app.edit(file).leave(file.getStatements().at(-1) ?? file, CONFIG)
  }
}

/** Returns whether the config is an object of the file, and not of a function or of another file. */
function exportsObject(file: SourceFile): boolean {
  const values = file.getStatements().flatMap((statement) => {
    if (Node.isExportAssignment(statement)) return [statement.getExpression()]
    const value = Node.isExpressionStatement(statement) ? statement.getExpression() : undefined
    const isExported = Node.isBinaryExpression(value) && value.getLeft().getText() === 'module.exports'
    return isExported ? [value.getRight()] : []
  })
  return values.length > 0 && values.every((value) => isObject(file, value))
}

function isObject(file: SourceFile, value: Node | undefined): boolean {
  if (Node.isIdentifier(value)) {
    const made = file.getVariableDeclaration(value.getText())?.getInitializer()
    return !Node.isIdentifier(made) && isObject(file, made)
  }
  if (Node.isSatisfiesExpression(value) || Node.isAsExpression(value)) return isObject(file, value.getExpression())
  return Node.isObjectLiteralExpression(value)
}

const OF_NEXT = ['next', 'eslint-config-next', '@next/eslint-plugin-next']
const OF_REACT = ['react', 'react-dom', '@types/react', '@types/react-dom']

function packagesToDrop(plan: Plan): readonly string[] {
  const keepsReact = [...plan.files.values()].some(({ isReact }) => isReact)
  return keepsReact ? OF_NEXT : [...OF_NEXT, ...OF_REACT]
}
