import { expect, it } from 'vitest'
import { defineCodemod } from '../../codemods/src/codemod.ts'
import { selectCodemods } from '../../codemods/src/select.ts'
import { compareVersions } from '../../codemods/src/version.ts'

const codemod = (id: string, release?: string) =>
  defineCodemod({ id, title: id, ...(release === undefined ? {} : { release }), transform: () => {} })

const all = [codemod('c', '0.10.0'), codemod('a', '0.2.0'), codemod('b', '0.3.0'), codemod('next-pages-to-routes')]
const idsOf = (from: string, to: string) => selectCodemods(all, { from, to }).map(({ id }) => id)

it('the range is half-open: after --from, at or before --to, oldest first', () => {
  expect(idsOf('0.2.0', '0.10.0')).toEqual(['b', 'c'])
  expect(idsOf('0.1.9', '0.3.0')).toEqual(['a', 'b'])
  expect(idsOf('0.3.0', '0.3.0')).toEqual([])
  expect(idsOf('0.2.0-beta.1', '0.2.0')).toEqual(['a'])
})

it('a migration from another framework is never selected', () => {
  expect(idsOf('0.0.0', '99.0.0')).toEqual(['a', 'b', 'c'])
})

it('a range that is not a version is an error', () => {
  expect(() => idsOf('latest', '1.0.0')).toThrow('"latest" is not a version')
})

it('an id or a release that could not be selected is refused', () => {
  expect(() => codemod('Rename_X')).toThrow('is not kebab-case')
  expect(() => codemod('rename-x', '1.2')).toThrow('is not a version such as 1.2.3')
})

it('versions are ordered by semver.org section 11', () => {
  const ordered =
    '1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0 1.0.1'
  const versions = ordered.split(' ')
  expect([...versions].reverse().sort(compareVersions)).toEqual(versions)
  expect(compareVersions('1.0.0+build', 'v1.0.0')).toBe(0)
})
