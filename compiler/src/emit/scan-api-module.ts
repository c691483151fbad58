/**
 * Reads the exports of a `*.api.ts` module from its syntax (about 1 ms a file), so that stubs and error messages need
 * no type analysis. The codes are those of the rules in `rules/`, which report the same with a code frame.
 */

import { nameProblem } from '@fw/runtime/contract'
import type {
  ExportDeclaration,
  ExportSpecifier,
  Expression,
  HasSpan,
  ImportDeclaration,
  ModuleItem,
  VariableDeclarator,
} from '@swc/core'
import { parseModule } from './parse-module.ts'

type ApiModuleCode =
  | 'api-default-export'
  | 'api-exported-function'
  | 'api-re-export'
  | 'api-unsupported-export'
  | 'api-name'

/** An export in another form than `export const x = api({…})`. */
export interface ApiModuleProblem {
  readonly code: ApiModuleCode
  /** Name of the export, if it has one. */
  readonly name?: string
  /** The problem and the solution. */
  readonly message: string
  /** Offsets in UTF-16 code units. */
  readonly start: number
  readonly end: number
}

interface ApiModuleScan {
  /** The apis, in source order. */
  readonly exports: readonly { readonly name: string; readonly start: number; readonly end: number }[]
  readonly problems: readonly ApiModuleProblem[]
}

/**
 * Reads the exports of an api module.
 *
 * @throws `SyntaxError` if the module has a syntax error.
 */
export function scanApiModule(source: { code: string; file: string }): ApiModuleScan {
  const { body, offset } = parseModule(source.code, source.file)
  const names = localNames(body)
  const exports: { name: string; start: number; end: number }[] = []
  const problems: ApiModuleProblem[] = []
  for (const item of body) {
    for (const found of findExports(item, names)) {
      const place = { start: offset(found.span.start), end: offset(found.span.end) }
      const problem = found.refused ?? nameRefusal(found.name)
      if (problem === undefined && found.name !== undefined) exports.push({ name: found.name, ...place })
      if (problem === undefined) continue
      const { code, message } = problem
      problems.push(
        found.name === undefined ? { code, message, ...place } : { code, name: found.name, message, ...place },
      )
    }
  }
  return { exports, problems }
}

interface Refusal {
  readonly code: ApiModuleCode
  readonly message: string
}

/** One exported value; without `refused` it is an api with this name. */
interface Found {
  readonly name?: string
  readonly span: { readonly start: number; readonly end: number }
  readonly refused?: Refusal
}

/** Meaning of a module's local names, as far as its exports depend on them. */
interface LocalNames {
  /** Local names of `api`. */
  readonly api: Set<string>
  /** Local names of namespace imports of `@fw/runtime`. */
  readonly namespaces: Set<string>
  readonly types: Set<string>
  readonly imported: Set<string>
}

function localNames(body: readonly ModuleItem[]): LocalNames {
  const names: LocalNames = { api: new Set(), namespaces: new Set(), types: new Set(), imported: new Set() }
  for (const item of body) {
    if (item.type === 'ImportDeclaration') addImports(names, item)
    else if (item.type === 'TsInterfaceDeclaration' || item.type === 'TsTypeAliasDeclaration')
      names.types.add(item.id.value)
  }
  return names
}

function addImports(names: LocalNames, item: ImportDeclaration): void {
  const ours = item.source.value === '@fw/runtime'
  for (const specifier of item.specifiers) {
    const local = specifier.local.value
    const named = specifier.type === 'ImportSpecifier'
    if (item.typeOnly || (named && specifier.isTypeOnly)) names.types.add(local)
    else names.imported.add(local)
    if (ours && specifier.type === 'ImportNamespaceSpecifier') names.namespaces.add(local)
    else if (ours && named && (specifier.imported ?? specifier.local).value === 'api') names.api.add(local)
  }
}

function findExports(item: ModuleItem, names: LocalNames): readonly Found[] {
  switch (item.type) {
    case 'ExportDefaultDeclaration':
      if (item.decl.type === 'TsInterfaceDeclaration') return []
      return [refuseExport('api-default-export', item, 'default', 'a default export')]
    case 'ExportDefaultExpression':
    case 'TsExportAssignment':
      return [refuseExport('api-default-export', item, 'default', 'a default export')]
    case 'ExportAllDeclaration':
      // `export type * from`: SWC's own types don't declare the flag.
      if ('typeOnly' in item && item.typeOnly === true) return []
      return [refuseExport('api-re-export', item, undefined, 'a re-export of a whole module')]
    case 'ExportNamedDeclaration':
      return item.typeOnly ? [] : item.specifiers.flatMap((one) => readSpecifier(one, item.source != null, names))
    case 'ExportDeclaration':
      return readDeclaration(item, names)
    default:
      return []
  }
}

