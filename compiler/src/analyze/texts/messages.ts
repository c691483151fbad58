/** Checks the app's messages against their uses and against each other. */

import { nearestName } from '@fw/runtime/contract'
import { createSpan } from '#diagnostic/code-frame.ts'
import { nearestFix } from '#diagnostic/fix.ts'
import type { ComponentModel, Fix, I18nModel, SourceSpan } from '#model.ts'
import type { AppReader } from '../app-reader.ts'
import type { ResolveImport } from '../modules/resolve-import.ts'
import { readOnce } from '../modules/tree-cache.ts'
import { readValueImports } from '../modules/value-imports.ts'
import { type MessageArguments, readMessage } from './message-arguments.ts'
import { type Catalog, readCatalogs } from './message-catalogs.ts'
import { type MessageUse, readMessageUses } from './message-uses.ts'

/**
 * Problem of a message or of its use: it isn't defined, its key is known only at run time in a browser, values are
 * missing, a language lacks it, the default language lacks it, it isn't a valid ICU message, it has values that the
 * default language's message doesn't have.
 */
type MessageProblem = 'unknown' | 'dynamic' | 'values' | 'missing' | 'extra' | 'syntax' | 'strange'

export interface MessageFact {
  readonly problem: MessageProblem
  readonly key: string
  /** The nearest key, the names of the values, or the syntax error. May be empty. */
  readonly detail: string
  /** Language of the catalog, if the fact is about one. */
  readonly locale?: string
  readonly span: SourceSpan
  readonly fixes?: readonly Fix[]
}

interface MessageSources {
  /** `src/i18n.ts`. */
  readonly file: string | undefined
  readonly components: readonly ComponentModel[]
  readonly clientEntry: string | undefined
  readonly resolveImport: ResolveImport
  /** Returns every script of the app. */
  readonly files: () => readonly string[]
  /** In an editor: the open file. */
  readonly openFile: string | undefined
}

export interface AnalyzedMessages {
  /** Absent if the app has one language, or if the languages are known only at run time. */
  readonly model?: I18nModel
  readonly facts: readonly MessageFact[]
}

export function analyzeMessages(reader: AppReader, sources: MessageSources): AnalyzedMessages {
  const { file, openFile, resolveImport } = sources
  const catalogs = file === undefined ? undefined : readCatalogs(reader, file, resolveImport)
  const [main] = catalogs?.catalogs ?? []
  if (file === undefined) return { facts: factsWithoutMessages(reader, sources) }
  if (catalogs === undefined || main === undefined) return { facts: [] }
  const known = new Map([...main.messages].map(([key, { text }]) => [key, readMessage(text).arguments] as const))
  const closures = islandClosures(reader, sources)
  const inBrowser = new Set([...closures.values()].flat())
  const files = openFile === undefined ? sources.files() : [openFile]
  const facts = [
    ...files.flatMap((one) => factsOfUses(reader, one, known, inBrowser.has(one))),
    ...catalogs.catalogs.flatMap((catalog) => factsOfCatalog(catalog, main, known)),
  ]
  return {
    model: {
      locales: catalogs.locales,
      defaultLocale: catalogs.defaultLocale,
      ...(!catalogs.prefixDefaultLocale && { unprefixedLocale: catalogs.defaultLocale }),
      messages: Object.fromEntries([...known].map(([key, values = NO_VALUES]) => [key, Object.fromEntries(values)])),
      islandMessages: Object.fromEntries(islandMessages(reader, closures)),
    },
    facts: openFile === undefined ? facts : facts.filter(({ span }) => span.file === openFile),
  }
}

const NO_VALUES: MessageArguments = new Map()

/** In an app without `src/i18n.ts`, no message has a key: `t` throws, but a doc comment does not run. */
function factsWithoutMessages(reader: AppReader, { files, openFile }: MessageSources): readonly MessageFact[] {
  const read = openFile === undefined ? files() : [openFile]
  return read.flatMap((file) => {
    const { text = '', tagged = [] } = readOnce(reader, file, readMessageUses) ?? {}
    return tagged.map((use) => unknown(use.key ?? '', [], createSpan(file, text, use.start, use.end), use, file, text))
  })
}

