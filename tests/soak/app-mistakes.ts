/** Random mistakes in the files of an app: misspelled names, and exports that an author did not mean to publish. */
import fc from 'fast-check'
import type { Files } from '../compiler/rules/rule-pages.ts'

/** One mistake. The numbers choose among the places that the app has. */
export interface Mistake {
  readonly kind: 'misspell' | 'insert' | 'undocument' | 'rename-default'
  readonly at: number
  readonly how: number
}

export const mistakes: fc.Arbitrary<readonly Mistake[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('misspell', 'insert', 'insert', 'insert', 'undocument', 'rename-default'),
    at: fc.nat(),
    how: fc.nat(),
  }),
  { minLength: 1, maxLength: 6, size: 'max' },
)

/** Makes the mistakes, one after the other. A mistake without a place in the app changes nothing. */
export function makeMistakes(files: Files, made: readonly Mistake[]): Files {
  return made.reduce<Files>((now, mistake) => MAKERS[mistake.kind](now, mistake), files)
}

const MAKERS: Readonly<Record<Mistake['kind'], (files: Files, mistake: Mistake) => Files>> = {
  misspell: (files, { at, how }) =>
    replaceMatch(files, WORDS, at, (word) => pick(SPELLINGS, how)(word, Math.floor(how / SPELLINGS.length))),
  insert(files, { at, how }) {
    const file = pick([...Object.keys(files).filter((name) => findLines(name).length > 0), ...NEW_FILES], at)
    const line = pick(findLines(file), how)
    const text = files[file] ?? ''
    const { head, tail } = splitObject(file, text)
    return { ...files, [file]: file === CONFIG ? `${head}\n  ${line},${tail}` : `${text}\n${line}\n` }
  },
  undocument: (files, { at }) => replaceMatch(files, /\/\*\*[^/]*\*\/\n/g, at, () => ''),
  'rename-default': (files, { at, how }) =>
    replaceMatch(files, /export default (?:async )?(?=function \w|\w+\()/g, at, (text) =>
      text.endsWith('default ') && how % 2 === 0 ? `export const ${pick(NAMES, how)} = ` : text.replace('default ', ''),
    ),
}

/** Words of definitions, policies, hooks and settings that decide about access, and their values. */
const WORDS = new RegExp(
  String.raw`\b(?:${[
    ...['guard', 'maxGuard', 'scopes', 'readonly', 'effect', 'input', 'run', 'description', 'auto', 'confirm'],
    ...['forbidden', 'irreversible', 'scope', 'public', 'private', 'cache', 'maxAge', 'sharedMaxAge', 'tags'],
    ...['approvals', 'trustProxy', 'allowedHosts', 'siteUrl', 'redirects', 'rewrites', 'canSettle', 'subjectOf'],
    ...['verifyBearer', 'onAudit', 'redact', 'ctx', 'session', 'middleware', 'include', 'exclude', 'tools'],
    ...['staticParams', 'matchers', 'headers', 'status', 'intent', 'ready', 'state', 'missed', 'every', 'api'],
  ].join('|')})\b`,
  'g',
)

const SPELLINGS: readonly ((word: string, at: number) => string)[] = [
  (word, at) => word.slice(0, at % word.length) + word.slice((at % word.length) + 1),
  (word, at) => word.slice(0, at % word.length) + word.charAt(at % word.length) + word.slice(at % word.length),
  (word, at) => {
    const from = at % Math.max(1, word.length - 1)
    return word.slice(0, from) + word.charAt(from + 1) + word.charAt(from) + word.slice(from + 2)
  },
  (word) => word.charAt(0).toUpperCase() + word.slice(1),
  (word) => word.toLowerCase(),
  (word) => `${word}s`,
  (word) => (word.endsWith('s') ? word.slice(0, -1) : `_${word}`),
]

const CONFIG = 'fw.config.ts'
const NAMES = [
  'ctx',
  'Ctx',
  'page',
  'Page',
  'Layout',
  'feed',
  'mcp',
  'agent',
  'session',
  'middleware',
  'config',
  'wipe',
]
/** Conventions that an app may lack. */
const NEW_FILES = ['src/hooks.ts', 'src/ctx.ts', 'src/middleware.ts', 'src/server/extra.api.ts', 'src/routes/extra.tsx']

/** Lines that an author might add to a file, by its path. */
function findLines(file: string): readonly string[] {
  if (/^src\/server\/[^/]+\.api\.ts$/.test(file)) return API_LINES
  if (/^src\/routes\/.*\.tsx$/.test(file)) return ROUTE_LINES
  if (file === CONFIG) return CONFIG_LINES
  if (file === 'src/hooks.ts') return HOOK_LINES
  return /^src\/(?:ctx|middleware|session|feed|mcp|agent|ws)\.ts$/.test(file) ? CONVENTION_LINES : []
}

const CALL = 'run: async () => 1'
const API_LINES = [
  'export function resetPassword(user: string, password: string) {\n  return { user, password }\n}',
  'export async function wipe() {}',
  '/** Internal: skips the credit check. */\nexport function skip(all: boolean) {\n  return all\n}',
  'export const helper = (id: string) => id',
  'export const LIMIT = 20',
  'export default function (id: string) {\n  return id\n}',
  `export default api({ ${CALL} })`,
  `/** Wipes. */\nexport default api({ guard: 'confirm', ${CALL} })`,
  'const hidden = () => 1\nexport default hidden',
  'export class Vault {\n  open() {\n    return 1\n  }\n}',
  'export enum Level {\n  Low,\n}',
  `const listed = api({ ${CALL} })\nexport { listed }`,
  `const renamed = api({ guard: 'forbidden', ${CALL} })\nexport { renamed as open }`,
  "export { readFile } from 'node:fs/promises'",
  "export * from './database.ts'",
  `export const _private = api({ guard: 'forbidden', ${CALL} })`,
  `export const wipe2 = api({ guard: 'auth', ${CALL} })`,
  `export const wipe3 = api({ guard: 'Auto', ${CALL} })`,
  `export const wipe4 = api({ guard: 'none', access: 'public', ${CALL} })`,
  `export const wipe5 = api({ gaurd: 'confirm', scope: ['admin'], ${CALL} })`,
  `export const wipe6 = api({ 'guard ': 'confirm', acess: 'owner', ${CALL} })`,
  `export const wipe7 = api({ guard: process.env.SAFE ? 'auto' : 'confirm', ${CALL} })`,
  `export const wipe8 = api({ readOnly: true, readonly: 'yes', ${CALL} })`,
  `export const wipe9 = api({ readonly: true, effect: 'irreversible', ${CALL} })`,
  `export const wipe10 = api({ maxGuard: 'none', guard: () => 'auto', ${CALL} })`,
  `export const wipe11 = api({ effect: 'ireversible', scopes: 'admin', ${CALL} })`,
  `export const wipe12 = api({ guard: \`confirm\`, scopes: [\`admin\`], unknown: 1, ${CALL} })`,
  `export let wipe13 = api({ ${CALL} })`,
  `export const wipe14 = api({ ...{ guard: 'confirm' }, ${CALL} })`,
  `export const search = api({ description: '', ${CALL} })`,
  'export const wipe15 = api({ run: async ({ input }: Call<{ by: RegExp; at: Promise<Date> }>) => String(input.by) })',
]

const ROUTE_LINES = [
  "export const cache = { scope: 'publc' }",
  "export const cache = { scope: 'Public', maxAge: 60 }",
  'export const cache = { maxAge: 60 }',
  "export const cache = { scop: 'public', maxage: 60 }",
  "const SHARED = 'public'\nexport const cache = { scop: SHARED }",
  "export const caches = { scope: 'public' }",
  "export const cachePolicy = { scope: 'public' }",
  "export const Cache = { scope: 'public' }",
  'export const staticParams = []',
  "export const access = 'public'",
  'export const headers = () => ({})',
  'export function Secrets() {\n  return <p>A</p>\n}',
  'export default function Secrets() {\n  return <p>A</p>\n}',
]

const CONFIG_LINES = [
  "aprovals: 'open'",
  "approvals: 'opn'",
  'trustProxi: true',
  "allowedHost: ['shop.example']",
  "sitUrl: 'https://shop.example'",
  "rewrites: [{ from: '/x/[...path]', to: '/' }, { from: '/x/a', to: '/secret' }]",
  "redirect: [{ from: '/a', to: '/b' }]",
  "titel: 'Shop'",
  "cors: '*'",
]

const HOOK_LINES = [
  'export const canSetle = () => true',
  "export const subjectsOf = () => 'someone'",
  'export const verifyBearers = () => true',
  'export function cansettle() {\n  return true\n}',
  'const verifybearer = () => true\nexport { verifybearer }',
  'export const onAudits = () => undefined',
  'export default { canSettle: () => true }',
]

const CONVENTION_LINES = [
  "export const systemCtx = () => ({ userId: 'system', scopes: ['admin'] })",
  "export function Ctx() {\n  return { userId: 'system' }\n}",
  'export const drafts = { items: () => [] }',
  "export const adminAgent = { tools: { include: ['api.*'] } }",
]

/** The text before and after the position at which a first member of the configuration fits. */
function splitObject(file: string, text: string): { readonly head: string; readonly tail: string } {
  const at = file === CONFIG ? /export default[^{]*\{/.exec(text) : null
  const end = at === null ? text.length : at.index + at[0].length
  return { head: text.slice(0, end), tail: text.slice(end) }
}

/** Replaces one match of the pattern in all files. */
function replaceMatch(files: Files, pattern: RegExp, at: number, replace: (match: string) => string): Files {
  const places = Object.entries(files).flatMap(([file, text]) =>
    /\.tsx?$/.test(file)
      ? [...text.matchAll(pattern)].map(({ 0: match, index }) => ({ file, text, match, index }))
      : [],
  )
  if (places.length === 0) return files
  const { file, text, match, index } = pick(places, at)
  return { ...files, [file]: text.slice(0, index) + replace(match) + text.slice(index + match.length) }
}

function pick<Value>(all: readonly Value[], at: number): Value {
  return all[at % all.length] as Value
}
