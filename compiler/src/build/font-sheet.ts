/**
 * The stylesheet of the app's fonts: their faces, fonts of the system that are made to take the same space while a file is
 * on its way, and a custom property for each family.
 */
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FontConfig } from '@fw/runtime/contract'
import { fontId, type InstalledFont } from './font-package.ts'

/** What the text is set in until the font is there. */
interface SystemFont {
  /** Whose measures are known. */
  readonly name: string
  /** Fonts of the same measures, where the system has another name for it. */
  readonly twins?: readonly string[]
}

const SANS: readonly SystemFont[] = [
  { name: 'Arial', twins: ['Arimo', 'Liberation Sans', 'Helvetica'] },
  { name: 'Roboto' },
]

/** Windows and macOS, Linux, Android. */
const BY_CATEGORY: Readonly<Record<string, readonly SystemFont[]>> = {
  'sans-serif': SANS,
  serif: [{ name: 'Times New Roman', twins: ['Tinos', 'Liberation Serif', 'Times'] }, { name: 'Noto Serif' }],
  monospace: [{ name: 'Courier New', twins: ['Cousine', 'Liberation Mono', 'Courier'] }, { name: 'Roboto Mono' }],
}

const GENERIC = /^(?:serif|sans-serif|monospace|cursive|fantasy|math|emoji|fangsong|system-ui|ui-[a-z-]+)$/

/** CSS of one font. Files are named as they lie beside the stylesheet. */
export async function fontCss(font: FontConfig, installed: InstalledFont): Promise<string> {
  const { family, files } = installed
  const faces = files.map(({ file, weight, style, unicodeRange }) =>
    rule('@font-face', {
      'font-family': quoted(family),
      'font-style': style,
      'font-weight': weight,
      'font-display': font.display ?? 'swap',
      src: `url("./${basename(file)}") format("woff2")`,
      ...(unicodeRange === undefined ? {} : { 'unicode-range': unicodeRange }),
    }),
  )
  const { css, names } = await fallbackFaces(font, installed)
  const stack = [quoted(family), ...names].join(', ')
  return [...faces, ...css, rule(':root', { [`--font-${fontId(font.family)}`]: stack })].join('')
}

/** The faces of fallbacks whose measures are known, and what stands behind the family in its stack. */
async function fallbackFaces(
  { fallback }: FontConfig,
  { family, category, files }: InstalledFont,
): Promise<{ readonly css: readonly string[]; readonly names: readonly string[] }> {
  const { generateFontFace, getMetricsForFamily, readMetrics } = await import('fontaine')
  const first = files.find(({ style }) => style === 'normal') ?? files[0]
  const metrics = first && (await readMetrics(pathToFileURL(first.file)))
  const known = Object.values(BY_CATEGORY).flat()
  const generic = category in BY_CATEGORY ? category : 'sans-serif'
  const wanted: readonly SystemFont[] =
    fallback === undefined
      ? [...(BY_CATEGORY[category] ?? SANS), { name: generic }]
      : fallback.map((name) => known.find((one) => one.name === name) ?? { name })
  const css: string[] = []
  const names: string[] = []
  for (const { name, twins = [] } of wanted) {
    const own = metrics && !GENERIC.test(name) ? await getMetricsForFamily(name) : null
    if (metrics && own) {
      const alias = `${family} fallback ${name}`
      const src = [name, ...twins].map((local) => `local(${quoted(local)})`).join(', ')
      css.push(generateFontFace(metrics, { name: alias, font: name, metrics: own, src }))
      names.push(quoted(alias))
    }
    // Where nothing is known of it, and where the system has it under a name of its own alone.
    else names.push(GENERIC.test(name) ? name : quoted(name))
  }
  return { css, names }
}

function rule(selector: string, declarations: Readonly<Record<string, string>>): string {
  const lines = Object.entries(declarations).map(([name, value]) => `  ${name}: ${value};\n`)
  return `${selector} {\n${lines.join('')}}\n`
}

/** A string of CSS. */
function quoted(text: string): string {
  return `"${text.replace(/["\\\n\r\f<]/g, (char) => `\\${(char.codePointAt(0) ?? 0).toString(16)} `)}"`
}
