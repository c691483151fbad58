/** Font faces that make system fonts take the same space as a web font while it loads. */
import { pathToFileURL } from 'node:url'
import type { FontConfig } from '@fw/runtime/contract'
import type { FontFile, InstalledFont } from './font-package.ts'
import { widthRatio } from './font-widths.ts'

interface SystemFont {
  /** A font whose metrics are known. */
  readonly name: string
  /** Fonts with the same metrics, on systems where the font has another name. */
  readonly twins?: readonly string[]
  /** Average width of text, in em. Without it, the regular face is used for all weights. */
  readonly widths?: Widths
}

interface Widths {
  readonly regular: number
  readonly italic: number
  readonly bold: number
  readonly boldItalic: number
}

const widths = (regular: number, italic: number, bold: number, boldItalic: number): Widths => ({
  regular,
  italic,
  bold,
  boldItalic,
})

const ARIAL: SystemFont = {
  name: 'Arial',
  twins: ['Arimo', 'Liberation Sans', 'Helvetica'],
  widths: widths(0.4458, 0.4458, 0.48, 0.48),
}
const TIMES: SystemFont = {
  name: 'Times New Roman',
  twins: ['Tinos', 'Liberation Serif', 'Times'],
  widths: widths(0.4063, 0.4082, 0.4326, 0.4185),
}
const COURIER: SystemFont = {
  name: 'Courier New',
  twins: ['Cousine', 'Liberation Mono', 'Courier'],
  widths: widths(0.6001, 0.6001, 0.6001, 0.6001),
}
const ROBOTO: SystemFont = { name: 'Roboto', widths: widths(0.4448, 0.4326, 0.4521, 0.4395) }
const NOTO_SERIF: SystemFont = { name: 'Noto Serif', widths: widths(0.481, 0.469, 0.512, 0.517) }
const ROBOTO_MONO: SystemFont = { name: 'Roboto Mono', widths: widths(0.6001, 0.5869, 0.6001, 0.5869) }

/** Fonts of Windows and macOS, Linux, Android. */
const BY_CATEGORY: Readonly<Record<string, readonly SystemFont[]>> = {
  'sans-serif': [ARIAL, ROBOTO],
  serif: [TIMES, NOTO_SERIF],
  monospace: [COURIER, ROBOTO_MONO],
}

/** Fonts that an app may name itself. */
const KNOWN: readonly SystemFont[] = [
  ...Object.values(BY_CATEGORY).flat(),
  { name: 'Georgia', widths: widths(0.4458, 0.4546, 0.5186, 0.5283) },
  { name: 'Segoe UI', widths: widths(0.4434, 0.4336, 0.4751, 0.4731) },
  { name: 'Trebuchet MS', widths: widths(0.4561, 0.4604, 0.4766, 0.4849) },
  { name: 'Verdana', widths: widths(0.5122, 0.5122, 0.5713, 0.5713) },
]

const GENERIC = /^(?:serif|sans-serif|monospace|cursive|fantasy|math|emoji|fangsong|system-ui|ui-[a-z-]+)$/

/** Weights of a variable font if the configuration doesn't list any. */
const COMMON_WEIGHTS = [400, 700]
/** Weight from which systems use their bold face. */
const BOLD = 600

/** A style and a weight of the font. */
interface Cut {
  readonly style: FontFile['style']
  readonly weight: number
  readonly file: string
  /** Whether the file contains other weights too. */
  readonly isVariable: boolean
}

interface FallbackFaces {
  readonly css: readonly string[]
  /** Names of the fallbacks after the family in `font-family`, in CSS syntax. */
  readonly names: readonly string[]
}

/** Returns the faces of fallbacks with known metrics, one for each style and weight, and the names of all fallbacks. */
export async function fallbackFaces(
  font: FontConfig,
  installed: InstalledFont,
  quoted: (name: string) => string,
): Promise<FallbackFaces> {
  const { generateFontFace, getMetricsForFamily } = await import('fontaine')
  const { family, category } = installed
  const generic = category in BY_CATEGORY ? category : 'sans-serif'
  const wanted: readonly SystemFont[] =
    font.fallback === undefined
      ? [...(BY_CATEGORY[generic] ?? []), { name: generic }]
      : font.fallback.map((name) => KNOWN.find((one) => one.name === name) ?? { name })
  const cuts = await Promise.all(
    listCuts(font, installed.files).map(async (cut) => ({ ...cut, metrics: await measureCut(cut) })),
  )
  const css: string[] = []
  const names: string[] = []
  for (const system of wanted) {
    const { name } = system
    const own = GENERIC.test(name) ? null : await getMetricsForFamily(name)
    if (own === null) {
      // Fonts without known metrics, and fonts that exist only under system names, are used as they are.
      names.push(GENERIC.test(name) ? name : quoted(name))
      continue
    }
    const alias = `${family} fallback ${name}`
    names.push(quoted(alias))
    for (const { style, weight, metrics } of system.widths === undefined ? cuts.slice(0, 1) : cuts) {
      if (metrics === null) continue
      const face = systemFace(system, style, weight)
      const like = face.width === undefined ? own : { ...own, xWidthAvg: face.width * own.unitsPerEm }
      css.push(
        generateFontFace(metrics, {
          name: alias,
          font: name,
          metrics: like,
          src: face.names.map((local) => `local(${quoted(local)})`).join(', '),
          ...(system.widths !== undefined && weight !== 400 && { 'font-weight': weight }),
          ...(system.widths !== undefined && style !== 'normal' && { 'font-style': style }),
        }),
      )
    }
  }
  return { css, names }
}

/** Returns the styles and weights that the app uses, the regular one first. */
function listCuts({ weights }: FontConfig, files: readonly FontFile[]): readonly Cut[] {
  const seen = new Map<string, Cut>()
  for (const { file, style, weight } of files) {
    const [least = 400, most] = weight.split(' ').map(Number)
    const isVariable = most !== undefined
    const used = isVariable ? (weights ?? COMMON_WEIGHTS).filter((one) => one >= least && one <= most) : [least]
    // The first file of a style and weight represents its other subsets.
    for (const one of used.length === 0 ? [least] : used) {
      const key = `${style} ${one}`
      if (!seen.has(key)) seen.set(key, { style, weight: one, file, isVariable })
    }
  }
  const rank = ({ style, weight }: Cut) => (style === 'normal' ? 0 : 1000) + Math.abs(weight - 400)
  return [...seen.values()].sort((left, right) => rank(left) - rank(right))
}

async function measureCut({ file, weight, isVariable }: Cut) {
  const { readMetrics } = await import('fontaine')
  const metrics = await readMetrics(pathToFileURL(file))
  if (metrics === null || !isVariable) return metrics
  return { ...metrics, xWidthAvg: metrics.xWidthAvg * (await widthRatio(file, weight)) }
}

/** Returns the system's names for the face of this style and weight, the best first, and its width. */
function systemFace(
  { name, twins = [], widths: known }: SystemFont,
  style: Cut['style'],
  weight: number,
): { readonly names: readonly string[]; readonly width?: number } {
  const regular = [name, ...twins]
  if (known === undefined) return { names: regular }
  const [isBold, isItalic] = [weight >= BOLD, style === 'italic']
  if (!isBold && !isItalic) return { names: regular, width: known.regular }
  const suffix = [isBold ? 'Bold' : '', isItalic ? 'Italic' : ''].filter((word) => word !== '').join(' ')
  const width = isBold ? (isItalic ? known.boldItalic : known.bold) : known.italic
  // The regular face is better than a face with another width.
  return { names: [...regular.map((one) => `${one} ${suffix}`), ...regular], width }
}
