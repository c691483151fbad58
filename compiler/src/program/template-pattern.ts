/** Template literal types and string mappings as anchored regular expressions (flag `u`). */

import type { ts } from './typescript.ts'
import type { Walk } from './walk.ts'

const NUMBER = String.raw`(?:[+\-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+\-]?\d+)?|0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+)`

/** The pattern that matches exactly the strings of this type; undefined for a hole that has none. */
export function templatePattern(walk: Walk, type: ts.TemplateLiteralType): string | undefined {
  const body = templateBody(walk, type)
  return body === undefined ? undefined : `^${body}$`
}

/** `Uppercase<string>` and its kin; undefined for mappings over something else. */
export function mappingPattern(walk: Walk, type: ts.StringMappingType): string | undefined {
  if ((type.type.flags & walk.ts.TypeFlags.String) === 0) return undefined
  const mapping = MAPPINGS[type.symbol.name]
  return mapping === undefined ? undefined : `^${mapping}$`
}

const MAPPINGS: Readonly<Record<string, string>> = {
  Uppercase: String.raw`\P{Changes_When_Uppercased}*`,
  Lowercase: String.raw`\P{Changes_When_Lowercased}*`,
  Capitalize: String.raw`(?:\P{Changes_When_Uppercased}[\s\S]*)?`,
  Uncapitalize: String.raw`(?:\P{Changes_When_Lowercased}[\s\S]*)?`,
}

function templateBody(walk: Walk, type: ts.TemplateLiteralType): string | undefined {
  let body = escapeLiteral(type.texts[0] ?? '')
  for (const [index, hole] of type.types.entries()) {
    const pattern = holePattern(walk, hole)
    if (pattern === undefined) return undefined
    body += pattern + escapeLiteral(type.texts[index + 1] ?? '')
  }
  return body
}

function holePattern(walk: Walk, type: ts.Type): string | undefined {
  const { TypeFlags } = walk.ts
  if (type.flags & TypeFlags.TemplateLiteral) return templateBody(walk, type as ts.TemplateLiteralType)
  if (type.flags & TypeFlags.StringMapping) return mappingPattern(walk, type as ts.StringMappingType)?.slice(1, -1)
  if (type.isStringLiteral() || type.isNumberLiteral()) return escapeLiteral(String(type.value))
  if (type.isUnion()) {
    const options = type.types.map((option) => holePattern(walk, option))
    return options.includes(undefined) ? undefined : `(?:${options.join('|')})`
  }
  if (type.isIntersection()) {
    const base = type.types.find((part) => part.flags & TypeFlags.StringLike || part.flags & TypeFlags.NumberLike)
    return base && holePattern(walk, base)
  }
  if (type.flags & (TypeFlags.String | TypeFlags.Any)) return String.raw`[\s\S]*`
  if (type.flags & TypeFlags.Number) return NUMBER
  if (type.flags & TypeFlags.BigInt) return String.raw`-?\d+`
  if (type.flags & TypeFlags.BooleanLike) return '(?:true|false)'
  return undefined
}

/** Only syntax characters are escaped: under the `u` flag any other escape is an error. */
function escapeLiteral(text: string): string {
  return text.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&')
}
