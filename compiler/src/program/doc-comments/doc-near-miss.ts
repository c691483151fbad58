/** Recognizes unknown tags that resemble a keyword: other tools' names, other letter case, misspellings. */
import { nearestName } from '@fw/runtime/contract'
import type { TypeNode } from '#type-tree.ts'
import { type DocTag, KEYWORD_TAGS } from './doc-comment.ts'
import { findConstraint } from './doc-values.ts'

/** Tags of JSDoc and TSDoc, which don't describe values. */
const KNOWN_TAGS = new Set(
  `abstract access alias alpha async augments author beta borrows callback category class constant constructor
  copyright decorator defaultValue enum event eventProperty exports extends external file fires function generator group
  hideconstructor ignore implements import inheritDoc inner instance interface internal kind lends license link listens
  member memberof mixes mixin module name namespace overload override packageDocumentation param privateRemarks private
  property protected public readonly remarks requires returns return satisfies sealed see since static summary
  template this throws todo tutorial typeParam typedef type variation version virtual yields`
    .split(/\s+/)
    .map((name) => name.toLowerCase()),
)

const LIMITS: Readonly<Record<string, Readonly<Partial<Record<TypeNode['kind'], string>>>>> = {
  min: { number: 'minimum', string: 'minLength', array: 'minItems', tuple: 'minItems' },
  max: { number: 'maximum', string: 'maxLength', array: 'maxItems', tuple: 'maxItems' },
}
const SYNONYMS: Readonly<Record<string, string>> = {
  examples: 'example',
  int: 'integer',
  regex: 'pattern',
  regexp: 'pattern',
  unique: 'uniqueItems',
}

/** Returns the keyword that an unknown tag probably means, with its value, or `undefined` for another tool's tag. */
export function findMeantTag(tag: DocTag, node: TypeNode): Pick<DocTag, 'name' | 'text'> | undefined {
  const known: readonly string[] = KEYWORD_TAGS
  if (known.includes(tag.name)) return undefined
  const written = tag.name.toLowerCase()
  if (written === 'type') return /^\{?(?:int|integer)\}?$/.test(tag.text) ? { name: 'integer', text: '' } : undefined
  if (KNOWN_TAGS.has(written)) return undefined
  const name = LIMITS[written]?.[node.kind] ?? SYNONYMS[written] ?? nearestKeyword(written, known)
  if (name === undefined) return undefined
  const constraint = findConstraint(name)
  return constraint === undefined || 'value' in constraint.read(tag.text) ? { name, text: tag.text } : undefined
}

/** Short names are similar to too many words. */
function nearestKeyword(written: string, known: readonly string[]): string | undefined {
  return written.length < 5 ? undefined : nearestName(written, known)
}
