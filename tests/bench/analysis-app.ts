/** An app of many api modules with shared entities, written to a folder, on which the type analysis is measured. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export interface AnalysisApp {
  readonly root: string
  readonly apiFile: (index: number) => string
  /** A type that every entity, and so every function, uses. */
  readonly sharedFile: string
}

const ENTITIES = 50
/** Number of modules that use the type of a team. */
const TEAM_MODULES = 20

/** Three tools per module. Their inputs are exported types, so that other generators can process them. */
export function writeAnalysisApp(root: string, modules: number): AnalysisApp {
  rmSync(root, { recursive: true, force: true })
  for (const folder of ['src/server', 'src/entities', 'src/routes']) mkdirSync(join(root, folder), { recursive: true })
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  const write = (file: string, text: string) => writeFileSync(join(root, file), text)
  write('package.json', JSON.stringify({ name: 'fw-bench-analysis', private: true, type: 'module' }))
  write('tsconfig.json', JSON.stringify(TSCONFIG))
  write('src/entities/shared.ts', SHARED)
  write('src/entities/team.ts', TEAM)
  write('src/routes/index.tsx', 'export default function Home() {\n  return <h1>Welcome</h1>\n}\n')
  for (let index = 0; index < ENTITIES; index += 1) write(`src/entities/entity${index}.ts`, entityOf(index))
  for (let index = 0; index < modules; index += 1) write(apiFileOf(index), apiOf(index))
  return {
    root,
    apiFile: (index) => join(root, apiFileOf(index)),
    sharedFile: join(root, 'src/entities/shared.ts'),
  }
}

/** Number of modules of the measured apps. */
export const COMPILER_OPTIONS = {
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom'],
  strict: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  types: [],
}

const TSCONFIG = { compilerOptions: COMPILER_OPTIONS, include: ['src/server', 'src/entities'] }

const SHARED = `/** Who made a record, and when. */
export interface Stamped {
  readonly createdAt: Date
  /** @minLength 1 @maxLength 64 */
  readonly createdBy: string
}

export interface Page {
  /** @minimum 1 */
  page?: number
  /**
   * How many rows.
   * @minimum 1
   * @maximum 100
   * @default 20
   */
  limit?: number
}

export type Sorted<Field extends string> = { by: Field; direction: 'ascending' | 'descending' }

export interface Result<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}
`

const TEAM = `export interface Team {
  /** @minLength 1 @maxLength 64 */
  name: string
  /**
   * How many people.
   * @minimum 1
   * @maximum 100
   */
  size: number
}
`

function apiFileOf(index: number): string {
  return `src/server/mod${index}.api.ts`
}

function entityOf(index: number): string {
  const name = `Entity${index}`
  return `import type { Stamped } from './shared.ts'

export enum Size${index} {
  small = 'small',
  medium = 'medium',
  large = 'large',
}

export enum Rank${index} {
  low = 1,
  middle = 2,
  high = 3,
}

export type Code${index} = \`E${index}-\${string}\`

/** A node of a tree of any depth. */
export interface Tree${index} {
  /** @minLength 1 */
  label: string
  children: Tree${index}[]
}

export type Payment${index} =
  | { kind: 'card'; number: string; expires: [month: number, year: number] }
  | { kind: 'transfer'; iban: string }
  | { kind: 'invoice'; net: 14 | 30 | 60; address: { street: string; city: string; zip?: string } }

/** The entity number ${index}. */
export interface ${name} extends Stamped {
  /** @format uuid */
  id: string
  code: Code${index}
  /**
   * What it is called.
   * @minLength 1
   * @maxLength 200
   */
  name: string
  size: Size${index}
  rank: Rank${index}
  /** @minimum 0 @multipleOf 0.01 */
  price: number
  position: [x: number, y: number, z?: number]
  attributes: Record<string, string>
  /** @minItems 0 @maxItems 20 @uniqueItems */
  tags: string[]
  tree?: Tree${index}
  payment: Payment${index} | null
  soldAt?: Date
}
`
}

/** Every module has its own names, written types and combinations of the types of its entity. */
function apiOf(index: number): string {
  const entity = index % ENTITIES
  const [type, other] = [`Entity${entity}`, `Entity${(entity + 7) % ENTITIES}`]
  const inTeam = index < TEAM_MODULES
  return `import { api, type Call } from '@fw/runtime'
import type { ${type}, Payment${entity}, Size${entity}, Tree${entity} } from '../entities/entity${entity}.ts'
import type { ${other} } from '../entities/entity${(entity + 7) % ENTITIES}.ts'
import type { Page, Result, Sorted } from '../entities/shared.ts'
${inTeam ? "import type { Team } from '../entities/team.ts'\n" : ''}
export interface List${index} extends Page {
  /** Full text. @maxLength 200 */
  query?: string
  sizes?: Size${entity}[]
  sort?: Sorted<'name' | 'price' | 'createdAt'>
  between?: [from: Date, to: Date]
${inTeam ? '  team?: Team\n' : ''}}

export type Create${index} = Omit<${type}, 'id' | 'createdAt' | 'createdBy'> & {
  /** Made again with the same key, it is the same. @minLength 8 */
  key: string
  related: Pick<${other}, 'id' | 'code'>[]
  payments: Record<string, Payment${entity}>
}

export interface Update${index} {
  /** @format uuid */
  id: string
  change: Partial<Pick<${type}, 'name' | 'price' | 'tags' | 'attributes' | 'position'>>
  tree?: Tree${entity}
  /** @minimum 0 */
  version: number
}

const rows: ${type}[] = []

/** Lists what module ${index} holds. */
export const list = api({
  readonly: true,
  run: async ({ input }: Call<List${index}>): Promise<Result<Pick<${type}, 'id' | 'name' | 'price' | 'size'>>> => {
    const found = rows.filter((row) => row.name.includes(input.query ?? ''))
    return { rows: found.slice(0, input.limit), total: found.length }
  },
})

/** Creates one in module ${index}. */
export const create = api({
  guard: 'confirm',
  run: async ({ input }: Call<Create${index}>) => {
    const { key, related, payments, ...rest } = input
    const made = { ...rest, id: key, createdAt: new Date(), createdBy: 'bench' } satisfies ${type}
    rows.push(made)
    return { id: made.id, related: related.length, payments: Object.keys(payments), total: rows.length }
  },
})

/** Changes one of module ${index}. */
export const update = api({
  run: async ({ input }: Call<Update${index}>) => {
    const found = rows.find((row) => row.id === input.id)
    if (found === undefined) return { ok: false as const, id: input.id }
    Object.assign(found, input.change)
    return { ok: true as const, version: input.version + 1, name: found.name, tags: found.tags }
  },
})
`
}
