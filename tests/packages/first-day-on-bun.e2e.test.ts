import { describe, it } from 'vitest'
import { BUN as BUN_PROGRAM } from '../servers/runtimes.ts'
import { BUN, firstDay } from './first-day.ts'
import { expectTranscript, serveNewcomers } from './newcomers.ts'

const { open } = serveNewcomers()

describe('a first day with them', { timeout: 400_000 }, () => {
  it('CLI-01 CLI-19 on Bun matches the stored transcript', async () => {
    const programs = ['bun', 'bunx'].map((name) => ({ from: BUN_PROGRAM, at: `/opt/bun/${name}` }))
    const terminal = open('bun', programs)
    await firstDay(terminal, BUN)
    expectTranscript('bun', terminal.text())
  })
})
