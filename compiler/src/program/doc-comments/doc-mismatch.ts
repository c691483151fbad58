/** Returns the message for a tag at a type that it doesn't constrain, with a solution. */
import type { CodecNode, TypeNode } from '#type-tree.ts'
import type { Keyword } from './doc-values.ts'

export function mismatch(tag: string, keyword: Keyword, node: TypeNode): string {
  const advice = adviceFor(tag, node)
  const codec = node.kind === 'codec' ? CODEC_TEXT[node.codec] : undefined
  const is = `@${tag} constrains ${keyword.fits}, but this is ${codec ?? KIND_TEXT[node.kind]}.`
  return advice === undefined ? `${is} Remove the tag.` : `${is} ${advice}`
}

/** Returns the equivalent tag for this kind of type. */
export function findMatchingTag(tag: string, { kind }: TypeNode): string | undefined {
  if (kind === 'string') return STRING_TWINS[tag]
  if (kind === 'number') return NUMBER_TWINS[tag]
  return kind === 'array' ? ARRAY_TWINS[tag] : undefined
}

const OF_ITEMS = 'To constrain its items, give the item type a name, and write the tag at that alias.'

function adviceFor(tag: string, node: TypeNode): string | undefined {
  switch (node.kind) {
    case 'string':
      return STRING_TWINS[tag] && `For its length, write @${STRING_TWINS[tag]}.`
    case 'number':
      return NUMBER_TWINS[tag] && `For its value, write @${NUMBER_TWINS[tag]}.`
    case 'array':
      return ARRAY_TWINS[tag] ? `For its length, write @${ARRAY_TWINS[tag]}. ${OF_ITEMS}` : OF_ITEMS
    case 'tuple':
      return 'Its length is part of the type. To constrain an item, give its type a name, and write the tag at that alias.'
    case 'literal':
      return "Its values are listed. Remove the values that you don't need."
    case 'object':
      return 'Write the tag at one of its members.'
    case 'ref':
      return 'Write the tag in the declaration of that type, or at one of its members.'
    case 'union':
      return 'Give one of its options a name, and write the tag at that alias.'
    case 'unknown':
      return 'Write a specific type.'
    case 'codec':
      if (tag === 'uniqueItems' && node.codec === 'set') return 'Its items are already unique. Remove the tag.'
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
