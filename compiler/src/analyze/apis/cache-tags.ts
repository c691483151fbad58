/**
 * The cache tags of an app: which pages, cached functions and apis have them, and which invalidations name a tag that doesn't exist.
 */

import { nearestName } from '@fw/runtime/contract'
import { createSpan } from '#diagnostic/code-frame.ts'
import { nearestFix } from '#diagnostic/fix.ts'
import type { ApiModel, ApiModuleModel, Fix, SourceSpan } from '#model.ts'
import type { AppReader } from '../app-reader.ts'
import { listExportedValues } from '../modules/module-exports.ts'
import { readOnce } from '../modules/tree-cache.ts'
import { policyTags } from './cache-policy.ts'
import { listOptions } from './input-members.ts'
import { canBeSameTag, TAG_VALUE } from './tag-texts.ts'
import { type DroppedTag, readTagUses, type TagUses } from './tag-uses.ts'

/**
 * Problem of a tag that `invalidates`, `revalidateTag` or the `tags` of an api name: no page, function or api has it, none
 * has any tag, it names a value that the input lacks, a value that can't be a string, or it has a value in brackets where
 * only definitions fill them in.
 */
export interface CacheTagFact {
  readonly problem: 'unknown' | 'none' | 'value' | 'shape' | 'brackets'
  /** The tag; for `value` and `shape` the name of the value. */
  readonly name: string
  /** Where it is invalidated: `invalidates` or `revalidateTag`; for `value` and `shape` the tool. */
  readonly of: string
  /** For `shape`: the kind of value, such as `a Date`. */
  readonly kind?: string
  readonly span: SourceSpan
  readonly nearest?: string
  readonly fixes?: readonly Fix[]
}

interface TagSources {
  /** Returns every script of the app. */
  readonly files: () => readonly string[]
  /** Files of pages, relative to the root. */
  readonly pages: readonly string[]
  /** Modules whose inputs fill tags; in an editor those of the open file. */
  readonly modules: readonly ApiModuleModel[]
  /** A file has a syntax error: it may use any tag. */
  readonly isBroken: boolean
  /** In an editor: the open file. */
  readonly openFile: string | undefined
}

export interface AnalyzedTags {
  /** Tags of pages, cached functions and apis; absent without tags, and if they are known only at run time. */
  readonly tags?: readonly string[]
  readonly facts: readonly CacheTagFact[]
}

const ALL_VALUES = new RegExp(TAG_VALUE, 'g')

/** Cheap pre-check of a file's content. */
const SPEAKS_OF_TAGS = /\b(?:cached|invalidates|revalidateTag|tags)\b/

export function analyzeCacheTags(reader: AppReader, sources: TagSources): AnalyzedTags {
  const { openFile, isBroken, modules } = sources
  const read = (file: string): TagUses | undefined =>
    SPEAKS_OF_TAGS.test(reader.textOf(file) ?? '') ? readOnce(reader, file, readTagUses) : undefined
  const own = openFile === undefined ? undefined : read(openFile)
  if (openFile !== undefined && (own === undefined || own.dropped.length === 0)) return { facts: [] }
  const uses = sources.files().map((file) => [file, read(file)] as const)
  const tags = isBroken ? undefined : listCarriedTags(reader, sources.pages, uses)
  const dropping = openFile === undefined ? uses : [[openFile, own] as const]
  const dropped = dropping.flatMap(([file, of]) => (of === undefined ? [] : placeTags(file, of)))
  return {
    ...(tags && tags.length > 0 && { tags }),
    facts: dropped.flatMap((drop) => [
      ...(tags === undefined ? [] : unknownTag(drop, tags)),
      ...unknownValues(drop, findApi(modules, drop)),
    ]),
  }
}

interface Dropped extends DroppedTag {
  readonly span: SourceSpan
  /** Span of the string without its quotes, if it can be replaced. */
  readonly inside?: SourceSpan
}

function placeTags(file: string, { source, dropped }: TagUses): readonly Dropped[] {
  return dropped.map((drop) => ({
    ...drop,
    span: createSpan(file, source, drop.start, drop.end),
    ...(drop.isPlain && { inside: createSpan(file, source, drop.start + 1, drop.end - 1) }),
  }))
}

function listCarriedTags(
  reader: AppReader,
  pages: readonly string[],
  uses: readonly (readonly [string, TagUses | undefined])[],
): readonly string[] | undefined {
  const found = [
    ...pages.map((file) => readPageTags(reader, file)),
    ...uses.flatMap(([, of]) => (of === undefined ? [] : [of.carried])),
  ]
  return found.every((tags) => tags !== undefined) ? [...new Set(found.flat())].sort() : undefined
}

