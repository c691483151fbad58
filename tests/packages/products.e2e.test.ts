/** Every template of a product, from the packed packages, outside of the repository. */
import { describe, expect, it } from 'vitest'
import { readTemplates, STARTER } from '../../cli/create/src/templates.ts'
import { contain } from './first-day.ts'
import { serveNewcomers } from './newcomers.ts'

const { open } = serveNewcomers()
const PRODUCTS = readTemplates().filter(({ kind, name }) => kind === 'template' && name !== STARTER)

/** What production needs. Its README says so. */
const VARIABLES: Readonly<Record<string, string>> = { agent: `SESSION_SECRET=${'k3Jd0-9sLq2Vx7Zp'.repeat(3)} ` }

/** The product with the most packages, some of them only for tests, starts from its image. */
const CONTAINED = 'saas'

const READ_ONLY = [
  "touch: cannot touch 'dist/new': Read-only file system",
  "ls: cannot access 'node_modules/oidc-provider': No such file or directory",
  "ls: cannot access 'node_modules/typescript': No such file or directory",
]

describe('a product', { timeout: 400_000 }, () => {
  it.each(PRODUCTS)('is installed, checked, tested, built and started: $name', async ({ name }) => {
    const terminal = open(name)
    await terminal.run(`npm create fw@latest app -- --yes --no-install --template ${name}`)
    terminal.enter('app')
    const lines = ['npm install', 'npm run check', 'npm test', ...(name === CONTAINED ? [] : ['npm run build'])]
    for (const line of lines) {
      await terminal.run(line)
      expect(terminal.text()).not.toContain('[exit ')
    }
    if (name === CONTAINED) {
      // Not vitest: npm keeps it, because it is an optional peer of better-auth.
      await contain(terminal, ['oidc-provider', 'typescript'])
      for (const text of ['$ id -un\nnode\n', ...READ_ONLY]) expect(terminal.text()).toContain(text)
    } else
      await terminal.serve(`${VARIABLES[name] ?? ''}npm start`, async (app) => {
        await app.page('/', /<title[^>]*>.*?<\/title>/g)
      })
    // No install script is left without a decision.
    expect(terminal.text()).not.toContain('npm warn install-scripts')
    expect(terminal.text()).toMatch(name === 'api' ? /^< 200 application\/json/m : /^< 200 text\/html/m)
  })
})
