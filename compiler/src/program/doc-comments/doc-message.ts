/** Reads `@message`: the message that people read at an invalid field of a form. */
import { FIELD_RULES, type FieldMessage, type FieldMessages, type FieldRule } from '@fw/runtime/contract'
import type { TypeNode } from '#type-tree.ts'
import type { DocTag } from './doc-comment.ts'

type Resolve = (name: string) => TypeNode | undefined

interface MessageTag {
  /** `any` for a message that names no rule. */
  readonly rule: FieldRule | 'any'
  readonly text: string
}

const RULES: readonly string[] = FIELD_RULES

/** Splits `minLength Enter more` into its rule and its text. */
export function splitMessageTag({ text }: Pick<DocTag, 'text'>): MessageTag {
  const [, first = '', rest = ''] = /^(\S+)\s*([\s\S]*)$/.exec(text) ?? []
  return isRule(first) ? { rule: first, text: rest } : { rule: 'any', text }
}

/** Matches a key of `src/i18n.ts`, written as in code: `t('signup.name')`. */
const MESSAGE_KEY = /^t\((['"])(?<key>[^'"]+)\1\)$/

/** The field that has the tag. */
interface TaggedField {
  readonly node: TypeNode
  /** Whether the field may be absent. */
  readonly isOptional: boolean
}

/** Returns the messages of the field with that of the tag, or what is wrong with the tag. */
export function readMessageTag(
  tag: DocTag,
  { node, isOptional }: TaggedField,
  resolve: Resolve,
): { readonly messages: FieldMessages } | { readonly wrong: string; readonly meant?: string } {
  const { rule, text } = splitMessageTag(tag)
  if (text === '') return { wrong: '@message has no text. Write what to enter, in your own words.' }
  const [first = ''] = text.split(/\s/)
  const meant = RULES.find(
    (known) => known !== first && known.toLowerCase() === first.toLowerCase() && known !== known.toLowerCase(),
  )
  if (rule === 'any' && meant !== undefined)
    return {
      wrong: `@message names the rule "${first}". Did you mean "${meant}"?`,
      meant: tag.text.replace(first, meant),
    }
  if (rule !== 'any' && !hasRule(node, rule, isOptional, resolve)) {
    const rules = FIELD_RULES.filter((one) => hasRule(node, one, isOptional, resolve)).join(', ')
    return { wrong: `@message is for the rule "${rule}", which this field doesn't have. Its rules are ${rules}.` }
  }
  const key = MESSAGE_KEY.exec(text)?.groups?.key
  const message: FieldMessage = key === undefined ? text.replace(/\s*\n\s*/g, ' ') : { t: key }
  // A message of the field itself replaces those of its type.
  return { messages: { ...(rule === 'any' ? {} : node.messages), [rule]: message } }
}

function isRule(word: string): word is FieldRule {
  return RULES.includes(word)
}

function hasRule(node: TypeNode, rule: FieldRule, isOptional: boolean, resolve: Resolve): boolean {
  if (rule === 'required') return !isOptional
  if (rule === 'type') return true
  switch (node.kind) {
    case 'ref': {
      const target = resolve(node.name)
      return target === undefined || hasRule(target, rule, isOptional, resolve)
    }
    case 'union':
      return node.options.some((option) => hasRule(option, rule, isOptional, resolve))
    case 'literal':
      return rule === 'enum'
    case 'codec':
      return CODEC_RULES[node.codec] === rule
    case 'tuple':
      return rule === 'minItems' || rule === 'maxItems'
    default:
      return Object.hasOwn(node, rule) && (node as Partial<Record<FieldRule, unknown>>)[rule] !== undefined // by name
  }
}

const CODEC_RULES: Readonly<Record<string, FieldRule>> = {
  date: 'format',
  url: 'format',
  bigint: 'pattern',
  set: 'uniqueItems',
}
