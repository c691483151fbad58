import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { foreignSchema } from '../../../compiler/src/emit/foreign-schema.ts'
import { emitRemoteTypes, type TypedTool } from '../../../compiler/src/emit/remote-types.ts'

// A type check in a process of its own.
vi.setConfig({ testTimeout: 120_000 })

const REPOSITORY = join(import.meta.dirname, '../../..')
const TSC = join(REPOSITORY, 'node_modules/@typescript/native/bin/tsc')

const tool = (name: string, input: unknown, output?: unknown, description = ''): TypedTool => ({
  tool: name,
  name: `mcp_docs.${name}`,
  description,
  input,
  ...(output !== undefined && { output }),
})

const emit = (...tools: readonly TypedTool[]) => emitRemoteTypes([{ name: 'docs', host: 'docs.example.com', tools }])

const SEARCH = tool(
  'search',
  {
    type: 'object',
    properties: { query: { type: 'string', description: 'What to look for.' }, limit: { type: 'integer' } },
    required: ['query'],
  },
  {
    type: 'object',
    properties: { hits: { type: 'array', items: { $ref: '#/definitions/Hit' } } },
    required: ['hits'],
    definitions: {
      Hit: { type: 'object', properties: { url: { type: ['string', 'null'] }, next: { $ref: '#/definitions/Hit' } } },
    },
  },
  'Finds pages.',
)

const USER = `
import { defineAgent, type RemoteServer, type RemoteTools } from '@fw/runtime/agent'

const url = 'https://docs.example.com/mcp'
type Search = RemoteTools['mcp_docs.search']
const input: Search['input'] = { query: 'tea', limit: 3 }
const output: Search['output'] = { hits: [{ url: null, next: { url: 'a' } }] }
export const first: string | null | undefined = output.hits[0]?.next?.url
export const names: readonly (keyof RemoteTools)[] = ['mcp_docs.search', 'mcp_docs.pages.read']

// @ts-expect-error: a field that the tool does not have
export const typing: Search['input'] = { query: 'tea', limt: 3 }
// @ts-expect-error: the wrong type
export const wrong: Search['input'] = { query: 5 }
// @ts-expect-error: a tool that the server does not have
export type Missing = RemoteTools['mcp_docs.serach']

export const known = [
  defineAgent({ mcp: { url, include: ['search', 'pages.*'], exclude: ['pages.read'] } }),
  defineAgent({ mcp: { url: process.argv[2] ?? url, name: 'docs_example_com', exclude: ['pages.read'] } }),
  defineAgent({ mcp: [{ url: 'https://new.example.com', include: ['anything'] }, { url, include: ['search'] }] }),
  defineAgent({ mcp: process.argv[2] === undefined ? [] : { url, include: ['search'] } }),
  defineAgent({ mcp: { url, name: 'others', include: ['anything'] } }),
  defineAgent(),
]
declare const anyServer: RemoteServer
export const computed = defineAgent({ instructions: 'Speak.', mcp: [anyServer, anyServer] })

// @ts-expect-error
defineAgent({ mcp: { url, include: ['serach'] } })
// @ts-expect-error
defineAgent({ mcp: { url, exclude: ['search.*'] } })
// @ts-expect-error
defineAgent({ mcp: { url: input.query, name: 'docs_example_com', exclude: ['delete'] } })
// @ts-expect-error
defineAgent({ mcp: [{ url: 'https://new.example.com' }, { url, include: ['anything'] }] })
// @ts-expect-error
defineAgent({ mcp: { url, nmae: 'docs' } })
// @ts-expect-error
defineAgent({ instructoins: 'Speak.' })
`

async function writeUser(): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'fw-remote-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  symlinkSync(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'))
  mkdirSync(join(root, '.fw/types'), { recursive: true })
  const tools = [SEARCH, tool('pages.read', { type: 'object' }), tool('net', { $ref: 'https://x.example.com/s.json' })]
  const { text } = await emitRemoteTypes([{ name: 'docs_example_com', host: 'docs.example.com', tools }])
  writeFileSync(join(root, '.fw/types/remote-tools.d.ts'), text)
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(root, 'agent.ts'), USER)
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  return root
}

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    target: 'es2023',
    module: 'nodenext',
    allowImportingTsExtensions: true,
    customConditions: ['fw-source'],
    types: ['node'],
    skipLibCheck: true,
  },
  include: ['*.ts', '.fw/types'],
}

describe('the types of remote tools', () => {
  it('accept valid names and inputs and reject invalid ones, in a strict app', async () => {
    const root = await writeUser()
    const run = promisify(execFile)(process.execPath, [TSC, '-p', root, '--pretty', 'false'], { cwd: root })
    const { stdout } = await run.catch((error: { stdout: string }) => error)
    expect(stdout).toBe('')
  })
})

