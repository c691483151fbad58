/** Reads `fw.config.ts` without running it. Callers that may run it pass the evaluated configuration instead. */

import { type ConfigProblem, configProblems, type FwConfig } from '@fw/runtime/contract'
import { createSpan } from '../diagnostic/code-frame.ts'
import { nearestFix } from '../diagnostic/fix.ts'
import type { Fix, SourceSpan } from '../model.ts'
import type { ts } from '../program/typescript.ts'
import type { AppReader } from './app-reader.ts'
import { findRemoval } from './fixes/removal.ts'
import { findConstant, nameText, staticValue, unwrap } from './modules/static-value.ts'
import { PACKAGE_FIELD, PACKAGE_FILE } from './pages/convention-files.ts'
import { findViteProblems } from './vite-options.ts'

export interface ConfigFact {
  readonly field: string
  readonly problem: 'dynamic' | 'no-default' | 'invalid'
  readonly span: SourceSpan
  /** For `invalid`: the problem, as a sentence. */
  readonly message?: string
  readonly fixes?: readonly Fix[]
}

/** Fields that the analysis itself depends on. */
const NEEDED = ['routesDir', 'serverDir', 'clientEntry', 'websocket', 'storesModule', 'agentModule']

export interface AnalyzedConfig {
  /** The fields with a literal value in the source. */
  readonly config: FwConfig
  readonly facts: readonly ConfigFact[]
  /** Fields with a value that is known only at run time. */
  readonly unread: readonly string[]
  /**
   * Returns the position of a member, such as `redirects[0]`, or of the nearest enclosing one that is in the source.
   */
  readonly placeOf: (path: string) => SourceSpan | undefined
}

type Ts = typeof ts

/** Reads the configuration in `file`, which exists; the path is relative to the root. */
export function readStaticConfig({ ts, textOf, parse }: AppReader, file: string): AnalyzedConfig {
  const text = textOf(file) ?? ''
  const source = parse(file, text)
  const exported = source.statements.find((node) => ts.isExportAssignment(node) && !node.isExportEquals)
  if (exported === undefined || !ts.isExportAssignment(exported))
    return {
      ...NOTHING_READ,
      facts: [{ field: 'default', problem: 'no-default', span: createSpan(file, text, 0, 0) }],
    }
  return readDefinition(ts, file, source, findConfigObject(ts, exported.expression), exported.expression)
}

/** Reads the field of `package.json` that replaces `fw.config.ts`; `undefined` without it. */
export function readPackageConfig({
  ts,
  textOf,
}: AppReader): (AnalyzedConfig & { readonly span: SourceSpan; readonly removal: SourceSpan }) | undefined {
  const text = textOf(PACKAGE_FILE)
  if (text === undefined) return undefined
  const source = ts.parseJsonText(PACKAGE_FILE, text)
  const whole = source.statements[0]?.expression
  const fields = whole && ts.isObjectLiteralExpression(whole) ? whole.properties : undefined
  const field = fields?.find(({ name }) => name !== undefined && nameText(ts, name) === PACKAGE_FIELD)
  if (fields === undefined || field === undefined || !ts.isPropertyAssignment(field)) return undefined
  const { start, end } = findRemoval(source, fields, field)
  const removal = createSpan(PACKAGE_FILE, text, start, end)
  const span = createSpan(PACKAGE_FILE, text, field.name.getStart(source), field.name.end)
  if (ts.isObjectLiteralExpression(field.initializer))
    return { ...readDefinition(ts, PACKAGE_FILE, source, field.initializer, field), span, removal }
  return { ...NOTHING_READ, facts: [{ field: 'default', problem: 'invalid', message: NO_OBJECT, span }], span, removal }
}

const NO_OBJECT = `The field "${PACKAGE_FIELD}" of ${PACKAGE_FILE} must be an object.`

/** `literal` is undefined if `whole`, which contains it, isn't an object literal. */
function readDefinition(
  ts: Ts,
  file: string,
  source: ts.SourceFile,
  literal: ts.ObjectLiteralExpression | undefined,
  whole: ts.Node,
): AnalyzedConfig {
  const { text } = source
  const facts: ConfigFact[] = []
  const entries: [string, unknown][] = []
  // Only literal values: values that are known only at run time count as absent.
  const seen: Record<string, unknown> = {}
  const report = (problem: Pick<ConfigFact, 'field' | 'problem' | 'message' | 'fixes'>, node: ts.Node) =>
    facts.push({ ...problem, span: createSpan(file, text, node.getStart(source), node.end) })
  if (literal === undefined) report({ field: 'default', problem: 'dynamic' }, whole)
  for (const member of literal?.properties ?? []) {
    const name = member.name && nameText(ts, member.name)
    const node = ts.isPropertyAssignment(member) ? member.initializer : undefined
    const value = node && staticValue(ts, node)
    if (name === 'vite') seen.vite = value?.value ?? readNames(ts, node)
    else if (name !== undefined)
      seen[name] = value === undefined && isFunction(ts, node ?? member) ? ANY_FUNCTION : value?.value
    if (name !== undefined && value !== undefined) entries.push([name, value.value])
    else if (name === undefined || NEEDED.includes(name))
      report({ field: name ?? 'default', problem: 'dynamic' }, member)
  }
  const problems = [...configProblems(seen, file), ...findViteProblems(seen.vite, 'vite')]
  for (const problem of problems) {
    const { path, message } = problem
    const member = literal && memberAt(ts, literal, path)
    report(
      { field: path, problem: 'invalid', message, ...createRenameFix(ts, file, source, member, problem) },
      member ?? whole,
    )
  }
  return {
    config: Object.fromEntries(entries.filter(([name]) => !isWrong(facts, name))) as FwConfig,
    facts,
    unread: Object.keys(seen).filter((name) => !entries.some(([read]) => read === name)),
    placeOf: (path) => {
      const member = literal && memberAt(ts, literal, path)
      return member && createSpan(file, text, member.getStart(source), member.end)
    },
  }
}

