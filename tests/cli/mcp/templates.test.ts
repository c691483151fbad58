/** What every new app tells coding agents: `.mcp.json`, `AGENTS.md` and the skills name only what exists. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { validate } from 'skills-ref'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PACKAGE_MANAGERS } from '../../../cli/create/src/package-manager.ts'
import { writeApp } from '../../../cli/create/src/write-app.ts'
import { parseSkill } from '../../../runtime/src/skills/parse-skill.ts'
import { linkPackages, runFw } from '../support/fixture.ts'

const TEMPLATES = join(import.meta.dirname, '../../../cli/create/dist/templates')
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const templates = readdirSync(TEMPLATES).filter((name) => readJson(join(TEMPLATES, name, 'package.json')).template)

let folder: string
let tools: readonly string[]
let commands: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fw-agents-'))
  commands = (await runFw(folder, ['--help'])).stdout
  const root = create('starter', 'npm')
  linkPackages(root)
  tools = await listTools(root)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function create(template: string, manager: (typeof PACKAGE_MANAGERS)[number]): string {
  const name = `${template}-${manager}`
  const root = join(folder, name)
  if (existsSync(root)) return root
  const source = { template: join(TEMPLATES, template), starter: join(TEMPLATES, 'starter'), manager }
  writeApp({ folder: root, name }, source)
  return root
}

/** Starts the server as a coding agent does, with the app's own `.mcp.json`. */
async function listTools(root: string): Promise<readonly string[]> {
  const { command, args } = readJson(join(root, '.mcp.json')).mcpServers.fw
  const client = new Client({ name: 'test agent', version: '1.0.0' })
  await client.connect(new StdioClientTransport({ command, args, cwd: root, stderr: 'pipe' }))
  const listed = await client.listTools()
  await client.close()
  return listed.tools.map(({ name }) => name)
}

/** Words in backticks, as in `get_errors`, that look like a tool of the server. */
function listNamedTools(text: string): readonly string[] {
  return [...text.matchAll(/`([a-z]+(?:_[a-z]+)+|check|explain)`/g)].map(([, name = '']) => name)
}

describe.each(templates)('a new app from %s', (template) => {
  it('has a server, instructions and skills, in the language of its package manager', () => {
    for (const manager of PACKAGE_MANAGERS) {
      const root = create(template, manager)
      const { scripts } = readJson(join(root, 'package.json'))
      const { command, args } = readJson(join(root, '.mcp.json')).mcpServers.fw
      // The same for all of them: no package manager runs another program of this name.
      expect([command, ...args]).toEqual(['node', 'node_modules/@fw/cli/bin/fw.js', 'mcp'])
      const skills = readdirSync(join(root, '.agents/skills'))
      expect(skills).toEqual(['add-a-function', 'fix-errors'])
      const texts = ['AGENTS.md', ...skills.map((name) => `.agents/skills/${name}/SKILL.md`)]
      for (const path of texts) {
        const text = readFileSync(join(root, path), 'utf8')
        // Package managers run the binaries of packages in the same way.
        for (const [, script = ''] of text.matchAll(/`(?:npm|pnpm|yarn|bun) run (\w+)/g))
          if (script !== 'fw') expect(scripts, `${template} ${path}`).toHaveProperty([script])
        for (const [, name = ''] of text.matchAll(/\bfw (\w+)(?=[` ])/g))
          if (/^(?:run|check|dev|mcp|build|info|eval)$/.test(name)) expect(commands).toContain(`fw ${name}`)
        expect(text).not.toMatch(/npx (?!--no-install)/)
        for (const name of listNamedTools(text)) expect(tools, `${template} ${path}`).toContain(name)
        for (const [, file = ''] of text.matchAll(/`(node_modules\/@fw\/[^`]+)`/g))
          expect(existsSync(join(import.meta.dirname, '../../..', file)), file).toBe(true)
      }
    }
  })

  it('AGENTS.md names every tool of the server', () => {
    const text = readFileSync(join(create(template, 'npm'), 'AGENTS.md'), 'utf8')
    expect([...new Set(listNamedTools(text))].sort()).toEqual([...tools].sort())
  })

  it('the skills follow the public format', async () => {
    const root = create(template, 'npm')
    for (const name of readdirSync(join(root, '.agents/skills'))) {
      const path = join(root, '.agents/skills', name)
      expect(await validate(path)).toEqual([])
      expect(parseSkill(readFileSync(join(path, 'SKILL.md'), 'utf8'), name)).toMatchObject({ name })
    }
  })
})

it('there are several templates, and the server has its tools', () => {
  expect(templates.length).toBeGreaterThan(3)
  expect(tools.length).toBeGreaterThan(9)
})