describe('untrusted schemas', () => {
  it('are data: their strings never become code', async () => {
    const code = '}; declare global { var stolen: 1 }; export const x = 1; export type Y = {'
    const { text, problems } = await emit(
      tool(
        'evil',
        {
          type: 'object',
          title: code,
          $id: code,
          tsType: code,
          description: `Ends here */ ${code} /* @ts-nocheck`,
          properties: {
            [`a" ${code}`]: { tsType: code, type: 'string' },
            pick: { enum: [`"${code}`], tsEnumNames: [code] },
            shown: { type: 'string', description: '\u202egnp.exe*/' },
          },
        },
        { extends: code, type: 'object' },
        `*/ ${code}`,
      ),
      tool(`*/ ${code}`, { type: 'object' }),
    )
    const tree = ts.createSourceFile('remote-tools.d.ts', text, ts.ScriptTarget.Latest)
    expect(tree.statements.map(({ kind }) => ts.SyntaxKind[kind])).toEqual([
      'ImportDeclaration',
      ...Array.from({ length: tree.statements.length - 2 }, () => 'InterfaceDeclaration'),
      'ModuleDeclaration',
    ])
    expect(text).not.toContain('@ts-nocheck')
    expect(text).not.toContain('\u202e')
    expect(problems).toEqual([])
  })

  it.each([
    [
      'a reference to the net',
      { $ref: 'https://evil.example.com/s.json' },
      'refers to "https://evil.example.com/s.json"',
    ],
    ['one to a file', { properties: { a: { $ref: 'file:///etc/passwd' } } }, 'refers to "file:///etc/passwd"'],
    ['one to nothing', { properties: { a: { $ref: '#/$defs/Gone' } } }, 'which does not exist'],
    ['one to what every object has', { $ref: '#/$defs/constructor', $defs: {} }, 'which does not exist'],
    ['no schema', 5, 'not a JSON Schema'],
    ['depth', nested(40), 'nested deeper'],
    ['breadth', { anyOf: Array.from({ length: 900 }, () => ({ type: 'string' })) }, 'more than 500 parts'],
    ['many values', { enum: Array.from({ length: 900 }, (_, index) => index) }, 'lists more than 500 values'],
  ])('that cannot be typed are unknown, with the reason: %s', async (_what, input, reason) => {
    const { text, problems } = await emit(tool('odd', input), SEARCH)
    expect(problems).toEqual([expect.stringMatching(/^The type of the input of mcp_docs\.odd is unknown: /)])
    expect(problems[0]).toContain(reason)
    expect(text).toContain('type McpDocsOddInput = unknown')
    expect(text).toContain('query: string')
  })

  it("that the generator can't read don't affect other tools", async () => {
    const input = { type: 'object', properties: { hasOwnProperty: { type: 'string' } } }
    const { text, problems } = await emit(SEARCH, tool('odd', input), tool('other', { type: 'object' }))
    expect(problems).toEqual(['The types of mcp_docs.odd are unknown: no types can be generated from its schemas.'])
    expect(text).toContain('query: string')
    expect(text).toContain('"mcp_docs.other"')
  })

  it('are written once for each part: unions beside types duplicate nothing', async () => {
    // The generator alone writes 130 seconds and 50 MB for half of this.
    const chain = (depth: number): object =>
      depth === 0
        ? { type: 'string' }
        : {
            type: ['object', 'array', 'string'],
            properties: { inner: chain(depth - 1) },
            anyOf: [
              { required: ['b'], properties: { b: { type: 'string' } } },
              { properties: { b: { type: 'number' } } },
            ],
          }
    const { text, problems } = await emit(tool('deep', chain(14)))
    expect(problems).toEqual([])
    expect(text.length).toBeLessThan(20_000)
  })

  it('keep everything that types can express', () => {
    const read = foreignSchema({
      properties: { pair: { items: [{ type: 'string' }, true], additionalItems: false }, free: { type: 'object' } },
      required: ['pair', 'other', 5],
      patternProperties: { '^x-': {} },
    })
    expect(read).toEqual({
      schema: {
        type: 'object',
        properties: {
          pair: { type: 'array', prefixItems: [{ type: 'string' }, {}], items: false, minItems: 0 },
          free: { type: 'object', additionalProperties: true },
        },
        required: ['pair'],
        additionalProperties: true,
      },
    })
    expect(foreignSchema({ type: ['string', 'null'], const: 'a' })).toEqual({ schema: { enum: ['a'] } })
    expect(foreignSchema({ oneOf: [{ type: 'string' }, {}] })).toEqual({ schema: {} })
  })
})

function nested(depth: number): object {
  return depth === 0 ? { type: 'string' } : { type: 'object', properties: { a: nested(depth - 1) } }
}
