/** The first day of a new user with fw, starting in an empty folder. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchChromium } from '../browser/chromium.ts'
import { buildContainer } from './container.ts'
import type { ServedApp } from './served-app.ts'
import type { Terminal } from './terminal.ts'

/** The commands of a runtime and its package manager. */
export interface Words {
  readonly runtime: string
  readonly create: string
  readonly install: string
  /** Runs a script of package.json. */
  script(name: string): string
  /** The app's own command. */
  fw(args: string): string
}

export const NODE: Words = {
  runtime: 'Node',
  create: 'npm create fw@latest notes',
  install: 'npm install',
  script: (name) => (name === 'start' ? 'npm start' : `npm run ${name}`),
  fw: (args) => `npx --no-install fw ${args}`,
}

export const PNPM: Words = {
  runtime: 'Node with pnpm',
  create: 'pnpm create fw@latest notes',
  install: 'pnpm install',
  script: (name) => `pnpm ${name}`,
  fw: (args) => `pnpm exec fw ${args}`,
}

export const YARN: Words = {
  runtime: 'Node with Yarn',
  create: 'yarn dlx create-fw@latest notes',
  install: 'yarn install',
  script: (name) => `yarn run ${name}`,
  fw: (args) => `yarn fw ${args}`,
}

export const BUN: Words = {
  runtime: 'Bun',
  create: 'bun create fw@latest notes',
  install: 'bun install',
  // Without --bun the script would run on Node, if Node is installed.
  script: (name) => `bun --bun run ${name}`,
  fw: (args) => `bun --bun run fw ${args}`,
}

/** What a user does with any package manager: from an empty folder to a built app. */
export async function firstHour(terminal: Terminal, words: Words): Promise<void> {
  terminal.say(`# A first day with fw, on ${words.runtime}`)
  terminal.say(
    'Written by `npm run transcript`, which does all of this with the packed packages, on a machine without anything else, and compares. Ports, times and sizes are not those of your machine.',
  )
  await showMachine(terminal)
  await makeApp(terminal, words)
  await develop(terminal, words)
  await produce(terminal, words)
}

/** The part that is the same on both runtimes. */
export async function firstDay(terminal: Terminal, words: Words): Promise<void> {
  await firstHour(terminal, words)
  await command(terminal, words)
  await prove(terminal, words)
  await moveOn(terminal, words)
}

/** An unprivileged user can write to the home folder, which is empty, and to nothing that lasts. */
async function showMachine(terminal: Terminal): Promise<void> {
  terminal.say('## A machine')
  await terminal.run('id -un')
  await terminal.run('env | sort')
  await terminal.run('touch /usr/local/bin/fw')
  await terminal.run('ls -A')
}

async function makeApp(terminal: Terminal, { create, install }: Words): Promise<void> {
  terminal.say('## Make an app')
  await terminal.run(create)
  terminal.enter('notes')
  await terminal.run('find . -type f | sort')
  await terminal.run(install)
}

/** Patterns of the text on a page of the starter. */
const SHOWN = /<h1\b.*?<\/h1>|<li\b.*?<\/li>|<p>.*?<\/p>/g

async function develop(terminal: Terminal, { script }: Words): Promise<void> {
  terminal.say('## Write it')
  await terminal.serve(script('dev'), async (app) => {
    await app.page('/', SHOWN)
    await app.post('/_fw/api/notes.add', { text: 'Buy bread' })
    await app.post('/_fw/api/notes.add', { text: '' })
    await app.page('/', SHOWN)
    terminal.edit('src/routes/index.tsx', '<h1>Notes</h1>', '<h1>Notes</h1>\n      <p>For today.</p>')
    await app.page('/', SHOWN, 'For today.')
    terminal.edit(
      'src/server/notes.api.ts',
      '/** Stores a note and returns it. */',
      [
        '/** How many notes there are. */',
        'export const count = api({',
        "  access: 'public',",
        '  readonly: true,',
        '  run: async (): Promise<number> => pad.find().length,',
        '})',
        '',
        '/** Stores a note and returns it. */',
      ].join('\n'),
    )
    await app.post('/_fw/api/notes.count', {})
    await editIsland(terminal, app)
  })
}

/** Edits an island while a browser, which is on this machine, shows it with a state. */
async function editIsland(terminal: Terminal, app: ServedApp): Promise<void> {
  // With arguments it has a process of its own, which ends with it.
  const chromium = await launchChromium({ args: [] })
  try {
    const { page } = await chromium.open(app.origin)
    const readList = async () => (await page.locator('fw-island li').allTextContents()).join(', ')
    await page.locator('fw-island[ok] #word').fill('bread')
    await page.getByText('Buy milk').waitFor({ state: 'detached' })
    terminal.say(`A browser shows \`/\`. With "bread" in the field "Filter", the list has: ${await readList()}.`)
    terminal.edit('src/components/note-list.tsx', '>Filter</label>', '>Find</label>')
    const word = await page.getByLabel('Find').inputValue({ timeout: 60_000 })
    terminal.say(`The browser shows the field "Find". It contains "${word}", and the list has: ${await readList()}.`)
  } finally {
    await chromium.close()
  }
}

