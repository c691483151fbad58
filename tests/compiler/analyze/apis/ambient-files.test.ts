/** Declarations that modules see without an import: the analysis reads those that `tsc` reads with the app's tsconfig. */
import { expect, it } from 'vitest'
import { check, createChecker } from '../../../../compiler/src/index.ts'
import { type TemporaryApp, temporaryApp } from '../../temporary-app.ts'

const API = `import { api, type Call } from '@fw/runtime'
import type { Order } from '../order.ts'

/** Pays an order. */
export const pay = api({ run: async ({ input }: Call<Order>) => input.id })
`
const ORDER = 'export interface Order { id: string }\n'
const GLOBAL_ORDER = API.replace("import type { Order } from '../order.ts'\n", '')
const AUGMENTATION =
  "import type {} from '../src/order.ts'\ndeclare module '../src/order.ts' { interface Order { cents: number } }\n"

/** Declarations in several files have the order of their paths. */
const AUGMENTED_BEFORE = ['cents', 'id']

const CASES: readonly (readonly [title: string, files: Readonly<Record<string, string>>, members?: string[]])[] = [
  ['declare module in a .d.ts outside of src', { 'types/order.d.ts': AUGMENTATION }],
  [
    'declare module in a .ts that nothing imports',
    { 'src/augment.ts': AUGMENTATION.replaceAll('../src/', './') },
    AUGMENTED_BEFORE,
  ],
  ['declare module in a folder outside of src', { 'lib/augment.ts': AUGMENTATION }, AUGMENTED_BEFORE],
  [
    'declare global in a .ts',
    {
      'src/server/shop.api.ts': GLOBAL_ORDER,
      'src/global.ts': 'declare global { interface Order { id: string; cents: number } }\nexport {}\n',
    },
  ],
  [
    'a script outside of src',
    { 'src/server/shop.api.ts': GLOBAL_ORDER, 'types/order.d.ts': 'interface Order { id: string; cents: number }\n' },
  ],
  [
    'a script in a .ts',
    { 'src/server/shop.api.ts': GLOBAL_ORDER, 'types/order.ts': 'interface Order { id: string; cents: number }\n' },
  ],
]

const openApp = (files: Readonly<Record<string, string>>) =>
  temporaryApp({ 'src/server/shop.api.ts': API, 'src/order.ts': ORDER, ...files })

function readMembers({ diagnostics, model }: Awaited<ReturnType<typeof check>>): readonly string[] {
  expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([])
  const input = model.modules[0]?.apis[0]?.input
  return input?.source === 'type' && 'properties' in input.schema ? Object.keys(input.schema.properties ?? {}) : []
}

const listMembers = async ({ root }: TemporaryApp) => readMembers(await check({ root }))

it.each(CASES.map(([title, files, members]) => [title, files, members ?? ['id', 'cents']] as const))(
  '%s is read',
  async (_, files, members) => {
    expect(await listMembers(openApp(files))).toEqual(members)
  },
)

it('a file that the tsconfig excludes is not read', async () => {
  const app = openApp({ 'types/order.d.ts': AUGMENTATION })
  app.write(
    'tsconfig.json',
    JSON.stringify({
      compilerOptions: {
        strict: true,
        module: 'esnext',
        moduleResolution: 'bundler',
        customConditions: ['fw-source'],
        allowImportingTsExtensions: true,
        noEmit: true,
      },
      include: ['src'],
    }),
  )
  expect(await listMembers(app)).toEqual(['id'])
})

it.each(['by another process', 'by the same one'])(
  'an augmentation is read again after it has changed, appeared or disappeared: %s',
  async (process) => {
    const app = openApp({ 'types/order.d.ts': AUGMENTATION })
    const checker = createChecker({ root: app.root })
    const members: (readonly string[])[] = []
    const read = async (...changed: readonly string[]) => {
      checker.invalidate(changed.map((file) => `${app.root}/${file}`))
      members.push(process === 'by the same one' ? readMembers(await checker.check()) : await listMembers(app))
    }
    await read()
    app.write('types/order.d.ts', AUGMENTATION.replace('cents', 'amount'))
    await read('types/order.d.ts')
    app.write('types/order.d.ts', undefined)
    await read('types/order.d.ts')
    app.write('types/other.ts', AUGMENTATION)
    await read('types/other.ts')
    checker.close()
    expect(members).toEqual([['id', 'cents'], ['id', 'amount'], ['id'], ['id', 'cents']])
  },
)
