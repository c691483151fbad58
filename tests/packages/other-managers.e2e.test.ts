import { join } from 'node:path'
import { beforeAll, describe, it } from 'vitest'
import { installLocked } from '../../scripts/packages/install-locked.mjs'
import { firstHour, PNPM, YARN } from './first-day.ts'
import { MANAGERS_FOLDER } from './managers.ts'
import { expectTranscript, serveNewcomers } from './newcomers.ts'

const { open } = serveNewcomers()
beforeAll(() => installLocked(MANAGERS_FOLDER))

describe('a first hour', { timeout: 400_000 }, () => {
  it.each([
    ['pnpm', PNPM],
    ['yarn', YARN],
  ])('CLI-19 with %s matches the stored transcript', async (name, words) => {
    const terminal = open(name, [{ from: join(MANAGERS_FOLDER, 'node_modules'), at: '/opt/managers' }])
    await firstHour(terminal, words)
    expectTranscript(name, terminal.text())
  })
})
