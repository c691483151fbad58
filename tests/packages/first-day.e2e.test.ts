import { describe, it } from 'vitest'
import { contain, continuous, firstDay, NODE } from './first-day.ts'
import { expectTranscript, serveNewcomers } from './newcomers.ts'

const { open } = serveNewcomers()

describe('a first day with them', { timeout: 400_000 }, () => {
  it('CLI-01 CLI-19 on Node matches the stored transcript, from an empty folder to CI and a container', async () => {
    const terminal = open('node')
    await firstDay(terminal, NODE)
    await continuous(terminal)
    await contain(terminal, ['vitest', 'typescript'])
    expectTranscript('node', terminal.text())
  })
})
