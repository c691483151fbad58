/** Width of text in a variable font at a weight. The metrics in its file apply only to its default weight. */
import { readFile } from 'node:fs/promises'

/** Tables of a font, as decoded by fontkitten. */
interface VariableFont {
  readonly fvar?: { readonly axis: readonly Axis[] }
  readonly avar?: { readonly segment: readonly { readonly correspondence: readonly Pair[] }[] }
  readonly HVAR?: WidthVariations
  glyphForCodePoint(codePoint: number): { readonly id: number; readonly advanceWidth: number }
}

interface Axis {
  readonly axisTag: string
  readonly minValue: number
  readonly defaultValue: number
  readonly maxValue: number
}

interface Pair {
  readonly fromCoord: number
  readonly toCoord: number
}

interface WidthVariations {
  readonly advanceWidthMapping?: { readonly mapData: readonly Place[] } | null
  readonly itemVariationStore: {
    readonly variationRegionList: { readonly variationRegions: readonly (readonly Range[])[] }
    readonly itemVariationData: readonly {
      readonly regionIndexes: readonly number[]
      readonly deltaSets: readonly { readonly deltas: readonly number[] }[]
    }[]
  }
}

interface Place {
  readonly outerIndex: number
  readonly innerIndex: number
}

/** Positions on an axis where a variation begins, peaks and ends. */
interface Range {
  readonly startCoord: number
  readonly peakCoord: number
  readonly endCoord: number
}

/** A sample with the usual letter frequencies. */
const SAMPLE =
  'Text that people read is mostly lower case, with a few Names and 12 numbers in it, and a good deal of space between words.'

/**
 * Returns the width of text at `weight` divided by its width at the file's default weight. 1 if the file has no data.
 */
export async function widthRatio(file: string, weight: number): Promise<number> {
  const { create } = await import('fontkitten')
  // Its types don't include the tables.
  const font = create(await readFile(file)) as unknown as VariableFont
  const { fvar, HVAR } = font
  const at = fvar?.axis.findIndex(({ axisTag }) => axisTag.trim() === 'wght') ?? -1
  const axis = fvar?.axis[at]
  if (axis === undefined || HVAR === undefined) return 1
  const coord = warp(normalize(weight, axis), font.avar?.segment[at]?.correspondence ?? [])
  let [drawn, wanted] = [0, 0]
  for (const letter of SAMPLE) {
    const { id, advanceWidth } = font.glyphForCodePoint(letter.codePointAt(0) ?? 0)
    drawn += advanceWidth
    wanted += advanceWidth + delta(HVAR, id, at, coord)
  }
  return drawn === 0 ? 1 : wanted / drawn
}

/** Returns -1 at the axis's minimum, 0 at its default, 1 at its maximum. */
function normalize(value: number, { minValue, defaultValue, maxValue }: Axis): number {
  const held = Math.min(Math.max(value, minValue), maxValue)
  if (held === defaultValue) return 0
  return (held - defaultValue) / (held < defaultValue ? defaultValue - minValue : maxValue - defaultValue)
}

/** Applies the font's own mapping of the axis (`avar`). */
function warp(coord: number, pairs: readonly Pair[]): number {
  const after = pairs.findIndex(({ fromCoord }) => fromCoord >= coord)
  const [from, to] = [pairs[after - 1], pairs[after]]
  if (to === undefined || to.fromCoord === coord) return to?.toCoord ?? coord
  if (from === undefined) return coord
  const part = (coord - from.fromCoord) / (to.fromCoord - from.fromCoord)
  return from.toCoord + part * (to.toCoord - from.toCoord)
}

/** Returns the change of a glyph's width when the axis `at` is at `coord`, and the others at their defaults. */
function delta({ advanceWidthMapping, itemVariationStore }: WidthVariations, id: number, at: number, coord: number) {
  const places = advanceWidthMapping?.mapData
  // Glyphs after the end of the map use its last entry.
  const { outerIndex, innerIndex } = places?.[Math.min(id, places.length - 1)] ?? { outerIndex: 0, innerIndex: id }
  const data = itemVariationStore.itemVariationData[outerIndex]
  const deltas = data?.deltaSets[innerIndex]?.deltas ?? []
  const { variationRegions } = itemVariationStore.variationRegionList
  return deltas.reduce((sum, one, index) => {
    const region = variationRegions[data?.regionIndexes[index] ?? -1] ?? []
    return sum + one * region.reduce((share, range, axis) => share * getShare(range, axis === at ? coord : 0), 1)
  }, 0)
}

/** Returns the weight of a variation at `coord`: 0 to 1. */
function getShare({ startCoord, peakCoord, endCoord }: Range, coord: number): number {
  if (peakCoord === 0 || coord === peakCoord) return 1
  if (coord <= startCoord || coord >= endCoord) return 0
  return coord < peakCoord
    ? (coord - startCoord) / (peakCoord - startCoord)
    : (endCoord - coord) / (endCoord - peakCoord)
}
