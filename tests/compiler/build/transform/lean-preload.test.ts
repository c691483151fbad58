import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { leanPreload } from '../../../../compiler/src/build/transform/lean-preload.ts'

const MODULES: Readonly<Record<string, string>> = {
  'virtual:main': `
    export const all = () => import('virtual:part')
    export async function some(): Promise<number> {
      const { one } = await import('virtual:part')
      return one
    }
    export const then = () => {
      return import('virtual:part').then(({ two }) => two)
    }`,
  'virtual:part': 'export const one = 1\nexport const two = 2',
}

async function bundle(): Promise<readonly Rolldown.OutputChunk[]> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      leanPreload(),
      {
        name: 'test-modules',
        resolveId: (id) => (id in MODULES ? `\0${id}.ts` : undefined),
        load: (id) => MODULES[id.slice(1, -'.ts'.length)],
      },
    ],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: 'virtual:main', preserveEntrySignatures: 'strict' },
    },
  })) as Rolldown.RolldownOutput // one output, and no watch mode
  return built.output.filter((item) => item.type === 'chunk')
}

test('imports of the browser bundle have no wrapper', async () => {
  const chunks = await bundle()
  const part = chunks.find(({ isEntry }) => !isEntry)?.fileName.replace('assets/', './')
  const code = chunks.find(({ isEntry }) => isEntry)?.code.replaceAll(part ?? '', 'part')
  expect(code).toMatch(/\(\)=>import\(`part`\)/)
  expect(code).toMatch(/await import\(`part`\)/)
  expect(code?.match(/import\(/g)).toHaveLength(3)
  // Vite's helper around them calls its argument.
  expect(code).not.toMatch(/=>\w\(\)/)
})
