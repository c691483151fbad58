/** What to say, and to do instead, where a tag stands at a kind of type that it does not constrain. */
import type { CodecNode, TypeNode } from '../type-tree.ts'
import type { Keyword } from './doc-values.ts'

export function mismatch(tag: string, keyword: Keyword, node: TypeNode): string {
  const advice = adviceFor(tag, node)
  const codec = node.kind === 'codec' ? CODEC_TEXT[node.codec] : undefined
  const is = `@${tag} constrains ${keyword.fits}, but this is ${codec ?? KIND_TEXT[node.kind]}.`
  return advice === undefined ? `${is} Remove the tag.` : `${is} ${advice}`
}

/** The tag that says the same of this kind of type. */
export function findMatchingTag(tag: string, { kind }: TypeNode): string | undefined {
  if (kind === 'string') return STRING_TWINS[tag]
  if (kind === 'number') return NUMBER_TWINS[tag]
  return kind === 'array' ? ARRAY_TWINS[tag] : undefined
}

const OF_ITEMS = 'To constrain its items, give the item type a name, and that alias the tag.'

function adviceFor(tag: string, node: TypeNode): string | undefined {
  switch (node.kind) {
    case 'string':
      return STRING_TWINS[tag] && `For its length write @${STRING_TWINS[tag]}.`
    case 'number':
      return NUMBER_TWINS[tag] && `For its value write @${NUMBER_TWINS[tag]}.`
    case 'array':
      return ARRAY_TWINS[tag] ? `For its length write @${ARRAY_TWINS[tag]}. ${OF_ITEMS}` : OF_ITEMS
    case 'tuple':
      return 'How many items it has is part of the type; to constrain one of them, give its type a name, and that alias the tag.'
    case 'literal':
      return 'Its values are listed; leave out those that are not meant.'
    case 'object':
      return 'Write the tag at the member that is meant.'
    case 'ref':
      return 'Write the tag in the declaration of that type, or at the member that is meant.'
    case 'union':
      return 'Give the option that is meant a name, and that alias the tag.'
    case 'unknown':
      return 'Write the type that is meant.'
    case 'codec':
      if (tag === 'uniqueItems' && node.codec === 'set') return 'Its items are unique already; remove the tag.'
      return node.codec === 'set'
        ? 'An array with @uniqueItems may have a length.'
        : node.codec === 'bigint'
          ? 'Check its bounds in "run".'
          : undefined
    default:
      return undefined
  }
}

const STRING_TWINS: Readonly<Record<string, string>> = {
  minimum: 'minLength',
  maximum: 'maxLength',
  minItems: 'minLength',
  maxItems: 'maxLength',
}
const NUMBER_TWINS: Readonly<Record<string, string>> = {
  minLength: 'minimum',
  maxLength: 'maximum',
  minItems: 'minimum',
  maxItems: 'maximum',
}
const ARRAY_TWINS: Readonly<Record<string, string>> = {
  minimum: 'minItems',
  maximum: 'maxItems',
  minLength: 'minItems',
  maxLength: 'maxItems',
}

const KIND_TEXT: Readonly<Record<TypeNode['kind'], string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  null: 'null',
  unknown: 'any JSON value',
  literal: 'a fixed set of values',
  array: 'an array',
  tuple: 'a tuple',
  object: 'an object',
  union: 'a union without such a member',
  ref: 'a named type',
  codec: 'a value with a wire form of its own',
}

const CODEC_TEXT: Readonly<Record<CodecNode['codec'], string>> = {
  date: 'a Date',
  bigint: 'a bigint',
  url: 'a URL',
  bytes: 'a Uint8Array',
  set: 'a Set',
  map: 'a Map',
}
