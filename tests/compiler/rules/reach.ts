/** What callers can reach of an app, read from its files without the compiler: one line for each thing. */
import ts from 'typescript'
import type { Files } from './rule-pages.ts'

/** Fields of the configuration that change nothing about access. */
const HARMLESS = [
  'title',
  'description',
  'lang',
  'siteUrl',
  'favicon',
  'inlineStyles',
  'fonts',
  'compiler',
  'budgets',
  'keepAssets',
  'llmsTxt',
]
/** Hooks that decide who a caller is, or what the caller may do. */
const DECIDING_HOOKS = ['subjectOf', 'canSettle', 'verifyBearer']

/** Conventions whose default export is an endpoint of its own. */
const ENDPOINTS = ['feed', 'mcp', 'agent', 'ws']

const EXCLUDED = /exclude: \[[^\]]*\]/g

/** A fix that widens access adds a line. */
export function listReach(files: Files): ReadonlySet<string> {
  return new Set(
    Object.entries(files).flatMap(([file, text]) => {
      if (file.endsWith('.md')) return readToolNames(file, text)
      if (!/\.[jt]sx?$/.test(file)) return []
      const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
      return [...readDescriptions(source), ...readFile(file, source)]
    }),
  )
}

function readFile(file: string, source: ts.SourceFile): string[] {
  if (/^src\/server\/[^/]+\.api\.ts$/.test(file)) return readApis(file, source)
  if (file.startsWith('src/routes/')) return readRoute(file, source)
  if (file === 'fw.config.ts') return readConfig(source)
  if (file === 'src/hooks.ts')
    return readExports(source)
      .filter(([name]) => DECIDING_HOOKS.includes(name))
      .map(([name]) => `hook ${name}`)
  const lines = /^src\/(?:agent|channels\/.*)\.ts$/.test(file) ? readToolNames(file, source.text) : []
  const convention = /^src\/(ctx|session|middleware|feed|mcp|agent|ws|i18n)\.ts$/.exec(file)?.[1]
  if (convention === undefined) return lines
  // An export with the name of the file is the intended default export. A default export that opens an endpoint
  // opens it, even if that was not intended.
  const opens = ENDPOINTS.includes(convention)
  const meant = readExports(source).filter(
    ([name]) => name === 'default' || (!opens && name.toLowerCase() === convention),
  )
  return [...lines, ...meant.map(([, value]) => `${file} is ${value.replace(EXCLUDED, '')}`)]
}

/** Names of exports that become endpoints. An app with another name doesn't build. */
const API_NAME = /^[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*$/

/** Every exported `api({ … })`, by its place among them: a fix may rename it, but may not open it. */
function readApis(file: string, source: ts.SourceFile): string[] {
  const exported = source.statements.flatMap((statement) => {
    // A default export has no name, and so no endpoint.
    if (!ts.isVariableStatement(statement) || !isExported(statement)) return []
    return statement.declarationList.declarations.map(({ name, initializer }) => ({
      name: name.getText(),
      initializer,
    }))
  })
  const apis = exported.filter(({ initializer }) => isApiCall(initializer))
  return apis.flatMap(({ name, initializer }, index) => {
    if (!API_NAME.test(name)) return []
    const [definition] = (initializer as ts.CallExpression).arguments // filtered above
    const field = (name: string) =>
      definition && ts.isObjectLiteralExpression(definition) ? readMember(definition, name) : undefined
    const id = `${file} #${index}`
    const guard = field('guard') ?? "'auto'"
    const isKnown = /^'(?:auto|confirm|forbidden)'$/.test(guard)
    return [
      `callers run ${id}`,
      ...(guard === "'auto'" ? [`agents run ${id}`] : []),
      ...(!isKnown && guard.includes('?') ? [`${toExpression(guard)} guards ${id}`] : []),
      ...(field('scopes') === undefined ? [`without scopes: ${id}`] : []),
      ...(/^(?:'public')?$/.test(field('access') ?? '') ? [`anonymous callers run ${id}`] : []),
      ...(field('readonly') === 'true' ? [`GET ${id}`] : []),
      ...(field('http') === undefined ? [] : [`an address of its own: ${id}`]),
      ...(field('cors') === undefined ? [] : [`other sites call ${id}`]),
      ...(field('effect') === undefined ? [`without approval after untrusted content: ${id}`] : []),
    ]
  })
}

function isApiCall(value: ts.Expression | undefined): value is ts.CallExpression {
  return value !== undefined && ts.isCallExpression(value) && value.expression.getText() === 'api'
}

/** `x ? 'auto' : 'confirm'`, also of a function that returns it. */
function toExpression(guard: string): string {
  return guard.replace(/^\(\) => \((.*)\)$/s, '$1')
}

function readMember(definition: ts.ObjectLiteralExpression, name: string): string | undefined {
  const member = definition.properties.find((one) => one.name?.getText() === name)
  if (member === undefined) return undefined
  return ts.isPropertyAssignment(member) ? member.initializer.getText() : member.getText()
}

function readRoute(file: string, source: ts.SourceFile): string[] {
  const exports = readExports(source)
  const isPage = !/\/_[^/]*$/.test(file) && exports.some(([name]) => name === 'default')
  const cache = exports.find(([name]) => name === 'cache')?.[1] ?? ''
  return [
    ...(isPage ? [`page ${file}`] : []),
    ...(isPublic(cache, source.text) ? [`everyone gets a copy of ${file}`] : []),
    ...(/\bcdn: true/.test(cache) ? [`caches in front of the server store ${file}`] : []),
  ]
}

/** Whether the policy has a scope that is public, also by way of a constant. */
function isPublic(cache: string, text: string): boolean {
  const [, scope] = /\bscope(?:: *([^,}\s]+))?/.exec(cache) ?? []
  if (scope === undefined) return /\bscope *[,}]/.test(cache) && /\bscope = 'public'/.test(text)
  return scope === "'public'" || new RegExp(`\\b${scope.replace(/\W/g, '')} = 'public'`).test(text)
}

