/** Compares arrays and tuples of two schemas. */
import type { JsonSchema } from '@fw/runtime/contract'
import type { CompareParts, Gap } from './comparison.ts'
import { ANYTHING } from './schema-alternatives.ts'

interface Arrays {
  readonly source: JsonSchema
  readonly target: JsonSchema
  readonly path: string
}

/** Compares lengths, and the items at each position. */
export function compareArrays({ source, target, path }: Arrays, compare: CompareParts): readonly Gap[] {
  const from = readItems(source)
  const to = readItems(target)
  if (from.least > from.most) return []
  const gaps: Gap[] = []
  const count = Math.max(from.prefix.length, to.prefix.length)
  const shown = (items: number) => (items === Number.POSITIVE_INFINITY ? undefined : items)
  if (to.least > from.least) gaps.push({ path, rule: 'minItems', source: from.least, target: to.least, isProven: true })
  if (to.most < from.most)
    gaps.push({ path, rule: 'maxItems', source: shown(from.most), target: to.most, isProven: true })
  // A list of constants or of unknown items may have no equal items.
  if (target.uniqueItems === true && source.uniqueItems !== true && from.most > 1)
    gaps.push({ path, rule: 'uniqueItems', target: true, isProven: from.prefix.length === 0 })
  const length = Math.min(from.most, to.most)
  for (let index = 0; index < Math.min(count, length); index++)
    gaps.push(...compare(from.prefix[index] ?? from.rest, to.prefix[index] ?? to.rest, `${path}[${index}]`))
  if (length > count) gaps.push(...compare(from.rest, to.rest, `${path}[]`))
  return gaps
}

interface Items {
  readonly prefix: readonly JsonSchema[]
  readonly rest: JsonSchema
  readonly least: number
  readonly most: number
}

function readItems({ prefixItems = [], items, minItems = 0, maxItems = Number.POSITIVE_INFINITY }: JsonSchema): Items {
  const most = items === false ? Math.min(maxItems, prefixItems.length) : maxItems
  return { prefix: prefixItems, rest: items === false || items === undefined ? ANYTHING : items, least: minItems, most }
}
