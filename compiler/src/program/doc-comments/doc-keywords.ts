/** Converts doc comments to annotations and constraints of the type tree. */
import { findSlowness } from '#pattern/slow-pattern.ts'
import type { Annotations, TypeNode } from '#type-tree.ts'
import { acceptsValue } from '../accepts-value.ts'
import { FAILED } from '../walk.ts'
import { type DocComment, type DocTag, KEYWORD_TAGS } from './doc-comment.ts'
import { readMessageTag, splitMessageTag } from './doc-message.ts'
import { findMatchingTag, mismatch } from './doc-mismatch.ts'
import { type Narrowed, narrow } from './doc-narrow.ts'
import { findMeantTag } from './doc-near-miss.ts'
import { findConstraint, type Keyword } from './doc-values.ts'

/** A problem of a tag. */
interface TagProblem {
  readonly tag: DocTag
  /** A full sentence; for a slow pattern, how its time grows. */
  readonly detail: string
  /** The pattern that doesn't run in linear time. */
  readonly slow?: string
  /** Set if the contract is complete without the tag: it only describes, or it can't be validated. */
  readonly mild?: true
  /** The tag that was probably meant, with its value. */
  readonly meant?: Pick<DocTag, 'name' | 'text'>
}

type ReportTag = (problem: TagProblem) => void
type Resolve = (name: string) => TypeNode | undefined
/** Reads a TypeScript literal; returns `undefined` for anything else. */
type ReadLiteral = (text: string) => { readonly value: unknown } | undefined

/**
 * Returns `node` with the prose and the keywords of `doc`. Constraints are combined with existing ones. Prose,
 * `@default` and `@deprecated` replace existing ones. Unknown tags are never keywords.
 */
export function applyDoc(
  node: TypeNode,
  doc: DocComment,
  resolve: Resolve,
  report: ReportTag,
  readLiteral: ReadLiteral,
  isOptional = false,
): TypeNode {
  // A rejected type is reported once.
  if (node === FAILED) return node
  let result = node
  if (doc.text !== '') result = { ...result, description: doc.text }
  const tags = withoutDoubles(doc.tags, report)
  const constraints = tags.filter((tag) => findConstraint(tag.name) !== undefined)
  for (const tag of constraints) result = constrain(result, tag, resolve, report)
  const last = constraints.at(-1)
  if (last !== undefined) result = withFittingValues(result, tags, last, resolve, report)
  // Values last: they are validated against the type with its constraints.
  for (const tag of tags) result = { ...result, ...annotation(result, tag, resolve, report, readLiteral) }
  result = withMessages(result, tags, isOptional, resolve, report)
  return result
}

function withoutDoubles(tags: readonly DocTag[], report: ReportTag): readonly DocTag[] {
  const known: readonly string[] = KEYWORD_TAGS
  const seen = new Set<string>()
  return tags.filter((tag) => {
    const { rule } = tag.name === 'message' ? splitMessageTag(tag) : { rule: 'any' }
    const name = rule === 'any' ? tag.name : `${tag.name} ${rule}`
    if (!known.includes(tag.name) || tag.name === 'example' || !seen.has(name)) {
      seen.add(name)
      return true
    }
    report({ tag, detail: `@${name} appears twice in one comment. Remove one of them.` })
    return false
  })
}

function constrain(node: TypeNode, tag: DocTag, resolve: Resolve, report: ReportTag): TypeNode {
  const keyword = findConstraint(tag.name)
  if (keyword === undefined) return node
  const read = keyword.read(tag.text)
  if ('wrong' in read) {
    const meant = read.meant === undefined ? {} : { meant: { name: tag.name, text: read.meant } }
    report({ tag, detail: `@${tag.name} ${read.wrong}`, ...(read.mild && { mild: true }), ...meant })
    return node
  }
  const slow = tag.name === 'pattern' ? findSlowness(String(read.value)) : undefined
  if (slow !== undefined) report({ tag, detail: slow, slow: String(read.value) })
  const applied = withKeyword(node, tag.name, read.value, keyword, resolve)
  if (applied !== undefined && 'node' in applied) return applied.node
  if (applied !== undefined) {
    report({ tag, detail: `@${tag.name} ${tag.text} isn't allowed here. ${applied.conflict}` })
    return node
  }
  const target = resolveRef(node, resolve)
  const twin = findMatchingTag(tag.name, target)
  const fits = twin !== undefined && 'value' in (findConstraint(twin)?.read(tag.text) ?? {})
  const detail = mismatch(tag.name, keyword, target)
  report({ tag, detail, ...(fits && { meant: { name: twin, text: tag.text } }) })
  return node
}

