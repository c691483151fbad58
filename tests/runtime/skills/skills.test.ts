import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { validate } from 'skills-ref'
import { afterEach, expect, test } from 'vitest'
import { discoverSkills, parseSkill, skillIndex } from '../../../runtime/src/agent.ts'

const REFUND = `---
name: refunds
description: How to refund an order.
when: A customer wants money back.
tools: [api.orders.find, api.orders.refund]
---

# Refunds

Find the order first.
`

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function skillFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'fw-skills-'))
  folders.push(folder)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

const about = (description: string) => `---\ndescription: ${description}\n---\nText.\n`

test('SKL-01 a skill has its name, description, when, tools, body and file', () => {
  expect(parseSkill(REFUND, 'refunds', 'refunds.md')).toEqual({
    name: 'refunds',
    description: 'How to refund an order.',
    when: 'A customer wants money back.',
    tools: ['api.orders.find', 'api.orders.refund'],
    body: '# Refunds\n\nFind the order first.',
    file: 'refunds.md',
  })
  expect(parseSkill(about('Help.'), 'help')).toEqual({
    name: 'help',
    description: 'Help.',
    tools: [],
    body: 'Text.',
    file: 'help',
  })
})

test('the fields of the public format mean the same', () => {
  const text = [
    '---',
    'name: refunds',
    'description: >',
    '  How to refund',
    '  an order.',
    'license: MIT',
    'allowed-tools: api.orders.find api.orders.refund',
    'metadata:',
    '  when: A customer wants money back.',
    '---',
    'Text.',
  ].join('\r\n')
  expect(parseSkill(`\uFEFF${text}`, 'refunds')).toMatchObject({
    description: 'How to refund an order.',
    when: 'A customer wants money back.',
    tools: ['api.orders.find', 'api.orders.refund'],
    body: 'Text.',
  })
})

test('the public validator accepts an equivalent package', async () => {
  const text = REFUND.replace(/when: .*\ntools: .*\n/, 'metadata:\n  when: A customer wants money back.\n')
  const folder = skillFolder({ 'refunds/SKILL.md': text })
  expect(await validate(join(folder, 'refunds'))).toEqual([])
  expect(await discoverSkills(folder)).toMatchObject([{ name: 'refunds', when: 'A customer wants money back.' }])
})

test('SKL-02 SKL-03 flat files and packages are found, sorted by name', async () => {
  const folder = skillFolder({
    'returns.md': about('Returns.'),
    'gift-cards/SKILL.md': about('Gift cards.'),
    'gift-cards/notes.md': 'Not a skill.',
    'gift-cards/references/table.md': 'Not a skill.',
    'team/opening-hours/SKILL.md': about('Hours.'),
    'notes.txt': 'Not a skill.',
  })
  expect((await discoverSkills(folder)).map(({ name, file }) => [name, file])).toEqual([
    ['gift-cards', 'gift-cards/SKILL.md'],
    ['opening-hours', 'team/opening-hours/SKILL.md'],
    ['returns', 'returns.md'],
  ])
})

test.each([
  ['a name with capitals', `---\nname: Refunds\ndescription: x\n---\n`, 'lower-case letters'],
  ['a name that is too long', `---\nname: ${'a'.repeat(65)}\ndescription: x\n---\n`, 'at most 64'],
  ['a description that is too long', about('x'.repeat(1025)), 'more than 1024'],
  ['a description that is not a string', '---\ndescription: [a]\n---\n', '"description" that is not a string'],
  ['tools that are not names', '---\ndescription: x\ntools: { a: 1 }\n---\n', '"tools" that are not names'],
  ['frontmatter that is not YAML', '---\ndescription: "x\n---\n', 'not valid YAML'],
  ['frontmatter without fields', '---\njust text\n---\n', 'without fields'],
])('SKL-04 %s is refused, with the file and what to do', (_what, text, message) => {
  expect(() => parseSkill(text, 'refunds', 'refunds.md')).toThrow(/^The skill refunds\.md /)
  expect(() => parseSkill(text, 'refunds', 'refunds.md')).toThrow(message)
})

