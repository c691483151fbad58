import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { SLOWEST } from '../slowest-first.ts'

it('the files that begin first are there', () => {
  expect(SLOWEST.filter((file) => !existsSync(join(import.meta.dirname, '..', file)))).toEqual([])
})
