/** The skills in the documentation and in the test apps follow the rules of the public format. */
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { parseSkill } from '../../runtime/src/skills/parse-skill.ts'

const REPOSITORY = join(import.meta.dirname, '../..')
/** Fields of the public format; its validators reject other fields. */
const FIELDS = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools']

const guide = readFileSync(join(REPOSITORY, 'docs/guide/copilot.md'), 'utf8')
const documented = /```text\n(---\nname: (\S+)[\s\S]*?)```/.exec(guide)
const files = ['tests/cli/apps/desk/src/skills/refunds/SKILL.md']

const skills: readonly (readonly [where: string, folder: string, text: string])[] = [
  ['docs/guide/copilot.md', 'refunds', documented?.[1] ?? ''],
  ...files.map((file) => [file, basename(dirname(file)), readFileSync(join(REPOSITORY, file), 'utf8')] as const),
]

test('the guide has an example', () => {
  expect(documented).not.toBeNull()
})

test.each(skills)('%s', (_where, folder, text) => {
  const frontmatter = /^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? ''
  const fields = parseDocument(frontmatter).toJS() as Record<string, unknown> // checked below
  expect(Object.keys(fields).filter((name) => !FIELDS.includes(name))).toEqual([])
  expect(fields.name).toBe(folder)
  expect(folder).toMatch(/^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/)
  expect(String(fields.description)).toMatch(/^(?=\S)[\s\S]{1,1024}$/)
  if (fields['allowed-tools'] !== undefined) expect(fields['allowed-tools']).toBeTypeOf('string')
  for (const value of Object.values(fields.metadata ?? {})) expect(value).toBeTypeOf('string')
  expect(parseSkill(text, folder)).toMatchObject({
    name: folder,
    when: 'A customer wants money back.',
    tools: ['api.orders.find'],
    body: 'Find the order first.',
  })
})