function readConfig(source: ts.SourceFile): string[] {
  const [exported] = source.statements.filter(ts.isExportAssignment)
  const value = exported?.expression
  const object = value && ts.isCallExpression(value) ? value.arguments[0] : value
  if (object === undefined || !ts.isObjectLiteralExpression(object)) return []
  return object.properties.flatMap((member) => {
    const name = member.name?.getText() ?? ''
    if (HARMLESS.includes(name) || !ts.isPropertyAssignment(member)) return []
    if (!ts.isArrayLiteralExpression(member.initializer)) return [`${name}: ${member.initializer.getText()}`]
    const rules = member.initializer.elements.map((element) => element.getText())
    if (name === 'redirects') return rules.map((rule) => `redirect ${rule}`)
    return rules.flatMap((rule, index) => [
      `${name} ${rule}`,
      ...rules.slice(index + 1).map((later) => `${name} ${rule} before ${later}`),
    ])
  })
}

/** Everything that agents read about a tool. */
function readDescriptions(source: ts.SourceFile): string[] {
  const comments = [...source.text.matchAll(/\/\*\*([\s\S]*?)\*\//g)].map(
    ([, text = '']) => text.trim().split(/\s*@/)[0],
  )
  const fields = [...source.text.matchAll(/description: (['"`].*?['"`])/g)].map(([, text]) => text)
  return [...comments, ...fields].map((text) => `description ${text}`)
}

/** Names of tools that no filter excludes. */
function readToolNames(file: string, text: string): string[] {
  return [...text.replace(EXCLUDED, '').matchAll(/(?:api\.)?[\w-]+\.[\w*]+/g)].map(([name]) => `${file} names ${name}`)
}

function isExported(statement: ts.Statement): boolean {
  return (ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : []).some(
    ({ kind }) => kind === ts.SyntaxKind.ExportKeyword,
  )
}

/** Names and values of all exports; a default export that is a name has the value of that name. */
function readExports(source: ts.SourceFile): (readonly [name: string, value: string])[] {
  const values = new Map<string, string>()
  for (const statement of source.statements)
    if (ts.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations)
        values.set(name.getText(), initializer?.getText() ?? '')
    else if (ts.isFunctionDeclaration(statement) && statement.name) values.set(statement.name.text, statement.name.text)
  return source.statements.flatMap((statement): (readonly [string, string])[] => {
    if (ts.isExportAssignment(statement)) {
      const text = statement.expression.getText()
      return [['default', values.get(text) ?? text]]
    }
    if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause))
      return statement.exportClause.elements.map(({ name, propertyName }) => [
        name.text,
        values.get((propertyName ?? name).text) ?? '',
      ])
    if (!isExported(statement)) return []
    if (/^export default\b/.test(statement.getText())) return [['default', statement.getText()]]
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => [
        name.getText(),
        values.get(name.getText()) ?? '',
      ])
    return ts.isFunctionDeclaration(statement) && statement.name ? [[statement.name.text, statement.name.text]] : []
  })
}
