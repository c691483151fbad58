import type { JsonSchema } from '@fw/runtime/contract'
import { describe, expect, it } from 'vitest'
import { CliError } from '../../cli/src/cli-error.ts'
import { kebab, listFlags, parseFlags } from '../../cli/src/flags.ts'
import { toolHelp, toolList } from '../../cli/src/tool/help.ts'

const schema: JsonSchema = {
  type: 'object',
  properties: {
    query: { type: 'string', description: 'Words to look for.' },
    maxPrice: { type: 'integer' },
    rating: { type: 'number' },
    inStock: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    address: { $ref: '#/$defs/Address' },
    sort: { enum: ['price', 'name'] },
    size: { anyOf: [{ const: 1 }, { const: 2 }, { type: 'null' }] },
    note: { type: ['string', 'null'] },
    until: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
  },
  required: ['query'],
  $defs: { Address: { type: 'object', properties: { city: { type: 'string' } } } },
}

const parse = (...args: string[]) => parseFlags(schema, args)

describe('reading values', () => {
  it('RUN-02 every property is a flag, by its exact name and in kebab-case', async () => {
    expect(await parse('--query', 'tea', '--max-price', '5')).toEqual({ query: 'tea', maxPrice: 5 })
    expect(await parse('--query=tea', '--maxPrice=5')).toEqual({ query: 'tea', maxPrice: 5 })
    expect(listFlags(schema).map((flag) => flag.name)).toContain('in-stock')
  })

  it('RUN-03 integers and numbers are read as numbers', async () => {
    expect(await parse('--maxPrice', '-3', '--rating', '4.5')).toEqual({ maxPrice: -3, rating: 4.5 })
    expect(await parse('--rating', '1e3')).toEqual({ rating: 1000 })
    // Not an integer: the pipeline reports it, with its own message.
    expect(await parse('--maxPrice', '1.5')).toEqual({ maxPrice: 1.5 })
  })

  it('RUN-04 a boolean is bare or explicit', async () => {
    expect(await parse('--inStock')).toEqual({ inStock: true })
    expect(await parse('--in-stock', 'false')).toEqual({ inStock: false })
    expect(await parse('--in-stock=false', '--query', 'tea')).toEqual({ inStock: false, query: 'tea' })
    expect(await parse('--in-stock', '--query', 'tea')).toEqual({ inStock: true, query: 'tea' })
  })

  it('RUN-05 lists and objects are JSON', async () => {
    expect(await parse('--tags', '["a","b"]', '--address', '{"city":"Bern"}')).toEqual({
      tags: ['a', 'b'],
      address: { city: 'Bern' },
    })
  })

  it('an enum returns the member itself, of any type', async () => {
    expect(await parse('--sort', 'price', '--size', '2')).toEqual({ sort: 'price', size: 2 })
    expect(await parse('--size', 'null')).toEqual({ size: null })
  })

  it('a string stays text, also where it looks like something else', async () => {
    expect(await parse('--query', '5', '--note', 'null')).toEqual({ query: '5', note: 'null' })
    expect(await parse('--query=--tea')).toEqual({ query: '--tea' })
    expect(await parse('--query', '')).toEqual({ query: '' })
  })

  it('a union of kinds is JSON where it is JSON, else text', async () => {
    expect(await parse('--until', '7')).toEqual({ until: 7 })
    expect(await parse('--until', 'tomorrow')).toEqual({ until: 'tomorrow' })
  })

  it('RUN-08 missing values are left to the pipeline', async () => {
    expect(await parse()).toEqual({})
  })

  it('the branches of a union at the root all have flags', async () => {
    const union: JsonSchema = {
      anyOf: [
        { type: 'object', properties: { kind: { const: 'card' }, number: { type: 'string' } }, required: ['kind'] },
        { type: 'object', properties: { kind: { const: 'cash' } }, required: ['kind'] },
      ],
    }
    expect(await parseFlags(union, ['--kind', 'cash', '--number', '1'])).toEqual({ kind: 'cash', number: '1' })
  })

  it('kebab-case keeps abbreviations together', () => {
    expect([kebab('orderId'), kebab('htmlURLPath'), kebab('line_2')]).toEqual(['order-id', 'html-url-path', 'line-2'])
  })
})

describe('refusing arguments', () => {
  it.each([
    ['RUN-07 an undeclared flag', ['--colour', 'red'], 'no flag --colour'],
    ['a member of Object.prototype', ['--constructor', 'x'], 'no flag --constructor'],
    ['a bare word', ['tea'], 'not a flag'],
    ['a short flag', ['-q', 'tea'], 'not a flag'],
    ['a flag without its value', ['--query'], 'needs a value'],
    ['a flag in the place of a value', ['--query', '--sort', 'name'], 'needs a value'],
    ['a flag given twice', ['--query', 'a', '--query', 'b'], 'twice'],
    ['a flag given twice in two spellings', ['--max-price', '1', '--maxPrice', '2'], 'twice'],
    ['no number', ['--maxPrice', 'five'], 'must be a number'],
    ['infinity', ['--rating', '1e999'], 'must be a number'],
    ['an empty number', ['--rating', ''], 'must be a number'],
    ['no JSON', ['--tags', 'a,b'], 'must be valid JSON'],
    ['no member', ['--sort', 'colour'], 'price, name'],
    ['neither true nor false', ['--in-stock=yes'], 'true or false'],
  ])('%s', async (_what, args, words) => {
    await expect(parse(...args)).rejects.toThrow(words)
    await expect(parse(...args)).rejects.toThrow(CliError)
  })

  it('a list that is given as several flags is explained', async () => {
    const fix = `Write the whole value once, as JSON: --tags '["a", "b"]'.`
    await expect(parse('--tags', 'a', '--tags', 'b')).rejects.toMatchObject({ fix })
  })
})

describe('help', () => {
  const tool = {
    name: 'api.shop.search',
    description: 'Finds products.\nSecond line.',
    guard: 'auto' as const,
    input: schema,
    where: 'server' as const,
  }

  it('RUN-06 shows the members of an enum', () => {
    expect(toolHelp(tool)).toMatch(/--sort <price\|name> +One of price, name\./)
    expect(toolHelp(tool)).toMatch(/--query <text> +Words to look for\. Required\./)
  })

  it('RUN-01 lists name, guard in brackets and description, one tool a line', () => {
    const other = { ...tool, name: 'api.shop.a', guard: 'confirm' as const, description: 'Stops\u001b[2J here.' }
    expect(toolList([tool, other])).toBe(
      'Tools:\n  api.shop.search  [auto]     Finds products.\n  api.shop.a       [confirm]  Stops\\u001b[2J here.',
    )
  })
})
