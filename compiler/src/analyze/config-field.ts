/** Removes a field from the source of `fw.config.ts`, with the code that only this field needs. */
import type { ts } from '../program/typescript.ts'
import { findConfigObject } from './config.ts'
import { findRemoval } from './fixes/removal.ts'
import { nameText } from './modules/static-value.ts'
import { trimRoute } from './modules/trim-route.ts'

interface ConfigSource {
  readonly file: string
  readonly text: string
  readonly field: string
}

/**
 * Returns the source without the field: only the default export and what it refers to. Returns `undefined` if the exported
 * object doesn't contain the field by its name, as if it is spread into it.
 */
export function removeField(tsModule: typeof ts, { file, text, field }: ConfigSource): string | undefined {
  const parse = (code: string) => tsModule.createSourceFile(file, code, tsModule.ScriptTarget.Latest, true)
  const source = parse(text)
  const exported = source.statements.find((node) => tsModule.isExportAssignment(node))
  const literal = exported && findConfigObject(tsModule, exported.expression)
  const member = literal?.properties.find(({ name }) => name !== undefined && nameText(tsModule, name) === field)
  if (literal === undefined || member === undefined) return undefined
  const { start, end } = findRemoval(source, literal.properties, member)
  // Blanks keep the positions of everything else.
  const blanks = text.slice(start, end).replace(/[^\n\r]/g, ' ')
  return trimRoute(tsModule, parse(text.slice(0, start) + blanks + text.slice(end)), ['default']).code
}
