/** How wide a variable font sets text at a weight. Its file tells of its default weight alone what readers of metrics see. */
import { readFile } from 'node:fs/promises'

/** Tables of a font, as fontkitten decodes them. */
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

/** Where on an axis a variation begins, is whole and ends. */
interface Range {
  readonly startCoord: number
  readonly peakCoord: number
  readonly endCoord: number
}

/** Letters about as often as texts have them. */
const SAMPLE =
  'Text that people read is mostly lower case, with a few Names and 12 numbers in it, and a good deal of space between words.'

/** The width of text at `weight` over its width at the weight that the file is drawn in. 1 where the file tells nothing. */
export async function widthRatio(file: string, weight: number): Promise<number> {
  const { create } = await import('fontkitten')
  // Its types leave out the tables.
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

/** -1 at the least of the axis, 0 at its default, 1 at the most. */
function normalize(value: number, { minValue, defaultValue, maxValue }: Axis): number {
  const held = Math.min(Math.max(value, minValue), maxValue)
  if (held === defaultValue) return 0
  return (held - defaultValue) / (held < defaultValue ? defaultValue - minValue : maxValue - defaultValue)
}

/** The font's own idea of how fast the axis moves. */
function warp(coord: number, pairs: readonly Pair[]): number {
  const after = pairs.findIndex(({ fromCoord }) => fromCoord >= coord)
  const [from, to] = [pairs[after - 1], pairs[after]]
  if (to === undefined || to.fromCoord === coord) return to?.toCoord ?? coord
  if (from === undefined) return coord
  const part = (coord - from.fromCoord) / (to.fromCoord - from.fromCoord)
  return from.toCoord + part * (to.toCoord - from.toCoord)
}

/** What is added to the width of a glyph when the axis `at` is at `coord`, and the others at their defaults. */
function delta({ advanceWidthMapping, itemVariationStore }: WidthVariations, id: number, at: number, coord: number) {
  const places = advanceWidthMapping?.mapData
  // Glyphs behind the end of the map are where its last one is.
  const { outerIndex, innerIndex } = places?.[Math.min(id, places.length - 1)] ?? { outerIndex: 0, innerIndex: id }
  const data = itemVariationStore.itemVariationData[outerIndex]
  const deltas = data?.deltaSets[innerIndex]?.deltas ?? []
  const { variationRegions } = itemVariationStore.variationRegionList
  return deltas.reduce((sum, one, index) => {
    const region = variationRegions[data?.regionIndexes[index] ?? -1] ?? []
    return sum + one * region.reduce((share, range, axis) => share * getShare(range, axis === at ? coord : 0), 1)
  }, 0)
}

/** How much of a variation there is at `coord`: 0 to 1. */
function getShare({ startCoord, peakCoord, endCoord }: Range, coord: number): number {
  if (peakCoord === 0 || coord === peakCoord) return 1
  if (coord <= startCoord || coord >= endCoord) return 0
  return coord < peakCoord
    ? (coord - startCoord) / (peakCoord - startCoord)
    : (endCoord - coord) / (endCoord - peakCoord)
}