/** Top-level fields that don't affect access control. A fix never turns another field on. */
const HARMLESS: readonly string[] = [
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
] satisfies readonly (keyof FwConfig)[]

/** Returns the fix for a misspelled field. `{ sitUrl }` isn't renamed, since its name is also the variable's. */
function createRenameFix(
  ts: Ts,
  file: string,
  source: ts.SourceFile,
  member: ts.Node | undefined,
  { path, nearest }: Pick<ConfigProblem, 'path' | 'nearest'>,
): Pick<ConfigFact, 'fixes'> {
  const [top = ''] = path.split(/[.[]/)
  if (!HARMLESS.includes(top) && !HARMLESS.includes(nearest ?? '')) return {}
  if (member === undefined || !(ts.isPropertyAssignment(member) || ts.isMethodDeclaration(member))) return {}
  const { name } = member
  const span = createSpan(file, source.text, name.getStart(source), name.end)
  if (ts.isIdentifier(name)) return nearestFix(nearest, span, (text) => text)
  const quote = name.getText(source).slice(0, 1)
  return ts.isStringLiteral(name) ? nearestFix(nearest, span, (text) => `${quote}${text}${quote}`) : {}
}

/** Returns an object with the names that a literal contains; their values may be known only at run time. */
function readNames(ts: Ts, node: ts.Expression | undefined): object | undefined {
  const literal = node && unwrap(ts, node)
  if (literal === undefined || !ts.isObjectLiteralExpression(literal)) return undefined
  const names = literal.properties.flatMap((member): [string, unknown][] => {
    const name = member.name && nameText(ts, member.name)
    const value = ts.isPropertyAssignment(member) ? readNames(ts, member.initializer) : undefined
    return name === undefined ? [] : [[name, value ?? {}]]
  })
  return Object.fromEntries(names)
}

const NOTHING_READ: AnalyzedConfig = { config: {}, facts: [], unread: [], placeOf: () => undefined }

const ANY_FUNCTION = () => undefined

function isFunction(ts: Ts, node: ts.Node): boolean {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isMethodDeclaration(node)
}

/** The analysis ignores fields with an invalid value. */
function isWrong(facts: readonly ConfigFact[], name: string): boolean {
  return facts.some(({ field, problem }) => problem === 'invalid' && field.split(/[.[]/)[0] === name)
}

/**
 * Returns the member of the literal at a path such as `compiler.bindingMaps`, or the nearest enclosing one that is in
 * the source.
 */
function memberAt(ts: Ts, literal: ts.ObjectLiteralExpression, path: string): ts.Node | undefined {
  let found: ts.Node | undefined
  let inside: ts.Expression | undefined = literal
  for (const key of path.match(/[^.[\]"]+/g) ?? []) {
    const within: ts.Expression | undefined = inside && unwrap(ts, inside)
    if (within === undefined) break
    const next: ts.Node | undefined = ts.isArrayLiteralExpression(within)
      ? within.elements[Number(key)]
      : ts.isObjectLiteralExpression(within)
        ? within.properties.find(({ name }) => name !== undefined && nameText(ts, name) === key)
        : undefined
    if (next === undefined) break
    found = next
    inside = ts.isPropertyAssignment(next) ? next.initializer : ts.isExpression(next) ? next : undefined
  }
  return found
}

/** Returns the object in `export default defineConfig({ … })`, also if it is a constant. */
export function findConfigObject(ts: Ts, expression: ts.Expression): ts.ObjectLiteralExpression | undefined {
  const node = unwrap(ts, expression)
  if (ts.isObjectLiteralExpression(node)) return node
  if (ts.isCallExpression(node)) return node.arguments[0] && findConfigObject(ts, node.arguments[0])
  const constant = ts.isIdentifier(node) ? findConstant(ts, node) : undefined
  return constant && findConfigObject(ts, constant)
}
