import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import ownTemporaryFolder from '../temporary-files.ts'

it('temporary files of a run are removed when it ends, including those of failed tests', () => {
  // This run already has such a folder, in which the folder of the nested run is created.
  const outer = tmpdir()
  expect(outer).toMatch(/fw-\w+$/)
  const end = ownTemporaryFolder()
  const left = mkdtempSync(join(tmpdir(), 'fw-build-'))
  writeFileSync(join(left, 'a.txt'), '')
  expect(left.startsWith(`${outer}/`)).toBe(true)
  end()
  expect([existsSync(left), tmpdir(), existsSync(outer)]).toEqual([false, outer, true])
})
