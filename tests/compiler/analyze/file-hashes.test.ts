import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMomentaryHashes } from '../../../compiler/src/analyze/modules/file-hashes.ts'

test('a file is looked at once in a run of synchronous code, and again in the next one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fw-hashes-'))
  try {
    const file = join(folder, 'a.ts')
    const hashes = createMomentaryHashes()
    expect(hashes.of(file)).toBe('')
    writeFileSync(file, 'first')
    expect(hashes.of(file)).toBe('')
    await Promise.resolve()
    const first = hashes.of(file)
    expect(first).not.toBe('')
    writeFileSync(file, 'another')
    await Promise.resolve()
    expect(hashes.of(file)).not.toBe(first)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