async function produce(terminal: Terminal, { script, fw }: Words): Promise<void> {
  terminal.say('## Build it')
  await terminal.run(script('start'))
  await terminal.run(script('check'))
  await terminal.run(script('build'))
  await terminal.serve(script('start'), async (app) => {
    await app.page('/', SHOWN)
    await app.post('/_fw/api/notes.count', {})
    await askAsAgent(app)
  })
  await terminal.run(fw('test'))
  terminal.say('## Its tools, as commands')
  await terminal.run(fw('run'))
}

/** An agent finds the tools, and needs a user's approval before it can delete. */
async function askAsAgent(app: ServedApp): Promise<void> {
  const call = { name: 'notes__clear', arguments: {} }
  await app.post('/_fw/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })
}

async function command(terminal: Terminal, { fw }: Words): Promise<void> {
  await terminal.run(fw('run api.notes.add --help'))
  await terminal.run(fw('run api.notes.add --text "Buy bread"'))
  await terminal.run(fw('run api.notes.add'))
  await terminal.run(fw('run api.notes.clear'))
}

async function prove(terminal: Terminal, { fw }: Words): Promise<void> {
  terminal.say('## Prove it')
  await terminal.run(fw('eval'))
  await terminal.run(fw('verify'))
  await terminal.run(fw('info'))
}

async function moveOn(terminal: Terminal, { script, fw }: Words): Promise<void> {
  terminal.say('## Move to another version, or from somewhere else')
  await terminal.run(fw('upgrade'))
  terminal.write(
    'src/spent.ts',
    [
      "import type { TurnUsage } from '@fw/runtime/agent'",
      '',
      '/** What a turn of the agent took, for the log. */',
      'export const spent = (usage: TurnUsage): string => String(usage.outputTokens)',
      '',
    ].join('\n'),
  )
  await terminal.run(fw('upgrade --from 0.1.0 --to 0.2.0 --dry-run'))
  await terminal.run(fw('upgrade --from 0.1.0 --to 0.2.0'))
  await terminal.run(fw('codemod'))
  terminal.write(
    'src/server/tags.api.ts',
    [
      "import { api } from '@fw/runtime'",
      "import { z } from 'zod'",
      '',
      '/** Shorten the name of a tag. */',
      'export const shorten = api({',
      "  access: 'public',",
      '  input: z.object({ name: z.string().max(40), letters: z.number().int().min(1).optional() }),',
      '  run: async ({ input }) => input.name.slice(0, input.letters ?? 3),',
      '})',
      '',
    ].join('\n'),
  )
  await terminal.run(fw('codemod zod-input-to-type'))
  await terminal.run('cat src/server/tags.api.ts')
  await terminal.run(fw('run api.tags.shorten --name holidays'))
  await terminal.run(script('check'))
}

/** Runs the commands of the starter's CI file in a clone. Needs npm. */
export async function continuous(terminal: Terminal): Promise<void> {
  terminal.say('## What CI does')
  // Adds the new function to `fw.access.json`, which CI compares with the sources.
  await terminal.run(NODE.script('build'))
  await terminal.run('git init --quiet && git add --all && git commit --quiet --message "A first day"')
  await terminal.run('git clone --quiet . ../clone')
  terminal.enter('../clone')
  const steps = read(terminal, '.github/workflows/ci.yml').matchAll(/^ +- run: (.+)$/gm)
  for (const [, line] of steps) await terminal.run(`${line}`)
}

/** Builds the image of the app, and starts it. `tools`: packages that only tests and checks need. */
export async function contain(terminal: Terminal, tools: readonly string[]): Promise<void> {
  terminal.say('## What the container does')
  terminal.say(
    'The steps of the Dockerfile run without its base images, on a machine of their own for each stage. The app can be read only, except for its volume.',
  )
  const container = await buildContainer(terminal)
  await container.start({}, async (app) => {
    await app.page('/', /<title[^>]*>.*?<\/title>/g)
    await app.run('id -un')
    for (const path of ['.', 'dist', 'node_modules']) await app.run(`touch ${path}/new`)
    await app.run(`ls ${tools.map((name) => `node_modules/${name}`).join(' ')}`)
    await app.run(container.healthCheck)
  })
}

function read(terminal: Terminal, file: string): string {
  return readFileSync(join(terminal.folder, file), 'utf8')
}
