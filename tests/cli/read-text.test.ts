import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonSchema } from '@fw/runtime/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CliError } from '../../cli/src/cli-error.ts'
import { parseFlags } from '../../cli/src/flags.ts'
import { createReadText } from '../../cli/src/tool/read-text.ts'

const schema: JsonSchema = {
  type: 'object',
  properties: {
    note: { type: 'string' },
    lines: { type: 'array' },
    price: { type: 'number' },
    until: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
    mark: { enum: ['-', '@all', 'none'] },
    loud: { type: 'boolean' },
  },
}

let cwd: string
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'fw-texts-'))
  mkdirSync(join(cwd, 'folder'))
  writeFileSync(join(cwd, 'letter.txt'), '\u{feff}Grüße,\nTom\n')
  writeFileSync(join(cwd, '@home'), 'sweet')
  writeFileSync(join(cwd, 'lines.json'), '[{ "id": "tea" }]\n')
  writeFileSync(join(cwd, 'price.txt'), '4.5\n')
  writeFileSync(join(cwd, 'picture.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47]))
  writeFileSync(join(cwd, 'zeros.bin'), Buffer.alloc(8))
  writeFileSync(join(cwd, 'large.txt'), 'x'.repeat(101))
  writeFileSync(join(cwd, 'full.txt'), 'x'.repeat(100))
})
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

/** With `input` piped in; `asked` counts who has read it. */
function parse(args: readonly string[], input = '') {
  const asked = { times: 0 }
  async function* readInput() {
    asked.times += 1
    // In the middle of a letter: chunks know nothing of them.
    const bytes = Buffer.from(input)
    yield bytes.subarray(0, 1)
    yield bytes.subarray(1)
  }
  return { asked, input: parseFlags(schema, args, createReadText({ readInput }, { cwd, maxBytes: 100 })) }
}

describe('values that stand elsewhere', () => {
  it.each([
    ['a text is the unchanged file', ['--note', '@letter.txt'], { note: 'Grüße,\nTom\n' }],
    ['JSON of a file', ['--lines=@lines.json'], { lines: [{ id: 'tea' }] }],
    ['a number of a file', ['--price', '@price.txt'], { price: 4.5 }],
    ['a union is JSON where it is JSON', ['--until', '@price.txt'], { until: 4.5 }],
    ['as large as may be', ['--note', '@full.txt'], { note: 'x'.repeat(100) }],
    ['@@ begins a text with @', ['--note', '@@home'], { note: '@home' }],
    ['a file whose name begins with @', ['--note', '@./@home'], { note: 'sweet' }],
    ['a URL is not a file', ['--note', 'me@example.org'], { note: 'me@example.org' }],
    ['a member of an enum is meant', ['--mark', '@all'], { mark: '@all' }],
  ])('%s', async (_what, args, expected) => {
    expect(await parse(args).input).toEqual(expected)
  })

  it('- and @- are the input, and a member of an enum is not', async () => {
    expect(await parse(['--note', '-'], 'ümlaut\n').input).toEqual({ note: 'ümlaut\n' })
    expect(await parse(['--note=@-'], 'tea').input).toEqual({ note: 'tea' })
    const member = parse(['--mark', '-'], 'none')
    expect(await member.input).toEqual({ mark: '-' })
    expect(member.asked.times).toBe(0)
  })

  it.each([
    ['a file that does not exist', ['--note', '@nothing.txt'], 'nothing.txt does not exist'],
    ['a folder', ['--note', '@folder'], 'folder is a folder'],
    ['no file at all', ['--note', '@'], 'has no file name'],
    ['a picture', ['--note', '@picture.png'], 'is not valid UTF-8 text'],
    ['bytes of 0', ['--note', '@zeros.bin'], 'is not valid UTF-8 text'],
    ['too much', ['--note', '@large.txt'], 'exceeds the limit of 100 bytes'],
    ['too much JSON', ['--lines', '-'], 'exceeds the limit of 100 bytes'],
    ['a letter as JSON', ['--lines', '@letter.txt'], 'must be valid JSON'],
    ['the input twice', ['--note', '-', '--lines', '-'], 'already read for --note'],
  ])('refuses %s', async (_what, args, words) => {
    const { input } = parse(args, 'y'.repeat(args[0] === '--lines' ? 101 : 10))
    await expect(input).rejects.toThrow(words)
    await expect(input).rejects.toThrow(CliError)
  })

  it('an unknown flag is reported before anything is read', async () => {
    const { input, asked } = parse(['--note', '-', '--colour', 'red'])
    await expect(input).rejects.toThrow('no flag --colour')
    expect(asked.times).toBe(0)
  })
})
