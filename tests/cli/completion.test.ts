/**
 * What shells complete: the engine, and the words that they send it. The script of bash is tried in bash by
 * `run.test.ts`.
 */
import type { ListedTool } from '@fw/compiler/start'
import { describe, expect, it } from 'vitest'
import { type CommandShape, type CompleteOptions, complete, FILES } from '../../cli/src/complete/complete.ts'
import { printCompletion, readWords, splitLine } from '../../cli/src/complete/shell-format.ts'

const tools: readonly ListedTool[] = [
  {
    name: 'api.shop.search',
    guard: 'auto',
    description: 'Finds products.',
    input: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Words to look for.' },
        maxPrice: { type: 'integer' },
        inStock: { type: 'boolean' },
        sort: { enum: ['price', 'name', null] },
        tags: { type: 'array' },
      },
      required: ['query'],
    },
  },
  { name: 'api.shop.order', guard: 'confirm', description: 'Orders.' },
  { name: 'Cart.add', description: 'Adds one.' },
]

const commands: readonly CommandShape[] = [
  { name: 'run', description: 'Call a tool.', options: [], values: {} },
  {
    name: 'check',
    description: 'Check the app.',
    options: [
      { names: ['--format'], takesValue: true, description: 'pretty, json or github.' },
      { names: ['-n', '--dry-run'], takesValue: false },
      { names: ['--baseline'], takesValue: true },
      { names: ['--from'], takesValue: true },
    ],
    values: { '--format': ['pretty', 'json', 'github'], '--baseline': FILES, '': FILES },
  },
  { name: 'codemod', options: [], values: { '': ['one', { value: 'two', description: 'Second.' }] } },
]

const folders: Readonly<Record<string, readonly string[]>> = {
  '': ['letter.txt', 'letters/', '.env', 'cart.json'],
  'letters/': ['first.txt', '.hidden'],
}

const options: CompleteOptions = {
  commands: () => commands,
  tools: () => tools,
  entries: (folder) => folders[folder] ?? [],
}

const found = (...words: string[]) => complete(['fw', ...words], options)
const values = (...words: string[]) => {
  const answer = found(...words)
  return answer === FILES ? FILES : answer.map(({ value }) => value)
}

describe('fw and its commands', () => {
  it.each<[string[], readonly string[] | string]>([
    [[''], ['run', 'check', 'codemod', '--help', '--version']],
    [['c'], ['check', 'codemod']],
    [['--v'], ['--version']],
    [['nothing', ''], []],
    [
      ['check', '--'],
      ['--format', '--dry-run', '--baseline', '--from', '--help'],
    ],
    [['check', '--dry-run', '--format', 'json', '--f'], ['--from']],
    [['check', '-n', '--d'], []],
    [
      ['check', '--format', ''],
      ['pretty', 'json', 'github'],
    ],
    [['check', '--format=g'], ['--format=github']],
    [['check', '--from', ''], []],
    [['check', '--baseline', 'a'], FILES],
    [['check', ''], FILES],
    [
      ['codemod', ''],
      ['one', 'two'],
    ],
  ])('%j', (words, expected) => {
    expect(values(...words)).toEqual(expected)
  })

  it('describes each candidate', () => {
    expect(found('ch')).toEqual([{ value: 'check', description: 'Check the app.' }])
    expect(found('codemod', 't')).toEqual([{ value: 'two', description: 'Second.' }])
  })
})

describe('fw run', () => {
  it.each<[string[], readonly string[]]>([
    [[''], ['api.shop.search', 'api.shop.order', 'Cart.add']],
    [['api.shop.s'], ['api.shop.search']],
    [['shop.'], ['shop.search', 'shop.order']],
    [['shop__o'], ['shop__order']],
    [['-'], ['--help']],
    [['api.shop.nothing', '--'], []],
    [['api.shop.order', ''], ['--help']],
    [
      ['shop.search', ''],
      ['--query', '--max-price', '--in-stock', '--sort', '--tags', '--help'],
    ],
    [
      ['shop__search', '--query', 'tea', '--maxPrice=3', '--'],
      ['--in-stock', '--sort', '--tags', '--help'],
    ],
    [
      ['shop.search', '--sort', ''],
      ['price', 'name', 'null'],
    ],
    [
      ['shop.search', '--sort=n'],
      ['--sort=name', '--sort=null'],
    ],
    [['shop.search', '--in-stock', 'f'], ['false']],
    [['shop.search', '--in-stock', '--s'], ['--sort']],
    [
      ['shop.search', '--in-stock='],
      ['--in-stock=true', '--in-stock=false'],
    ],
    // A value of any kind may stand elsewhere.
    [
      ['shop.search', '--tags', ''],
      ['@', '-'],
    ],
    [['shop.search', '--query', 't'], []],
    [
      ['shop.search', '--query', '@l'],
      ['@letter.txt', '@letters/'],
    ],
    [['shop.search', '--tags=@c'], ['--tags=@cart.json']],
    [['shop.search', '--query', '@letters/'], ['@letters/first.txt']],
    [['shop.search', '--query', '@.'], ['@.env']],
    [['shop.search', '--query', '@nowhere/'], []],
  ])('%j', (words, expected) => {
    expect(values('run', ...words)).toEqual(expected)
  })

  it('describes tools, flags and their approval', () => {
    expect(found('run', 'api.shop.o')).toEqual([{ value: 'api.shop.order', description: '[confirm] Orders.' }])
    expect(found('run', 'shop.search', '--q')).toEqual([
      { value: '--query', description: 'Words to look for. Required.' },
    ])
  })
})

describe('input from a shell, and output to it', () => {
  it.each([
    ['fw run ', ['fw', 'run', '']],
    ['fw  run\tshop.s', ['fw', 'run', 'shop.s']],
    [
      `fw run x --query "green tea" --note 'a "b"' --c\\ d`,
      ['fw', 'run', 'x', '--query', 'green tea', '--note', 'a "b"', '--c d'],
    ],
    ['fw run x --query "gre', ['fw', 'run', 'x', '--query', 'gre']],
    ['fw run x --query "" ', ['fw', 'run', 'x', '--query', '', '']],
  ])('%j is split as bash does', (line, words) => {
    expect(splitLine(line)).toEqual(words)
  })

  it('variables before the command are not part of it', () => {
    expect(readWords('bash', ['A=1 B="2 3" fw run x=1'])).toEqual(['fw', 'run', 'x=1'])
    expect(readWords('zsh', ['A=1', 'fw', 'b'])).toEqual(['fw', 'b'])
    expect(readWords('fish', ['fw', ''])).toEqual(['fw', ''])
  })

  it('a candidate is one line, with any description', () => {
    const answer = [
      { value: 'a', description: 'One\tline\u001b[2J,\nand more' },
      { value: 'b', description: 'x'.repeat(99) },
      { value: 'c' },
    ]
    expect(printCompletion('zsh', '', answer)).toBe(`a\tOne line\\u001b[2J,\nb\t${'x'.repeat(79)}…\nc`)
    expect(printCompletion('bash', 'word', answer)).toBe('word\na\nb\nc')
    expect(printCompletion('fish', '', FILES)).toBe(':files')
  })
})
