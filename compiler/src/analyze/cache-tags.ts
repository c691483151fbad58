/** The cache tags of an app: who carries which, and who drops one that nothing carries. */
import { nearestName } from '@fw/runtime/contract'
import type { CacheTagFact } from '../diagnostic/cache-facts.ts'
import { nearestFix } from '../diagnostic/fix.ts'
import { createSpan } from '../diagnostic/frame.ts'
import type { ApiModel, ApiModuleModel, SourceSpan } from '../model.ts'
import type { AppReader } from './app-reader.ts'
import { policyTags } from './cache-policy.ts'
import { listOptions } from './input-members.ts'
import { listExportedValues } from './module-exports.ts'
import { readOnce } from './parsed.ts'
import { canBeSameTag, TAG_VALUE } from './tag-texts.ts'
import { createTagReader, type DroppedTag, type TagUses } from './tag-uses.ts'

export interface TagSources {
  /** Every script of the app. */
  readonly files: () => readonly string[]
  /** Files of pages, relative to the root. */
  readonly pages: readonly string[]
  /** Whose inputs fill tags; in an editor those of the open file. */
  readonly modules: readonly ApiModuleModel[]
  /** A file does not parse: it may carry any tag. */
  readonly isBroken: boolean
  /** In an editor: the file that is asked about. */
  readonly openFile: string | undefined
}

export interface AnalyzedTags {
  /** Tags that pages and cached functions carry; absent without any, and where only running the app would tell. */
  readonly tags?: readonly string[]
  readonly facts: readonly CacheTagFact[]
}

const ALL_VALUES = new RegExp(TAG_VALUE, 'g')

/** What a file must hold to be of interest. */
const SPEAKS_OF_TAGS = /\b(?:cached|invalidates|revalidateTag)\b/

export function analyzeCacheTags(reader: AppReader, sources: TagSources): AnalyzedTags {
  const { openFile, isBroken, modules } = sources
  const read = (file: string): TagUses | undefined =>
    SPEAKS_OF_TAGS.test(reader.textOf(file) ?? '') ? readOnce(reader, file, createTagReader(reader)) : undefined
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
  /** The text alone, where it can be replaced. */
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
    ...pages.map((file) => pageTags(reader, file)),
    ...uses.flatMap(([, of]) => (of === undefined ? [] : [of.carried])),
  ]
  return found.every((tags) => tags !== undefined) ? [...new Set(found.flat())].sort() : undefined
}

function pageTags(reader: AppReader, file: string): readonly string[] | undefined {
  const text = reader.textOf(file) ?? ''
  // What another module exports may be a policy.
  if (/^\s*export\s*\*/m.test(text)) return undefined
  if (!/\bcache\b/.test(text)) return []
  const cache = listExportedValues(reader, file).find(({ name }) => name === 'cache')
  return cache === undefined ? [] : policyTags(reader, cache)
}

function unknownTag(drop: Dropped, tags: readonly string[]): CacheTagFact[] {
  const { by, text: name, span, inside } = drop
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

/** The tag that is spelled like it, with the values that were meant where there are as many. */
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

/** Values that the input of the api does not have: such a tag is left out, and nothing dropped. */
function unknownValues({ by, text, span, inside }: Dropped, api: ApiModel | undefined): CacheTagFact[] {
  const members = by === 'invalidates' && api !== undefined ? listMembers(api) : undefined
  if (api === undefined || members === undefined) return []
  return [...text.matchAll(ALL_VALUES)].flatMap(([whole, name = '']): CacheTagFact[] => {
    if (members.includes(name)) return unwritten({ name, of: api.tool, span }, api)
    const nearest = nearestName(name, members)
    const fixes = inside ? nearestFix(nearest, inside, (member) => text.replace(whole, `[${member}]`)) : {}
    return [{ problem: 'value', name, of: api.tool, span, ...(nearest !== undefined && { nearest }), ...fixes }]
  })
}

/** A member whose values no tag can hold. A date as a text is one; which text of a `Date` was meant, nothing says. */
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

/** What no tag is filled with, in words; what is not here is written as its text. */
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

/** Names of an input's members; undefined where they are not all known. */
function listMembers({ input }: ApiModel): readonly string[] | undefined {
  if (input.source === 'none') return []
  if (input.source !== 'type') return undefined
  const { schema } = input
  const root = schema.$ref === undefined ? schema : schema.$defs?.[schema.$ref.replace('#/$defs/', '')]
  return root?.type === 'object' && root.additionalProperties === false ? Object.keys(root.properties ?? {}) : undefined
}
