/** Every template of a product, from the packed packages, outside of the repository. */
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readTemplates, STARTER } from '../../cli/create/src/templates.ts'
import { serveNewcomers } from './newcomers.ts'

const { open } = serveNewcomers()
const PRODUCTS = readTemplates().filter(({ kind, name }) => kind === 'template' && name !== STARTER)

/** What production needs. Its README says so. */
const VARIABLES: Readonly<Record<string, string>> = { agent: `SESSION_SECRET=${'k3Jd0-9sLq2Vx7Zp'.repeat(3)} ` }

describe('a product', { timeout: 400_000 }, () => {
  it.each(PRODUCTS)('is installed, checked, tested, built and started: $name', async ({ name }) => {
    const terminal = open(name, [dirname(process.execPath)])
    await terminal.run(`npm create fw@latest app -- --yes --no-install --template ${name}`)
    terminal.enter('app')
    for (const line of ['npm install', 'npm run check', 'npm test', 'npm run build']) {
      await terminal.run(line)
      expect(terminal.text()).not.toContain('[exit ')
    }
    await terminal.serve(`${VARIABLES[name] ?? ''}npm start`, async (app) => {
      await app.page('/', /<title[^>]*>.*?<\/title>/g)
    })
    // No install script is left without a decision.
    expect(terminal.text()).not.toContain('npm warn install-scripts')
    expect(terminal.text()).toMatch(name === 'api' ? /^< 200 application\/json/m : /^< 200 text\/html/m)
  })
})
