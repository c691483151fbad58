/**
 * Converts template literal types and string mappings to anchored regular expressions (flag `u`). TypeScript reads a
 * string from the left: a placeholder ends at the first occurrence of the following text, and matches one character if
 * another placeholder follows. The patterns do the same, so they never backtrack, and run in linear time.
 */

import type { ts } from './typescript.ts'
import type { Walk } from './walk.ts'

/** Returns the pattern that matches exactly the strings of this type, or `undefined` if a placeholder has none. */
export function templatePattern(walk: Walk, type: ts.TemplateLiteralType): string | undefined {
  const body = templateBody(walk, type)
  return body === undefined ? undefined : `^${body}$`
}

/** Returns the pattern of `Uppercase<string>` and similar types; `undefined` for mappings over other types. */
export function createMappingPattern(walk: Walk, type: ts.StringMappingType): string | undefined {
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
    const text = type.texts[index + 1] ?? ''
    const isLast = index === type.types.length - 1
    const pattern = holePattern(walk, hole, isLast ? undefined : text)
    if (pattern === undefined) return undefined
    body += pattern + escapeLiteral(text)
  }
  return body
}

/**
 * `next`: the text after the placeholder, which can't occur in it; empty for one character; undefined for the last
 * placeholder.
 */
function holePattern(walk: Walk, type: ts.Type, next: string | undefined): string | undefined {
  const { TypeFlags } = walk.ts
  if (type.flags & TypeFlags.TemplateLiteral) return templateBody(walk, type as ts.TemplateLiteralType)
  if (type.flags & TypeFlags.StringMapping) return createMappingHole(walk, type as ts.StringMappingType, next)
  if (type.isStringLiteral() || type.isNumberLiteral()) return escapeLiteral(String(type.value))
  if (type.isUnion()) {
    const options = type.types.map((option) => holePattern(walk, option, next))
    return options.includes(undefined) ? undefined : `(?:${options.join('|')})`
  }
  if (type.isIntersection()) {
    const base = type.types.find((part) => part.flags & TypeFlags.StringLike || part.flags & TypeFlags.NumberLike)
    return base && holePattern(walk, base, next)
  }
  if (type.flags & (TypeFlags.String | TypeFlags.Any)) return stringHole(next)
  if (type.flags & TypeFlags.Number) return next === '' ? String.raw`\d` : numberHole(next)
  if (type.flags & TypeFlags.BigInt) return next === '' ? String.raw`\d` : String.raw`${next === '-' ? '' : '-?'}\d+`
  if (type.flags & TypeFlags.BooleanLike) return '(?:true|false)'
  return undefined
}

function stringHole(next: string | undefined): string {
  if (next === undefined) return String.raw`[\s\S]*`
  if (next === '') return String.raw`[\s\S]`
  return isOneCharacter(next) ? `[^${escapeInClass(next)}]*` : String.raw`(?:(?!${escapeLiteral(next)})[\s\S])*`
}

/** Returns the pattern of `Uppercase<string>` and similar types as a placeholder. */
function createMappingHole(walk: Walk, type: ts.StringMappingType, next: string | undefined): string | undefined {
  const whole = createMappingPattern(walk, type)?.slice(1, -1)
  if (whole === undefined || next === undefined) return whole
  const changed = /\\P(\{\w+\})/.exec(whole)?.[1]
  if (next === '') return String.raw`\P${changed}`
  const stop = isOneCharacter(next) ? '' : `(?!${escapeLiteral(next)})`
  const first = `${stop}[^${String.raw`\p${changed}`}${stop === '' ? escapeInClass(next) : ''}]`
  return whole.startsWith('(') ? `(?:${first}${stringHole(next)})?` : `(?:${first})*`
}

/** Matches each string of digits in only one way: a decimal point belongs to one number. */
function numberHole(next: string | undefined): string {
  const sign = next === '-' ? String.raw`\+?` : next === '+' ? '-?' : String.raw`[+\-]?`
  const digits = next === '.' ? String.raw`\d+` : String.raw`(?:\d+(?:\.\d*)?|\.\d+)`
  const e = next === 'e' ? 'E' : next === 'E' ? 'e' : '[eE]'
  return String.raw`(?:${sign}${digits}(?:${e}${sign}\d+)?|0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+)`
}

function isOneCharacter(text: string): boolean {
  return [...text].length === 1
}

function escapeInClass(character: string): string {
  return /[\^\\\]-]/.test(character) ? `\\${character}` : character
}

/**
 * Returns a pattern of exactly this text. Only syntax characters are escaped: under the `u` flag any other escape is an
 * error.
 */
export function escapeLiteral(text: string): string {
  return text.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&')
}
