import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'vitest'
import { BUN as BUN_PROGRAM } from '../servers/runtimes.ts'
import { BUN, firstDay } from './first-day.ts'
import { expectTranscript, serveNewcomers } from './newcomers.ts'

const { folder, open } = serveNewcomers()

describe('a first day with them', { timeout: 300_000 }, () => {
  it('CLI-01 CLI-19 on Bun matches the stored transcript', async () => {
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    for (const name of ['bun', 'bunx']) symlinkSync(BUN_PROGRAM, join(bin, name))
    const terminal = open('bun', [bin, dirname(process.execPath)])
    await firstDay(terminal, BUN)
    expectTranscript('bun', terminal.text())
  })
})
