/** The contracts of a module depend on its source and that of its imports, not on what else has been checked before it. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Checker, createChecker } from '../../../compiler/src/index.ts'
import { temporaryApp } from '../temporary-app.ts'

const TYPE_FILES = {
  'src/types/zone.ts': `/** The first of two equal types. */
export interface Zone { zeta: string; alpha: number }
export interface Item { size: 1; name: string }
`,
  'src/types/area.ts': `/** The second of two equal types. */
export interface Area { zeta: string; alpha: number }
/** Another one with this name. */
export interface Item { size: 1; name: string }
`,
  'src/types/base.ts': 'export interface Base { createdAt: string; beta: boolean }\n',
  'src/types/entity.ts': `import type { Base } from './base.ts'
import type { Zone } from './zone.ts'
export interface Entity extends Base { zeta: string; alpha?: number; mid: { omega: 1; gamma: 2 }; code: string }
export interface Both extends Zone, Base { own: 1 }
`,
  'src/types/parts.ts': `export enum Size { zeta = 'Z', mid = 'M', alpha = 'A' }
export type Shape = { kind: 'zeta'; form: 'omega'; z: 1 } | { kind: 'alpha'; form: 'gamma'; a: 1 }
export type Keys = 'zeta' | 'alpha' | 'mid'
export type Each<T> = T extends unknown ? { of: T; also: string } : never
export interface Box<T> { value: T }
export const LIST = ['zeta', 'mid', 'alpha'] as const
`,
  'src/first.d.ts': 'interface Stock { zeta: string; mid: number }\n',
  'src/second.d.ts': 'interface Stock { alpha: string; code: number }\n',
}

const IMPORTS = [
  "import { type Item, type Zone } from '../types/zone.ts'",
  "import { type Area, type Item as Other } from '../types/area.ts'",
  "import { type Base } from '../types/base.ts'",
  "import { type Both, type Entity } from '../types/entity.ts'",
  "import { LIST, Size, type Box, type Each, type Keys, type Shape } from '../types/parts.ts'",
]

/** Types with parts that the checker orders by when it first saw them, or by their files. */
const WRITTEN: Readonly<Record<string, string>> = {
  pick: "Pick<Entity, 'code' | 'zeta' | 'createdAt' | 'alpha'>",
  omit: "Omit<Entity, 'mid'>",
  whole: 'Both',
  record: "Record<'zeta' | 'alpha' | 'mid', number>",
  recordOfKeys: 'Record<Keys, number>',
  recordOfEnum: 'Record<Size, number>',
  recordOfNumbers: 'Record<30 | 4 | 200, string>',
  optional: "Partial<Record<'zeta' | 'alpha', number>>",
  recordAndMore: "Record<'zeta' | 'alpha', number> & { omega: 1 } & Zone",
  mapped: "{ [K in 'zeta' | 'alpha']: K }",
  mappedKeys: `{ [K in Keys as \`\${K}-\${'y' | 'b'}\`]: K }`,
  renamed: `{ [K in keyof Entity as \`\${K}2\`]: Entity[K] }`,
  renamedTwice: `{ [K in keyof Zone as \`\${K}Y\` | \`\${K}B\`]: Zone[K] }`,
  partial: "Partial<Pick<Entity, 'zeta' | 'code' | 'alpha'>>",
  joined: "Omit<Entity, 'zeta' | 'code'> & { omega: string; gamma: string }",
  joinedBefore: "{ omega: string; gamma: string } & Pick<Zone, 'alpha' | 'zeta'>",
  excluded: "Exclude<Keys, 'mid'>",
  extracted: "Extract<Shape, { kind: 'zeta' } | { kind: 'alpha' }>",
  keys: 'keyof Entity',
  sizes: 'Size',
  someSizes: 'Size.zeta | Size.alpha',
  otherSizes: 'Exclude<Size, Size.mid>',
  template: `\`\${'zeta' | 'alpha'}-\${string}\``,
  crossed: `\`\${'z' | 'a'}-\${'y' | 'b'}\``,
  each: "Each<'zeta' | 'alpha' | 3 | 1>",
  choice: "Box<Box<'zeta' | 'alpha'>> | Box<Shape>",
  shapes: 'Shape[]',
  crossing: '({ omega: string } | { zeta: string }) & ({ gamma: string } | { alpha: string })',
  numbers: "30 | 4 | 200 | -1 | 'zeta' | 'alpha' | true | null",
  wholes: 'Set<30n | 4n | 200n>',
  patterns: `Record<\`zeta-\${string}\` | \`alpha-\${string}\`, number>`,
  constants: '(typeof LIST)[number]',
  boxes: "{ one: Box<'zeta' | 'alpha'>; two: Box<'zeta' | 'alpha'>; three: Box<Zone | Area>; four: Box<Zone | Area> }",
  map: "Map<'zeta' | 'alpha', 'omega' | 'gamma'>",
  stock: 'Stock',
  items: 'Item | Other | Base',
  broken: "{ run: (value: 'zeta' | 'alpha') => 'omega' | 'gamma'; all: WeakMap<object, 'zeta' | 'alpha'> }",
}

const INFERRED: Readonly<Record<string, string>> = {
  rest: "const { zeta, ...rest } = given<Omit<Entity, 'code'>>(); return rest",
  spread: "return { omega: 1, ...given<Pick<Entity, 'zeta' | 'code' | 'alpha'>>(), gamma: 2 }",
  spreads: 'return { ...given<Base>(), ...given<Record<Keys, number>>(), ...given<Zone>(), own: 1, ...given<Area>() }',
  restOfJoined:
    "const { omega, ...rest } = given<Omit<Entity, 'code'> & { omega: string }>(); return { ...rest, last: 1 }",
  literals: "return given<boolean>() ? 'zeta' : given<boolean>() ? 'alpha' : 'mid'",
  objects: "return given<boolean>() ? { kind: 'zeta' as const, z: 1 } : { kind: 'alpha' as const, a: 1 }",
  equals: 'return given<boolean>() ? given<Zone>() : given<Area>()',
  listOfEquals: 'return [given<Zone>(), given<Area>()]',
  sameNames: 'return given<boolean>() ? given<Item>() : given<Other>()',
  entries: 'return Object.fromEntries(LIST.map((key) => [key, 1])) as Record<(typeof LIST)[number], number>',
  keysOf: 'return { names: Object.keys(given<Zone>()) as (keyof Zone)[], size: given<Exclude<Size, Size.mid>>() }',
  awaited: "return Promise.all([given<Promise<Pick<Zone, 'alpha' | 'zeta'>>>(), given<Promise<Keys>>()])",
}

const MODULE = 'src/server/module.api.ts'
const APP = {
  ...TYPE_FILES,
  [MODULE]: `import { api, type Call } from '@fw/runtime'
${IMPORTS.join('\n')}

declare function given<T>(): T

${Object.entries(WRITTEN)
  .map(
    ([name, type]) =>
      `/** Returns ${name}. */\nexport const ${name} = api({ run: async ({ input }: Call<{ value: ${type} }>) => input })`,
  )
  .join('\n')}
${Object.entries(INFERRED)
  .map(([name, body]) => `/** Returns ${name}. */\nexport const ${name} = api({ run: async () => { ${body} } })`)
  .join('\n')}
`,
}

/** Types of other modules with the same parts. */
const PARTS = [
  ...['alpha', 'zeta', 'mid', 'code', 'beta', 'createdAt', 'omega', 'gamma'].map((name) => `'${name}'`),
  ...['4', '30', '200', '-1', '4n', '200n', '30n', "'z'", "'a'", "'y'", "'b'"],
  ...['Area', 'Zone', 'Other', 'Item', 'Size.alpha', 'Size.mid', 'Size', 'Shape', 'Keys', 'Entity', 'Stock'],
  ...["Each<'alpha'>", 'Each<1>', "Box<'alpha'>", "Box<'zeta' | 'alpha'>", 'Box<Area | Zone>', 'keyof Zone'],
  ...["Pick<Zone, 'alpha' | 'zeta'>", "Omit<Entity, 'mid'>", "Extract<Shape, { kind: 'alpha' }>"],
  ...[
    "Record<'alpha', 1>",
    "Record<'mid', 1>",
    "Record<'zeta' | 'alpha', 2>",
    `\`alpha-\${string}\``,
    `\`zeta-\${string}\``,
  ],
]

function writeOther(imports: readonly string[], parts: readonly string[]): string {
  const apis = parts.map(
    (part, at) => `/** Returns one. */
export const other${at} = api({ run: async (): Promise<{ value: ${part} }> => { throw new Error('none') } })`,
  )
  return ["import { api } from '@fw/runtime'", ...imports, ...apis, ''].join('\n')
}

/** Returns the contracts of each api of the module, and its findings. */
async function checkModule(checker: Checker): Promise<Readonly<Record<string, string>>> {
  const { model, diagnostics } = await checker.check()
  const apis = model.modules.find(({ file }) => file === MODULE)?.apis ?? []
  const findings = diagnostics.filter(({ span }) => span?.file === MODULE)
  return Object.fromEntries([
    ...apis.map((one) => [one.exportName, JSON.stringify(one, undefined, 1)]),
    ['findings', JSON.stringify(findings, undefined, 1)],
  ])
}

async function checkOnce(files: Readonly<Record<string, string>>) {
  const { root } = temporaryApp(files)
  const checker = createChecker({ root })
  try {
    return await checkModule(checker)
  } finally {
    checker.close()
  }
}

function listDifferent(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => one[name] !== other[name])
}