/** Applies the keyword to every matching option of a union; returns `undefined` if none matches. */
function withKeyword(node: TypeNode, name: string, value: unknown, keyword: Keyword, resolve: Resolve): Narrowed {
  if (keyword.kinds.includes(node.kind)) return narrow(node, name, value)
  if (node.kind === 'ref') {
    const target = resolveRef(node, resolve)
    // This use of a named union is narrower than the others, so it is inlined.
    if (target.kind !== 'union') return undefined
    const { kind, name: _, ...annotations } = node
    return withKeyword({ ...target, ...annotations }, name, value, keyword, resolve)
  }
  if (node.kind !== 'union') return undefined
  const narrowed = node.options.map((option) => withKeyword(option, name, value, keyword, resolve))
  const conflict = narrowed.find((result) => result !== undefined && 'conflict' in result)
  if (conflict !== undefined) return conflict
  if (narrowed.every((result) => result === undefined)) return undefined
  const options = node.options.map((option, index) => {
    const result = narrowed[index]
    return result !== undefined && 'node' in result ? result.node : option
  })
  return { node: { ...node, options } }
}

function resolveRef(node: TypeNode, resolve: Resolve): TypeNode {
  return node.kind === 'ref' ? (resolve(node.name) ?? node) : node
}

/** A default or examples of an alias may be invalid for the member's constraints. */
function withFittingValues(
  node: TypeNode,
  tags: readonly DocTag[],
  last: DocTag,
  resolve: Resolve,
  report: ReportTag,
): TypeNode {
  const { default: fallback, examples, ...bare } = node
  const own = tags.some((tag) => tag.name === 'default')
  const fits = fallback === undefined || acceptsValue(node, fallback, resolve)
  if (!fits && !own)
    report({
      tag: last,
      detail: `The type has the default ${JSON.stringify(fallback)}, which @${last.name} ${last.text} doesn't allow. Write a valid @default here.`,
    })
  const validExamples = examples?.filter((example) => acceptsValue(node, example, resolve))
  return {
    ...(bare as TypeNode),
    ...(fits && fallback !== undefined && { default: fallback }),
    ...(validExamples !== undefined && validExamples.length > 0 && { examples: validExamples }),
  }
}

/** Adds the messages last, because they name the rules of the whole field; the message of the field before those of its rules. */
function withMessages(
  node: TypeNode,
  tags: readonly DocTag[],
  isOptional: boolean,
  resolve: Resolve,
  report: ReportTag,
): TypeNode {
  const isOmittable = isOptional || node.default !== undefined
  let result = node
  const named = tags.filter(({ name }) => name === 'message')
  const isGeneral = (tag: DocTag) => splitMessageTag(tag).rule === 'any'
  for (const tag of [...named.filter(isGeneral), ...named.filter((one) => !isGeneral(one))]) {
    const read = readMessageTag(tag, { node: result, isOptional: isOmittable }, resolve)
    if ('messages' in read) result = { ...result, messages: read.messages }
    else report({ tag, detail: read.wrong, ...(read.meant && { meant: { name: tag.name, text: read.meant } }) })
  }
  return result
}

function annotation(
  node: TypeNode,
  tag: DocTag,
  resolve: Resolve,
  report: ReportTag,
  readLiteral: ReadLiteral,
): Annotations {
  switch (tag.name) {
    case 'title':
    case 'description':
      if (tag.text === '') report({ tag, detail: `@${tag.name} has no text.`, mild: true })
      return tag.text === '' ? {} : { [tag.name]: tag.text }
    case 'deprecated':
      return { deprecated: true }
    case 'untrusted':
      return { untrusted: true }
    case 'message':
      return {}
    case 'default':
    case 'example': {
      const read = readValue(node, tag.text, resolve, readLiteral)
      if (read === undefined) {
        const what =
          tag.text === ''
            ? `@${tag.name} needs a value`
            : `The value "${tag.text}" of @${tag.name} doesn't match the type`
        // Published code often has prose in `@example`; but ignoring a `@default` would omit a value.
        const isProse = tag.name === 'example' && /^\p{L}[^{}[\]"]*\s/u.test(tag.text)
        report({
          tag,
          detail: `${what}. Write it as JSON.`,
          ...(tag.name === 'example' && { mild: true }),
          ...(isProse && { meant: { name: 'remarks', text: tag.text } }),
        })
        return {}
      }
      return tag.name === 'default' ? { default: read.value } : { examples: [...(node.examples ?? []), read.value] }
    }
    default: {
      const meant = findMeantTag(tag, resolveRef(node, resolve))
      if (meant !== undefined)
        report({ tag, detail: `@${tag.name} isn't a keyword. Did you mean @${meant.name}?`, mild: true, meant })
      return {}
    }
  }
}

/** Returns the value as JSON or a TypeScript literal if that matches the type, or else as a string. */
function readValue(
  node: TypeNode,
  text: string,
  resolve: Resolve,
  readLiteral: ReadLiteral,
): { readonly value: unknown } | undefined {
  const bare = text.replace(/^```\w*\n([\s\S]*)\n```$/, '$1').trim()
  const candidates = bare === '' ? [] : [parseJson(bare) ?? readLiteral(bare), { value: bare }]
  for (const candidate of candidates)
    if (candidate !== undefined && acceptsValue(node, candidate.value, resolve)) return candidate
  return undefined
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}
