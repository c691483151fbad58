/** Tags that resemble a keyword: each is a warning that names the intended keyword. */
import { describe, expect, it } from 'vitest'
import { deriveAll } from './derive-all.ts'

const MEANT: readonly (readonly [tag: string, type: string, meant: string])[] = [
  ['@minlength 3', 'string', '@minLength'],
  ['@MaxLength 3', 'string', '@maxLength'],
  ['@min 3', 'number', '@minimum'],
  ['@max 3', 'string', '@maxLength'],
  ['@min 1', 'string[]', '@minItems'],
  ['@type integer', 'number', '@integer'],
  ['@type {int}', 'number', '@integer'],
  ['@patern ^a$', 'string', '@pattern'],
  ['@regex ^a$', 'string', '@pattern'],
  ['@defualt 3', 'number', '@default'],
  ['@uniqueitems', 'string[]', '@uniqueItems'],
]

const OTHERS = [
  '@see a',
  '@since 1.0',
  '@defaultValue 3',
  '@param min 3',
  '@type {string}',
  '@category x',
  '@todo',
  '@minty 1',
]

describe('a tag that resembles a keyword', () => {
  const contracts = deriveAll(
    MEANT.map(([tag, type]) => ({ code: `export interface Root {\n  /** ${tag} */\n  a: ${type}\n}` })),
  )

  it.each(MEANT.map(([tag, type, meant], at) => ({ tag, type, meant, at })))(
    '$tag at $type is a warning about $meant',
    ({ meant, at }) => {
      const [found, ...others] = contracts[at]!().diagnostics
      expect(others).toEqual([])
      expect(found).toMatchObject({ code: 'ignored-doc-tag', severity: 'warning' })
      expect(found?.message).toContain(`Did you mean ${meant}?`)
      expect(found?.fixes?.[0]?.edits[0]?.text.startsWith(meant)).toBe(true)
    },
  )

  it('tags of other tools are ignored', () => {
    const code = `export interface Root {\n  /**\n${OTHERS.map((tag) => `   * ${tag}\n`).join('')}   */\n  a: number\n}`
    const [derive] = deriveAll([{ code }])
    expect(derive!().diagnostics).toEqual([])
  })
})
