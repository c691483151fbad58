/** Generates the declaration that gives the framework's types the app's: `.fw/types/register.d.ts`. */
import { patternOfFile } from '@fw/runtime/contract'
import type { AppModel, I18nModel } from '#model.ts'
import { textsAround } from './tag-texts.ts'

/** Path relative to the app root. */
export const REGISTER_FILE = '.fw/types/register.d.ts'

/** Type of images that are imported with their size; the same for every app. */
export const IMAGES_FILE = '.fw/types/images.d.ts'

/**
 * Types of files that are imported with a query such as `?raw`, of `import.meta.env` and of `import.meta.glob`: those of
 * Vite. The analysis doesn't read them.
 */
export const ASSETS_FILE = '.fw/types/assets.d.ts'

/** Types of apis with builders or Standard Schemas. A module: it declares nothing for the rest of the app. */
export const TOOL_TYPES_FILE = '.fw/types/tools.d.ts'

export const IMAGE_TYPES = `declare module '*?image' {
  const image: import('@fw/runtime').ImageFile
  export default image
}
`

/**
 * Returns whether the analysis knows the content of a generated file before it is written, so that nothing must be read
 * again.
 */
export function isForeknown(root: string, file: string): boolean {
  return [REGISTER_FILE, IMAGES_FILE, ASSETS_FILE].some((name) => file === `${root}/${name}`)
}

/**
 * The analysis needs this file before anything has been generated, when it knows only `files`; it finds the rest later.
 */
export function registerTypes({
  files,
  modules = [],
  routes = [],
  http = [],
  i18n,
  tags = [],
}: Pick<AppModel, 'files'> & Partial<AppModel>): string {
  const tools = modules.flatMap(({ file, apis }) =>
    apis.map(
      ({ tool, exportName }) => `      ${JSON.stringify(tool)}: (${typeOf(file)})[${JSON.stringify(exportName)}]`,
    ),
  )
  const paths = [...routes, ...http].flatMap(({ pattern }) => (pattern === undefined ? [] : [JSON.stringify(pattern)]))
  const patterns = [...new Set(paths)]
  // The pattern of a layout is that of an index page in its folder.
  const layouts = routes.flatMap(({ kind, filePath }) =>
    kind === 'layout' ? [JSON.stringify(patternOfFile(filePath.replace(/_layout(?=\.[jt]sx?$)/, 'index')))] : [],
  )
  const members = [
    ...(files.ctx === undefined ? [] : [`ctx: Awaited<ReturnType<(${typeOf(files.ctx)})['default']>>`]),
    ...(files.session === undefined ? [] : [`session: SessionData<(${typeOf(files.session)})['default']>`]),
    ...(files.env === undefined ? [] : [`env: import(${JSON.stringify(`../../${files.env}`)}).Env`]),
    ...(files.matchers === undefined ? [] : [`matchers: ${typeOf(files.matchers)}`]),
    ...(patterns.length === 0 ? [] : ['routes:', ...patterns.map((pattern) => `  | ${pattern}`)]),
    ...(layouts.length === 0 ? [] : ['layouts:', ...[...new Set(layouts)].map((pattern) => `  | ${pattern}`)]),
    ...(i18n === undefined ? [] : languageTypes(i18n)),
    ...(tags.length === 0 ? [] : ['tags:', ...[...new Set(tags.map(tagType))].map((tag) => `  | ${tag}`)]),
    ...(tools.length === 0 ? [] : ['tools: {', ...tools.map((line) => line.slice(2)), '}']),
  ]
  return [
    '// Written by fw from the app’s sources. Do not edit: it is written again.',
    ...(files.session === undefined ? [] : ["import type { SessionData } from '@fw/runtime/server'"]),
    // Types `event.context.fw` in endpoints.
    ...(http.length === 0 ? [] : ["import '@fw/runtime/h3'"]),
    '',
    "declare module '@fw/runtime' {",
    '  interface Register {',
    ...members.map((line) => `    ${line}`),
    '  }',
    '}',
    '',
    'export {}',
    '',
  ].join('\n')
}

/** Types of a message's values. */
const VALUES = { text: 'string | number', number: 'number | bigint', date: 'Date | number | string' } as const

function languageTypes({ locales, messages }: I18nModel): string[] {
  const members = Object.entries(messages).map(([key, values]) => {
    const fields = Object.entries(values).map(([name, kind]) => `readonly ${JSON.stringify(name)}: ${VALUES[kind]}`)
    return `  ${JSON.stringify(key)}: ${fields.length === 0 ? 'Record<never, never>' : `{ ${fields.join('; ')} }`}`
  })
  return [`locales: ${locales.map((locale) => JSON.stringify(locale)).join(' | ')}`, 'messages: {', ...members, '}']
}

/** Returns the type of a tag: `order-[id]` is a tag for each order. */
function tagType(tag: string): string {
  const [first = '', ...rest] = textsAround(tag).map((text) => text.replace(/[`\\$]/g, '\\$&'))
  return rest.length === 0
    ? JSON.stringify(tag)
    : `\`${rest.reduce((type, text) => `${type}\${string}${text}`, first)}\``
}

/** Returns the type of a module, by its path from `.fw/types`. */
function typeOf(file: string): string {
  return `typeof import(${JSON.stringify(`../../${file}`)})`
}
