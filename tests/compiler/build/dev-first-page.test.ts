import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { copyFixture, startDev } from './app-copy.ts'

/** The pid of the type analysis that the process `parent` has started. */
async function analysisOf(parent: () => number): Promise<number> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(20)) {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
    for (const line of lines) {
      const [, pid, owner, command] = /^ *(\d+) +(\d+) +(.*)$/.exec(line) ?? []
      if (Number(owner) === parent() && command?.includes('analysis-process')) return Number(pid)
    }
  }
  throw new Error('The type analysis was not started.')
}

test('dev serves the first page while the type analysis is delayed; a call in the meantime waits for it', async () => {
  const app = copyFixture()
  let parent = -1
  const held = analysisOf(() => parent).then((pid) => {
    process.kill(pid, 'SIGSTOP')
    return pid
  })
  const dev = await startDev(app.root, (pid) => {
    parent = pid
  })
  let answered = false
  const call = dev
    .fetch('/_fw/api/notes.list', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ limit: 1 }),
    })
    .finally(() => {
      answered = true
    })
  const analysis = await held
  try {
    const page = await dev.fetch('/')
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Welcome home')
    expect(answered).toBe(false)
    process.kill(analysis, 'SIGCONT')
    expect(await (await call).json()).toMatchObject({ ok: true, result: [{ id: 'a' }] })
  } finally {
    process.kill(analysis, 'SIGCONT')
    await dev.stop()
    app.remove()
  }
}, 60_000)

test('dev renders its first page before the type analysis is started', async () => {
  const app = copyFixture()
  app.write(
    'src/routes/asks.tsx',
    `import { execFileSync } from 'node:child_process'
const running = () => execFileSync('ps', ['-A', '-o', 'ppid=,args='], { encoding: 'utf8' })
  .split('\\n').filter((line) => line.includes('analysis-process') && Number.parseInt(line) === process.pid).length
export default () => <p title={\`\${running()} running\`}>Analyses</p>
`,
  )
  let pid = -1
  const dev = await startDev(app.root, (own) => {
    pid = own
  })
  try {
    expect(await (await dev.fetch('/asks')).text()).toContain('title="0 running"')
    // It starts after the response. When the next page arrives, it is running.
    await analysisOf(() => pid)
    expect(await (await dev.fetch('/asks')).text()).toContain('title="1 running"')
  } finally {
    await dev.stop()
    app.remove()
  }
}, 60_000)
