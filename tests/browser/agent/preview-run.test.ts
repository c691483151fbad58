/** A call that waits for approval is run on copies of its state, to show what it would do. That run makes no call, however late. */
import { describe, expect, test } from 'vitest'
import { agentPages, openShadows } from '../agent-pages.ts'

const pages = agentPages()

/** Calls the intent as an agent, and decides. Resolves with the tools that ran by 2.5 seconds after each step. */
async function runsAfter(name: string, decision?: 'Approve' | 'Reject') {
  const page = await pages.open('/preview', openShadows)
  const before = pages.server.audit.length
  const orders = () =>
    pages.server.audit.slice(before).flatMap(({ tool, origin }) => (tool === 'api.shop.order' ? [origin] : []))
  const call = await page.evaluate((tool) => window.fw?.call(tool), `Preview.${name}`)
  expect(call).toMatchObject({ ok: true, result: { status: 'proposal' } })
  if (decision !== undefined) await page.getByRole('button', { name: new RegExp(`^${decision}`) }).click()
  await page.waitForTimeout(2_500)
  return orders()
}

describe('the run on copies of a pending call', () => {
  test.each(['slow', 'timer', 'two', 'form', 'plainForm'])('makes no call before a decision: %s', async (name) => {
    expect(await runsAfter(name)).toEqual([])
  })

  test('makes none after a rejection', async () => {
    expect(await runsAfter('slow', 'Reject')).toEqual([])
  })

  test('makes none beside the approved run, whose calls keep the agent’s origin', async () => {
    expect(await runsAfter('slow', 'Approve')).toEqual(['agent'])
  })
})

test('a call of an unknown cause at the time of the run is refused once the run is over', async () => {
  const page = await pages.open('/preview', openShadows)
  const outcomes = await page.evaluate(async () => {
    const { orderBeside } = window as unknown as { orderBeside(): Promise<unknown> }
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    void window.fw?.call('Preview.slow')
    const calls: Promise<unknown>[] = []
    for (let call = 0; call < 20; call++) {
      await wait(50)
      const outcome = orderBeside().then(
        () => 'made',
        ({ code }: { code: string }) => code,
      )
      calls.push(Promise.race([outcome, wait(4_000).then(() => 'pending')]))
    }
    return [...new Set(await Promise.all(calls))]
  })
  expect(outcomes).not.toContain('pending')
  expect(outcomes).toContain('unavailable')
})
