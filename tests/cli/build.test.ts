import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppCopy, copyApp } from './support/fixture.ts'

let app: AppCopy
beforeAll(() => {
  app = copyApp('notes')
  app.write(
    'src/client.ts',
    "import { WORDS } from './words.ts'\n\ndocument.documentElement.dataset.words = WORDS.join()\n",
  )
  app.write(
    'src/words.ts',
    `export const WORDS = ${JSON.stringify(Array.from({ length: 400 }, (_, at) => at * 7919))}\n`,
  )
})
afterAll(() => app.remove())

const config = (budgets: string) =>
  app.write('fw.config.ts', `export default { title: 'Notes', data: 'memory', budgets: ${budgets} }\n`)

it('CLI-03 fw build fails when a route is over budgets: by how much, and which modules weigh most; the report is there', async () => {
  config("{ script: 500, html: 100_000, routes: { '/broken': { script: 9000 } } }")
  const { code, stdout, stderr } = await app.fw('build', '--json')
  expect(code).toBe(1)
  const [, over = ''] = /scripts of \/: (.*) over 0\.50 kB$/m.exec(stderr) ?? []
  expect(over).toMatch(/^\d\.\d\d kB, \d\.\d\d kB$/)
  expect(stderr).toMatch(/^Failed: 2 sizes are over the budgets of fw\.config\.ts \(brotli\)\.$/m)
  expect(stderr).toMatch(/over 0\.50 kB\n +\d\.\d\d kB {2}src\/words\.ts$/m)
  expect(stderr).toContain('fw build --analyze')
  const { analysis } = JSON.parse(stdout) as { analysis: { overBudget: object[]; routes: { pattern: string }[] } }
  expect(analysis.overBudget).toMatchObject([
    { kind: 'script', route: '/', limit: 500 },
    { kind: 'script', route: '/notes/[id]', limit: 500 },
  ])
  expect(analysis.routes.find(({ pattern }) => pattern === '/')).toMatchObject({
    html: { path: '/' },
    scripts: [expect.stringMatching(/^assets\/client-/)],
  })
  // The page has it too, and the build's output is available.
  expect(app.read('.fw/analyze.html')).toContain('Over budget by')
  expect(app.read('dist/server/index.js')).not.toBe('')
})

it('fw build names a route of budgets that does not exist before anything is written', async () => {
  config("{ routes: { '/brokn': { script: 1 } } }")
  const { code, stderr } = await app.fw('build')
  expect([code, stderr]).toEqual([1, expect.stringContaining('budgets.routes names /brokn')])
  expect(stderr).toMatch(/fw\.config\.ts:1:\d+ error config-invalid/)
  expect(stderr).toContain('Did you mean /broken?')
})

it('ERR-19 fw build reports an unresolved import with file, line and advice, and does not ask for a bug report', async () => {
  app.write('fw.config.ts', "export default { title: 'Notes', data: 'memory' }\n")
  app.write(
    'src/client.ts',
    "import { WORDS } from './wrods.ts'\n\ndocument.documentElement.dataset.words = WORDS.join()\n",
  )
  const { code, stderr } = await app.fw('build')
  expect(code).toBe(1)
  expect(stderr).toContain("src/client.ts:1:24 error unresolved-import: Import can't be resolved")
  expect(stderr).toContain(
    'The file src/wrods.ts doesn\'t exist, but is imported as "./wrods.ts". Did you mean "./words.ts"?',
  )
  expect(stderr).toContain("> 1 | import { WORDS } from './wrods.ts'")
  expect(stderr).toMatch(/^Failed: The build stopped at 1 error; dist\/ is not complete\.$/m)
  expect(stderr).not.toContain('report it')
})