it('API-03 a module has the same contracts beside any other modules', { timeout: 120_000 }, async () => {
  const alone = await checkOnce(APP)
  expect(Object.keys(alone)).toEqual([...Object.keys(WRITTEN), ...Object.keys(INFERRED), 'findings'])
  const others = fc.record({
    imports: fc.shuffledSubarray(IMPORTS, { minLength: IMPORTS.length }),
    parts: fc.shuffledSubarray(PARTS, { minLength: PARTS.length / 2 }),
    file: fc.constantFrom('a', 'z'),
  })
  const reversed = { imports: IMPORTS.toReversed(), parts: PARTS, file: 'a' }
  await fc.assert(
    fc.asyncProperty(others, async ({ imports, parts, file }) => {
      const app = { ...APP, [`src/server/${file}.api.ts`]: writeOther(imports, parts) }
      expect(listDifferent(await checkOnce(app), alone)).toEqual([])
    }),
    { numRuns: 6, examples: [[reversed]] },
  )
})

it('API-03 a module has the same contracts after edits of other modules', { timeout: 120_000 }, async () => {
  const other = 'src/server/a.api.ts'
  const app = { ...APP, [other]: writeOther(IMPORTS, []) }
  const { root } = temporaryApp({ ...app, [other]: writeOther(IMPORTS.toReversed(), PARTS) })
  const checker = createChecker({ root })
  try {
    await checkModule(checker)
    checker.edit(other, app[other] ?? '')
    checker.edit(MODULE, `${APP[MODULE]}export type Added = 1\n`)
    await checkModule(checker)
    checker.edit(MODULE, APP[MODULE] ?? '')
    expect(listDifferent(await checkModule(checker), await checkOnce(app))).toEqual([])
  } finally {
    checker.close()
  }
})