/** Reads one name of `export { … }`. */
function readSpecifier(specifier: ExportSpecifier, elsewhere: boolean, names: LocalNames): readonly Found[] {
  if (specifier.type === 'ExportNamespaceSpecifier')
    return [refuseExport('api-re-export', specifier, specifier.name.value, 'a re-export')]
  if (specifier.type === 'ExportDefaultSpecifier')
    return [refuseExport('api-re-export', specifier.exported, specifier.exported.value, 'a re-export')]
  const local = specifier.orig.value
  if (specifier.isTypeOnly || (!elsewhere && names.types.has(local))) return []
  const name = (specifier.exported ?? specifier.orig).value
  if (elsewhere || names.imported.has(local)) return [refuseExport('api-re-export', specifier, name, 'a re-export')]
  if (name === 'default') return [refuseExport('api-default-export', specifier, name, 'a default export')]
  return [refuseExport('api-unsupported-export', specifier, name, 'a name in an export list')]
}

function readDeclaration(item: ExportDeclaration, names: LocalNames): readonly Found[] {
  const { declaration } = item
  switch (declaration.type) {
    case 'TsInterfaceDeclaration':
    case 'TsTypeAliasDeclaration':
      return []
    case 'FunctionDeclaration':
      return [refuseExport('api-exported-function', item, declaration.identifier.value, 'an exported function')]
    case 'VariableDeclaration':
      if (declaration.declare) return []
      return declaration.declarations.map((one) => variable(declaration.kind, one, names))
    case 'ClassDeclaration':
      return declaration.declare
        ? []
        : [refuseExport('api-unsupported-export', item, declaration.identifier.value, 'a class')]
    case 'TsEnumDeclaration':
    case 'TsModuleDeclaration':
      if (declaration.declare) return []
      return [
        refuseExport(
          'api-unsupported-export',
          item,
          declaration.id.value,
          declaration.type === 'TsEnumDeclaration' ? 'an enum' : 'a namespace',
        ),
      ]
  }
}

function variable(kind: string, one: VariableDeclarator, names: LocalNames): Found {
  if (one.id.type !== 'Identifier')
    return refuseExport('api-unsupported-export', one, undefined, 'a destructured value')
  const name = one.id.value
  if (kind !== 'const') return refuseExport('api-unsupported-export', one, name, `declared with "${kind}"`)
  const value = one.init ? unwrap(one.init) : undefined
  if (value === undefined || !callsApi(names, value))
    return refuseExport('api-unsupported-export', one, name, 'not a call of "api"')
  return { name, span: one.span }
}

/** Removes type assertions and parentheses, which don't affect the value. */
function unwrap(expression: Expression): Expression {
  switch (expression.type) {
    case 'ParenthesisExpression':
    case 'TsAsExpression':
    case 'TsSatisfiesExpression':
    case 'TsNonNullExpression':
      return unwrap(expression.expression)
    default:
      return expression
  }
}

function callsApi({ api, namespaces }: LocalNames, expression: Expression): boolean {
  if (expression.type !== 'CallExpression') return false
  const { callee } = expression
  if (callee.type === 'Identifier') return api.has(callee.value)
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return false
  return namespaces.has(callee.object.value) && callee.property.type === 'Identifier' && callee.property.value === 'api'
}

function refuseExport(code: ApiModuleCode, node: HasSpan, name: string | undefined, what: string): Found {
  const subject = name === undefined ? 'This export' : `The export "${name}"`
  const message = `${subject} is ${what}. An api module exports apis and types only: write "export const name = api({ … })", with "api" imported from "@fw/runtime".`
  return { ...(name === undefined ? {} : { name }), span: node.span, refused: { code, message } }
}

function nameRefusal(name: string | undefined): Refusal | undefined {
  const message = name === undefined ? undefined : nameProblem('export', name)
  return message === undefined ? undefined : { code: 'api-name', message }
}
