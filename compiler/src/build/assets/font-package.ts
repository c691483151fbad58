/** The files of a font in an installed Fontsource package: only those that an entry of `fonts` requests. */
import { existsSync, readFileSync } from 'node:fs'
import { type FontConfig, SetupError } from '@fw/runtime/contract'
import { join } from '#slash-path.ts'
import { packageDir } from '../externals.ts'

/** One font face: a file and its descriptors. */
export interface FontFile {
  /** Absolute. */
  readonly file: string
  readonly subset: string
  /** In CSS syntax: `400`, or `100 900` for a variable font. */
  readonly weight: string
  readonly style: 'normal' | 'italic'
  /** Absent if the package has no ranges for it. */
  readonly unicodeRange?: string
}

export interface InstalledFont {
  /** Family name in the package. */
  readonly family: string
  /** Fontsource's category: `serif`, `sans-serif`, `monospace`, `display`, `handwriting`. */
  readonly category: string
  /** In the configured order: subsets, styles, weights. */
  readonly files: readonly FontFile[]
}

/** The fields of a Fontsource package's `metadata.json` that are read. */
interface Metadata {
  readonly family: string
  readonly category: string
  readonly subsets: readonly string[]
  readonly weights: readonly number[]
  readonly styles: readonly string[]
  readonly defSubset: string
  readonly variable: false | Readonly<Record<string, { readonly min: string; readonly max: string }>>
}

interface FontPackage {
  readonly name: string
  readonly folder: string
  readonly isVariable: boolean
}

/**
 * Finds the font of `fonts[index]` for the app at `root`.
 *
 * @throws `SetupError` that names the package to install or the field to change.
 */
export function findInstalledFont(font: FontConfig, index: number, root: string): InstalledFont {
  const at = `fonts[${index}]`
  const id = fontId(font.family)
  if (id === '') throw new SetupError(`${at}.family is empty. Set it to a family name, such as "Inter".`)
  const found = findPackage(id, font.variable, root)
  if (found === undefined) throw new SetupError(describeMissing(at, font, id))
  const metadata = readJson<Metadata>(found, 'metadata.json')
  const ranges = readJson<Readonly<Record<string, string>>>(found, 'unicode.json')
  const { family, category, defSubset } = metadata
  const subsets = font.subsets ?? [defSubset]
  const styles = font.styles ?? (['normal'] as const)
  const weights = chooseWeights(font, found, metadata, at)
  check(`${at}.subsets`, subsets, metadata.subsets, found)
  check(`${at}.styles`, styles, metadata.styles, found)
  const files = subsets.flatMap((subset) =>
    listSlices(subset, ranges).flatMap(({ part, unicodeRange }) =>
      styles.flatMap((style) =>
        weights.map(({ weight, part: weightPart }): FontFile => {
          const file = join(found.folder, 'files', `${id}-${part}-${weightPart}-${style}.woff2`)
          if (!existsSync(file))
            throw new SetupError(
              `${at}: ${found.name} has no file for ${subset}, ${weight}, ${style}. Install it again.`,
            )
          return { file, subset, weight, style, ...(unicodeRange !== undefined && { unicodeRange }) }
        }),
      ),
    ),
  )
  return { family, category, files }
}

/** Returns the name for a family's package and custom property: `source-serif-4` for `Source Serif 4`. */
export function fontId(family: string): string {
  return family
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

function findPackage(id: string, variable: boolean | undefined, root: string): FontPackage | undefined {
  const kinds = variable === undefined ? [true, false] : [variable]
  for (const isVariable of kinds) {
    const name = packageName(id, isVariable)
    const folder = packageDir(name, join(root, 'package.json'))
    if (folder !== undefined) return { name, folder, isVariable }
  }
  return undefined
}

function packageName(id: string, isVariable: boolean): string {
  return `${isVariable ? '@fontsource-variable' : '@fontsource'}/${id}`
}

function describeMissing(at: string, { family, variable }: FontConfig, id: string): string {
  const wanted = packageName(id, variable !== false)
  const other = variable === undefined ? ` (or ${packageName(id, false)}, a file for each weight)` : ''
  return `${at}: the font "${family}" is not installed. Run: npm install ${wanted}${other}`
}

function readJson<T>(found: FontPackage, name: string): T {
  try {
    return JSON.parse(readFileSync(join(found.folder, name), 'utf8')) as T // the format of Fontsource 5
  } catch {
    throw new SetupError(`${found.name} has no readable ${name}. Fonts need Fontsource 5: npm install ${found.name}@5`)
  }
}

interface FontWeight {
  readonly weight: string
  /** Part of the file names. */
  readonly part: string
}

function chooseWeights(
  { weights }: FontConfig,
  found: FontPackage,
  { variable, weights: known }: Metadata,
  at: string,
): readonly FontWeight[] {
  if (!found.isVariable) {
    const wanted = weights ?? [known.includes(400) ? 400 : (known[0] ?? 400)]
    check(`${at}.weights`, wanted.map(String), known.map(String), found)
    return wanted.map((weight) => ({ weight: `${weight}`, part: `${weight}` }))
  }
  const axis = variable === false ? undefined : variable.wght
  // A font without a weight axis has one weight.
  if (axis === undefined) return [{ weight: `${known[0] ?? 400}`, part: 'standard' }]
  const outside = (weights ?? []).find((weight) => weight < Number(axis.min) || weight > Number(axis.max))
  if (outside !== undefined)
    throw new SetupError(
      `${at}.weights: ${found.name} supports weights from ${axis.min} to ${axis.max}, not ${outside}.`,
    )
  return [{ weight: `${axis.min} ${axis.max}`, part: 'wght' }]
}

function check(at: string, wanted: readonly string[], known: readonly string[], { name }: FontPackage): void {
  if (wanted.length === 0) throw new SetupError(`${at} is empty. Leave it out, or choose among ${known.join(', ')}.`)
  for (const one of wanted)
    if (!known.includes(one)) throw new SetupError(`${at}: ${name} has no ${one}. It has ${known.join(', ')}.`)
}

interface Slice {
  readonly part: string
  readonly unicodeRange?: string
}

/**
 * Returns the slices of a subset. A large script is split into numbered files, of which a browser loads those that a
 * text needs.
 */
function listSlices(subset: string, ranges: Readonly<Record<string, string>>): readonly Slice[] {
  const own = ranges[subset]
  if (own !== undefined) return [{ part: subset, unicodeRange: own }]
  const slices = Object.entries(ranges).flatMap(([key, unicodeRange]): Slice[] => {
    const part = /^\[(\d+)\]$/.exec(key)?.[1]
    return part === undefined ? [] : [{ part, unicodeRange }]
  })
  return slices.length > 0 ? slices : [{ part: subset }]
}