/** Returns the tags of a page's policy; `undefined` if they are known only at run time. */
export function readPageTags(reader: AppReader, file: string): readonly string[] | undefined {
  const text = reader.textOf(file) ?? ''
  // A re-exported name may be a policy.
  if (/^\s*export\s*\*/m.test(text)) return undefined
  if (!/\bcache\b/.test(text)) return []
  const cache = listExportedValues(reader, file).find(({ name }) => name === 'cache')
  return cache === undefined ? [] : policyTags(reader, cache)
}

/** Returns whether a file defines tags of cached functions or apis, or may define some that are known only at run time. */
export function carriesTags(reader: AppReader, file: string): boolean {
  if (!SPEAKS_OF_TAGS.test(reader.textOf(file) ?? '')) return false
  return readOnce(reader, file, readTagUses)?.carried?.length !== 0
}

function unknownTag(drop: Dropped, tags: readonly string[]): CacheTagFact[] {
  const { by, text: name, span, inside } = drop
  if (by === 'tags') return []
  if (by === 'cached' || by === 'function') return [{ problem: 'brackets', name, of: by, span }]
  const isPattern = TAG_VALUE.test(name)
  if (by === 'revalidateTag' && isPattern) return [{ problem: 'brackets', name, of: by, span }]
  if (tags.some((tag) => canBeSameTag(tag, name))) return []
  if (tags.length === 0) return [{ problem: 'none', name, of: by, span }]
  const nearest = nearestTag(name, tags)
  if (nearest === undefined) return [{ problem: 'unknown', name, of: by, span }]
  const isFixable = inside !== undefined && (by === 'invalidates' || !TAG_VALUE.test(nearest))
  return [{ problem: 'unknown', name, of: by, span, nearest, ...(isFixable && nearestFix(nearest, inside, same)) }]
}

function same(tag: string): string {
  return tag
}

/** Returns the most similar tag, with the original values if it has the same number of them. */
function nearestTag(name: string, tags: readonly string[]): string | undefined {
  const bare = (tag: string) => tag.replace(ALL_VALUES, '[]')
  const nearest = nearestName(bare(name), tags.map(bare))
  const found = tags.find((tag) => bare(tag) === nearest)
  const [own, wanted] = [name, found ?? ''].map((tag) => tag.match(ALL_VALUES) ?? [])
  if (found === undefined || own?.length !== wanted?.length) return found
  let index = 0
  return found.replace(ALL_VALUES, (value) => own?.[index++] ?? value)
}

function findApi(modules: readonly ApiModuleModel[], { api, span }: Dropped): ApiModel | undefined {
  return modules.find(({ file }) => file === span.file)?.apis.find(({ exportName }) => exportName === api)
}

/** Finds values that the input of the api doesn't have: such a tag is skipped, and nothing is invalidated. */
function unknownValues({ by, text, span, inside }: Dropped, api: ApiModel | undefined): CacheTagFact[] {
  const members =
    by !== 'revalidateTag' && by !== 'cached' && by !== 'function' && api !== undefined ? listMembers(api) : undefined
  if (api === undefined || members === undefined) return []
  return [...text.matchAll(ALL_VALUES)].flatMap(([whole, name = '']): CacheTagFact[] => {
    if (members.includes(name)) return unwritten({ name, of: api.tool, span }, api)
    const nearest = nearestName(name, members)
    const fixes = inside ? nearestFix(nearest, inside, (member) => text.replace(whole, `[${member}]`)) : {}
    return [{ problem: 'value', name, of: api.tool, span, ...(nearest !== undefined && { nearest }), ...fixes }]
  })
}

/** Finds members whose values can't be part of a tag. A date string can; a `Date` has several possible strings. */
function unwritten(about: Pick<CacheTagFact, 'name' | 'of' | 'span'>, { input }: ApiModel): CacheTagFact[] {
  if (input.source !== 'type') return []
  const { tree } = input
  const found = listOptions(tree, tree.root).flatMap((root) => (root.kind === 'object' ? root.properties : []))
  const kinds = found
    .filter(({ name }) => name === about.name)
    .flatMap(({ type }) =>
      listOptions(tree, type).map((option) => UNWRITTEN[option.kind === 'codec' ? option.codec : option.kind]),
    )
  const [kind] = kinds
  return kind === undefined || kinds.includes(undefined) ? [] : [{ ...about, problem: 'shape', kind }]
}

/** Descriptions of values that can't be part of a tag; other types are described by their source. */
const UNWRITTEN: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  tuple: 'a list',
  date: 'a Date',
  url: 'a URL',
  bytes: 'bytes',
  set: 'a Set',
  map: 'a Map',
}

/** Returns the names of an input's members, or `undefined` if they aren't all known. */
function listMembers({ input }: ApiModel): readonly string[] | undefined {
  if (input.source === 'none') return []
  if (input.source !== 'type') return undefined
  const { schema } = input
  const root = schema.$ref === undefined ? schema : schema.$defs?.[schema.$ref.replace('#/$defs/', '')]
  return root?.type === 'object' && root.additionalProperties === false ? Object.keys(root.properties ?? {}) : undefined
}