function factsOfUses(
  reader: AppReader,
  file: string,
  known: ReadonlyMap<string, MessageArguments | undefined>,
  inBrowser: boolean,
): MessageFact[] {
  const read = readOnce(reader, file, readMessageUses)
  if (read === undefined) return []
  return [...read.uses, ...read.tagged].flatMap((use): MessageFact[] => {
    const span = createSpan(file, read.text, use.start, use.end)
    const { key } = use
    if (key === undefined) return inBrowser ? [{ problem: 'dynamic', key: '', detail: file, span }] : []
    if (!known.has(key)) return [unknown(key, [...known.keys()], span, use, file, read.text)]
    const missing = listMissingValues(use, known.get(key))
    return missing.length === 0 ? [] : [{ problem: 'values', key, detail: missing.join(', '), span }]
  })
}

function unknown(
  key: string,
  keys: readonly string[],
  span: SourceSpan,
  { isText, start, end }: MessageUse,
  file: string,
  text: string,
): MessageFact {
  const nearest = nearestName(key, keys)
  const fixes = isText ? nearestFix(nearest, createSpan(file, text, start + 1, end - 1), (name) => name) : {}
  return { problem: 'unknown', key, detail: nearest ?? '', span, ...fixes }
}

function listMissingValues({ values }: MessageUse, wanted: MessageArguments | undefined): readonly string[] {
  if (values === undefined || wanted === undefined) return []
  return [...wanted.keys()].filter((name) => !values.includes(name))
}

/** Checks a catalog. `main` is the catalog of the default language. */
function factsOfCatalog(
  catalog: Catalog,
  main: Catalog,
  known: ReadonlyMap<string, MessageArguments | undefined>,
): MessageFact[] {
  const { messages, locale, span } = catalog
  const facts: MessageFact[] = []
  const add = (problem: MessageProblem, key: string, detail: string, at: SourceSpan) =>
    facts.push({ problem, key, detail, span: at, locale })
  for (const key of known.keys()) if (!messages.has(key)) add('missing', key, main.file, span)
  for (const [key, { text, span: at }] of messages) {
    const read = readMessage(text)
    if (read.problem !== undefined) add('syntax', key, read.problem, at)
    else if (!known.has(key)) add('extra', key, nearestName(key, [...known.keys()]) ?? '', at)
    else {
      const wanted = known.get(key)
      const strange = wanted && [...read.arguments.keys()].filter((name) => !wanted.has(name))
      if (strange !== undefined && strange.length > 0) add('strange', key, strange.join(', '), at)
    }
  }
  return facts
}

/** Returns chunk of an island -> files of its browser code. The client entry is part of every page. */
function islandClosures(
  reader: AppReader,
  { components, clientEntry, resolveImport }: MessageSources,
): ReadonlyMap<string, readonly string[]> {
  const closures = new Map<string, readonly string[]>()
  for (const { island, id, file } of components) {
    const chunk = id.slice(0, id.indexOf('#'))
    if (island && !closures.has(chunk)) closures.set(chunk, collectClosure(reader, file, resolveImport))
  }
  if (clientEntry !== undefined) closures.set(CLIENT, collectClosure(reader, clientEntry, resolveImport))
  return closures
}

/** Represents the client entry in place of an island's chunk. */
const CLIENT = 'client'

function collectClosure(reader: AppReader, from: string, resolveImport: ResolveImport): readonly string[] {
  const files = new Set([from])
  for (const file of files) {
    const imports = readOnce(reader, file, readValueImports)
    for (const { specifier } of imports ?? []) {
      const target = resolveImport(specifier, file)
      // A browser gets only stubs of an api module.
      if (target !== undefined && /\.[cm]?[jt]sx?$/.test(target) && !/\.api\.ts$/.test(target)) files.add(target)
    }
  }
  return [...files]
}

/** Returns the chunks that need the page's language, with their message keys. */
function islandMessages(
  reader: AppReader,
  closures: ReadonlyMap<string, readonly string[]>,
): readonly (readonly [string, readonly string[]])[] {
  return [...closures].flatMap(([chunk, files]) => {
    const read = files.flatMap((file) => readOnce(reader, file, readMessageUses) ?? [])
    if (!read.some(({ isLocal }) => isLocal)) return []
    const keys = new Set(read.flatMap(({ uses }) => uses.flatMap(({ key }) => key ?? [])))
    return [[chunk, [...keys].sort()] as const]
  })
}
