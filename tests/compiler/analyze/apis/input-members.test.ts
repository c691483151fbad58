/** Compares the compiler's analysis of field names with the server's behavior. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldMembers, findMember, findMissingMembers } from '../../../../compiler/src/analyze/apis/input-members.ts'
import { type DerivedContract, deriveContract } from '../../../../compiler/src/index.ts'
import { fieldSteps } from '../../../../runtime/src/contract/schema/field-steps.ts'
import { joinPath } from '../../../../runtime/src/contract/schema/issue.ts'
import { decodeForm } from '../../../../runtime/src/forms/decode-form.ts'
import { temporaryApp } from '../../temporary-app.ts'

const TYPES = `
export interface Order {
  tea: string
  cups: number
  /** @default 3 */
  strength: number
  gift: boolean
  maybe: boolean | null
  on?: Date
  size: 'small' | 'large' | null
  tags: string[]
  /** @minItems 1 */
  labels: string[]
  set: Set<string>
  pair: [string, number]
  address: { street: string; city?: string; geo: { lat: number; lon?: number } }
  other?: { street: string; zip: number }
  items: { sku: string; qty: number; gift: boolean }[]
  prices: Record<string, number>
  extra: unknown
  parent?: Order
  photo: { name: string; type: string; bytes: Uint8Array }
  scan?: Uint8Array
  by: { card: string } | { cash: number }
}
`
const NAMES = [
  'tea',
  'tee',
  'tea.leaf',
  'tea[0]',
  'cups',
  'cups.x',
  'strength',
  'gift',
  'gift.x',
  'maybe',
  'on',
  'on.year',
  'size',
  'tags',
  'tags[]',
  'tags[0]',
  'tags.x',
  'tags[0].x',
  'labels[3]',
  'set',
  'set[0]',
  'set.x',
  'pair[0]',
  'pair[1]',
  'address.street',
  'address.geo.lat',
  'address.geo.alt',
  'address.geo.lat.x',
  'address.x',
  'address[0]',
  'other.zip',
  'other.zap',
  'items[0].sku',
  'items[0].skew',
  'items[7].qty',
  'items.sku',
  'items[0].sku.x',
  'prices.assam',
  'prices["green tea"]',
  'prices.assam.x',
  'extra',
  'extra.a.b[0]',
  'parent.tea',
  'parent.tee',
  'parent.parent.cups',
  'photo.name',
  'photo.size',
  'scan',
  'scan.bytes',
  'by.card',
  'by.cash',
  'by.cheque',
  'nothing',
  'constructor',
] // prettier-ignore

let contract: DerivedContract
let tree: Parameters<typeof findMember>[0]
beforeAll(() => {
  const { root } = temporaryApp({ 'order.ts': TYPES }, afterAll)
  const file = join(root, 'order.ts')
  contract = deriveContract({ file, type: 'Order' })
  tree = contract.tree
})

/** Returns the server's result for a form with these fields. */
const sent = (fields: readonly (readonly [name: string, value: string])[]): readonly string[] => {
  const posted = fields.map(([name, value]) => ({ name, value }))
  const answer = contract.validate(decodeForm(contract.schema, posted))
  return answer.ok ? [] : answer.issues.map(({ path, message }) => `${path}: ${message}`)
}
const isMissing = (issue: string) => /: (?:is required|must be an array of (?:at least|exactly))/.test(issue)
/** Values, at least one of which is valid for any field. */
const TEXTS = ['1', 'small', '2026-11-22', 'AAAA']

describe('the server rejects a name exactly if the compiler does:', () => {
  it.each(NAMES)('%s', (name) => {
    const before = sent([])
    const problems = TEXTS.map((text) => sent([[name, text]]).filter((one) => !before.includes(one) && !isMissing(one)))
    const isRefused = problems.every((one) => one.length > 0)
    expect([findMember(tree, fieldSteps(name)).kind === 'value', problems]).toEqual([!isRefused, problems])
  })
})

/** A field for files is all of a photo. */
const wholePhotos = (paths: readonly string[]) => [
  ...new Set(paths.map((path) => path.replace(/\bphoto\.\w+$/, 'photo')).sort()),
]
const HALF = 'tea cups size labels[0] pair[0] pair[1] address.street address.geo.lat photo.name by.card'

it('lists the members that a field may be named after, and each exists', () => {
  const names = fieldMembers(tree).map(({ steps }) => steps.reduce<string>(joinPath, ''))
  expect(names.filter((name) => !name.startsWith('parent'))).toEqual(
    'tea cups strength gift maybe on size tags labels set pair address.street address.city address.geo.lat address.geo.lon other.street other.zip items[0].sku items[0].qty items[0].gift extra photo scan by.card by.cash'.split(
      ' ',
    ),
  )
  expect(names).toContain('parent.parent.items[0].sku')
  for (const name of names) expect(findMember(tree, fieldSteps(name)).kind, name).not.toBe('unknown')
})

describe('the server reports the same missing members as the compiler:', () => {
  it.each([
    '',
    'tea cups size labels photo',
    HALF,
    'other.street items[0].sku address.city',
    'parent.tea items[4].qty by.cash address.geo.lon',
  ])('%s', (line) => {
    const names = line.split(' ').filter((name) => name !== '')
    const missing = findMissingMembers(
      tree,
      names.map((name) => fieldSteps(name)),
    )
    const said = missing.map((steps) => steps.reduce<string>(joinPath, ''))
    const issues = sent(names.map((name) => [name, name === 'size' ? 'small' : '1'])).filter(isMissing)
    // A value of any type has no findings.
    const missed = issues.map((issue) => issue.replace(/:.*/, '')).filter((path) => !/\bextra$/.test(path))
    expect(wholePhotos(said)).toEqual(wholePhotos(missed))
  })
})