test('SKL-04 two skills of one name are refused, and a package that is not named after its folder', async () => {
  const twice = skillFolder({ 'refunds.md': about('x'), 'refunds/SKILL.md': about('x') })
  await expect(discoverSkills(twice)).rejects.toThrow(
    'Two skills are named "refunds": refunds.md and refunds/SKILL.md.',
  )
  const other = skillFolder({ 'money-back/SKILL.md': REFUND })
  await expect(discoverSkills(other)).rejects.toThrow('is named "refunds", but its folder is named "money-back"')
})

test('a package has all its files, and one that MCP clients would refuse is reported', async () => {
  const main = about('Returns.')
  const folder = skillFolder({ 'returns/SKILL.md': main, 'returns/more/table.md': 'Table.', 'returns/.hidden': 'x' })
  expect((await discoverSkills(folder))[0]?.package).toEqual({
    frontmatter: { name: 'returns', description: 'Returns.' },
    files: [
      { path: 'SKILL.md', text: main.replace('---\n', '---\nname: returns\n') },
      { path: 'more/table.md', text: 'Table.' },
    ],
  })
  const many = Object.fromEntries(Array.from({ length: 512 }, (_, index) => [`a/${index}.txt`, 'x']))
  await expect(discoverSkills(skillFolder({ 'a/SKILL.md': main, ...many }))).rejects.toThrow(
    'has 513 files, at most 512',
  )
  const large = { 'a/SKILL.md': main, 'a/data.txt': 'x'.repeat(16 * 1024 * 1024) }
  await expect(discoverSkills(skillFolder(large))).rejects.toThrow('more than 16 MiB')
  const unnamed = { 'a/SKILL.md': '---\nname:\ndescription: x\n---\n' }
  await expect(discoverSkills(skillFolder(unnamed))).rejects.toThrow('has an empty "name"')
})

test('SKL-05 a missing directory means no skills', async () => {
  expect(await discoverSkills(join(skillFolder({}), 'skills'))).toEqual([])
})

test('SKL-06 missing frontmatter throws', () => {
  expect(() => parseSkill('# Refunds', 'refunds', 'refunds.md')).toThrow('The skill refunds.md has no frontmatter.')
  expect(() => parseSkill('---\ndescription: x\n', 'refunds')).toThrow('has no frontmatter')
  expect(() => parseSkill('Text\n---\ndescription: x\n---\n', 'refunds')).toThrow('has no frontmatter')
})

test('SKL-07 a missing description throws', () => {
  expect(() => parseSkill('---\nname: refunds\n---\n', 'refunds')).toThrow('has no description')
  expect(() => parseSkill('---\ndescription: ""\n---\n', 'refunds')).toThrow('has no description')
})

test('SKL-08 the index has no bodies', () => {
  const [summary] = skillIndex([parseSkill(REFUND, 'refunds')])
  expect(summary).toEqual({
    name: 'refunds',
    description: 'How to refund an order.',
    when: 'A customer wants money back.',
    tools: ['api.orders.find', 'api.orders.refund'],
  })
})

test('nested files are skills, a README is not, and files of a package belong to it', async () => {
  const folder = skillFolder({
    'README.md': '# Skills of this shop',
    'orders/readme.md': 'For people.',
    'refunds.md': about('Refunds.'),
    'orders/cancel.md': about('Cancels.'),
    'orders/deep/track.md': about('Tracks.'),
    'billing/SKILL.md': about('Bills.'),
    'billing/reference.md': 'No frontmatter.',
    'billing/docs/more.md': 'No frontmatter.',
    'notes.txt': 'Not Markdown.',
  })
  expect((await discoverSkills(folder)).map(({ name, file }) => [name, file])).toEqual([
    ['billing', 'billing/SKILL.md'],
    ['cancel', 'orders/cancel.md'],
    ['refunds', 'refunds.md'],
    ['track', 'orders/deep/track.md'],
  ])
})

test.each([
  [{ 'SKILL.md': about('Lost.') }, 'SKILL.md must be in a folder'],
  [{ 'a/help.md': about('One.'), 'b/help.md': about('Two.') }, 'Two skills are named "help": a/help.md and b/help.md'],
  [{ 'orders/Refund Order.md': about('One.') }, 'The skill orders/Refund Order.md is named "Refund Order"'],
  [{ 'orders/plain.md': 'Text.' }, 'The skill orders/plain.md has no frontmatter'],
])('what cannot be a skill is reported with its path: %j', async (files, message) => {
  await expect(discoverSkills(skillFolder(files))).rejects.toThrow(message)
})