it('API-03 members have the order of their declarations', async () => {
  const checked = await checkOnce(APP)
  const listNames = (name: string): string[] => {
    const { output } = JSON.parse(checked[name] ?? '')
    const { properties } = output.tree.root
    const value = properties[0].name === 'value' ? properties[0].type : output.tree.root
    return value.properties.map((property: { name: string }) => property.name)
  }
  expect(listNames('pick')).toEqual(['zeta', 'alpha', 'code', 'createdAt'])
  expect(listNames('omit')).toEqual(['zeta', 'alpha', 'code', 'createdAt', 'beta'])
  expect(listNames('whole')).toEqual(['own', 'zeta', 'alpha', 'createdAt', 'beta'])
  expect(listNames('joined')).toEqual(['alpha', 'mid', 'createdAt', 'beta', 'omega', 'gamma'])
  expect(listNames('renamed')).toEqual(['zeta2', 'alpha2', 'mid2', 'code2', 'createdAt2', 'beta2'])
  expect(listNames('record')).toEqual(['zeta', 'alpha', 'mid'])
  expect(listNames('recordOfKeys')).toEqual(['zeta', 'alpha', 'mid'])
  expect(listNames('recordOfEnum')).toEqual(['Z', 'M', 'A'])
  expect(listNames('optional')).toEqual(['zeta', 'alpha'])
  expect(listNames('recordAndMore')).toEqual(['zeta', 'alpha', 'omega'])
  expect(listNames('spread')).toEqual(['omega', 'zeta', 'alpha', 'code', 'gamma'])
  expect(listNames('spreads')).toEqual(['createdAt', 'beta', 'zeta', 'alpha', 'mid', 'own'])
  expect(listNames('restOfJoined')).toEqual(['zeta', 'alpha', 'mid', 'createdAt', 'beta', 'last'])
  expect(listNames('stock')).toEqual(['zeta', 'mid', 'alpha', 'code'])
})
