/** Reads the app's languages from `src/i18n.ts`, and their messages with positions. */

import { createSpan } from '#diagnostic/code-frame.ts'
import type { SourceSpan } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import type { AppReader } from '../app-reader.ts'
import type { ResolveImport } from '../modules/resolve-import.ts'
import { findConstant, nameText, staticValue, unwrap } from '../modules/static-value.ts'
import { getTree } from '../modules/tree-cache.ts'
import { readValueImports } from '../modules/value-imports.ts'

interface CatalogMessage {
  readonly text: string
  /** Span of the string with its quotes. */
  readonly span: SourceSpan
}

/** The messages of one language. */
export interface Catalog {
  readonly locale: string
  readonly file: string
  /** By key, nested keys joined with dots. */
  readonly messages: ReadonlyMap<string, CatalogMessage>
  /** Span of the object that contains all messages: new ones are added to it. */
  readonly span: SourceSpan
}

interface Catalogs {
  readonly locales: readonly string[]
  readonly defaultLocale: string
  /** Whether URLs in the default language contain it. */
  readonly prefixDefaultLocale: boolean
  /** One for every language, the default first. */
  readonly catalogs: readonly Catalog[]
}

/** Reads the catalogs. Returns `undefined` if they are known only at run time. */
export function readCatalogs(reader: AppReader, file: string, resolveImport: ResolveImport): Catalogs | undefined {
  const { ts } = reader
  const tree = getTree(reader, file)
  const definition = tree && definitionIn(ts, tree)
  if (tree === undefined || definition === undefined) return undefined
  const locales = readLiteral(ts, definition, 'locales')
  const defaultLocale = readLiteral(ts, definition, 'defaultLocale')
  const messages = member(ts, definition, 'messages')
  if (!isTexts(locales) || typeof defaultLocale !== 'string' || !messages) return undefined
  const object = ts.isIdentifier(messages) ? findConstant(ts, messages) : messages
  if (object === undefined || !ts.isObjectLiteralExpression(unwrap(ts, object))) return undefined
  const ordered = [defaultLocale, ...locales.filter((locale) => locale !== defaultLocale)]
  const catalogs = ordered.map((locale) => {
    const found = member(ts, unwrap(ts, object) as ts.ObjectLiteralExpression, locale)
    return found && readCatalog(reader, locale, { file, tree, value: found }, resolveImport)
  })
  const known = catalogs.filter((catalog) => catalog !== undefined)
  if (known.length < ordered.length) return undefined
  const prefixDefaultLocale = readLiteral(ts, definition, 'prefixDefaultLocale') !== false
  return { locales, defaultLocale, prefixDefaultLocale, catalogs: known }
}

interface Place {
  readonly file: string
  readonly tree: ts.SourceFile
  readonly value: ts.Expression
}

function readCatalog(
  reader: AppReader,
  locale: string,
  written: Place,
  resolveImport: ResolveImport,
): Catalog | undefined {
  const place = followPlace(reader, written, resolveImport)
  if (place === undefined) return undefined
  const { file, tree } = place
  const object = unwrap(reader.ts, place.value)
  if (!reader.ts.isObjectLiteralExpression(object)) return undefined
  const messages = new Map<string, CatalogMessage>()
  if (!collect(reader.ts, object, '', messages, { file, tree })) return undefined
  return { locale, file, messages, span: createSpan(file, tree.text, object.getStart(tree), object.getStart(tree) + 1) }
}

/** Follows a constant or the default import of another file to its value. */
function followPlace(reader: AppReader, place: Place, resolveImport: ResolveImport): Place | undefined {
  const { ts } = reader
  const value = unwrap(ts, place.value)
  if (!ts.isIdentifier(value)) return { ...place, value }
  const constant = findConstant(ts, value)
  if (constant !== undefined) return { ...place, value: constant }
  const source = readValueImports(ts, place.tree).find(({ names }) => names.get(value.text) === 'default')
  const file = source && resolveImport(source.specifier, place.file)
  const tree = file === undefined ? undefined : getTree(reader, file)
  if (file === undefined || tree === undefined) return undefined
  const exported = findExported(ts, tree)
  if (exported === undefined) return undefined
  const named = ts.isIdentifier(exported) ? findConstant(ts, exported) : exported
  return named && { file, tree, value: named }
}

/** Returns a JSON file's value, or a module's default export. */
function findExported(tsModule: typeof ts, tree: ts.SourceFile): ts.Expression | undefined {
  for (const statement of tree.statements) {
    if (tsModule.isExpressionStatement(statement) && tree.fileName.endsWith('.json')) return statement.expression
    if (tsModule.isExportAssignment(statement) && !statement.isExportEquals)
      return unwrap(tsModule, statement.expression)
  }
  return undefined
}

/** Collects messages. Returns `false` if a value isn't a string literal. */
function collect(
  tsModule: typeof ts,
  object: ts.ObjectLiteralExpression,
  prefix: string,
  into: Map<string, CatalogMessage>,
  place: { readonly file: string; readonly tree: ts.SourceFile },
): boolean {
  return object.properties.every((property) => {
    const name = property.name && nameText(tsModule, property.name)
    if (name === undefined || !tsModule.isPropertyAssignment(property)) return false
    const value = unwrap(tsModule, property.initializer)
    if (tsModule.isObjectLiteralExpression(value)) return collect(tsModule, value, `${prefix}${name}.`, into, place)
    const text = staticValue(tsModule, value)?.value
    if (typeof text !== 'string') return false
    const { file, tree } = place
    into.set(prefix + name, { text, span: createSpan(file, tree.text, value.getStart(tree), value.end) })
    return true
  })
}

/** Returns the argument of `defineI18n` in the default export. */
function definitionIn(tsModule: typeof ts, tree: ts.SourceFile): ts.ObjectLiteralExpression | undefined {
  const exported = findExported(tsModule, tree)
  const named = exported && tsModule.isIdentifier(exported) ? findConstant(tsModule, exported) : exported
  const call = named && unwrap(tsModule, named)
  const [given] = call && tsModule.isCallExpression(call) ? call.arguments : []
  const object = given && unwrap(tsModule, given)
  return object && tsModule.isObjectLiteralExpression(object) ? object : undefined
}

function member(tsModule: typeof ts, object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  for (const property of object.properties) {
    if (property.name === undefined || nameText(tsModule, property.name) !== name) continue
    if (tsModule.isPropertyAssignment(property)) return property.initializer
    if (tsModule.isShorthandPropertyAssignment(property)) return property.name
  }
  return undefined
}

function readLiteral(tsModule: typeof ts, object: ts.ObjectLiteralExpression, name: string): unknown {
  const expression = member(tsModule, object, name)
  return expression && staticValue(tsModule, expression)?.value
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')
}
