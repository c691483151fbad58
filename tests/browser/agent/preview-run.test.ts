/**
 * A pending call runs on copies of its state, as a preview. That run makes no calls and has no effects, not even later.
 */
import type { Page } from 'playwright-core'
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

test('two runs at once are made one after the other, so that each card shows its own calls', async () => {
  const page = await pages.open('/preview', openShadows)
  await page.evaluate(async () => {
    // Loads the code of approvals.
    await window.fw?.call('Preview.effect', { by: 'nothing' })
    const marking = window.fw?.call('Marks.mark')
    await new Promise((resolve) => setTimeout(resolve, 100))
    await window.fw?.call('Marks.pause')
    await marking
  })
  expect(await page.getByRole('article', { name: 'Marks.mark' }).textContent()).toContain('marked')
  expect(await page.getByRole('article', { name: 'Marks.pause' }).textContent()).not.toContain('marked')
})

test("a person's work that waits makes its call during the run, for which an agent's act has ended its human origin", async () => {
  const page = await pages.open('/preview', openShadows)
  const before = pages.server.audit.length
  await page.getByRole('button', { name: 'Order later' }).click()
  await page.evaluate(() => void window.fw?.call('Preview.slow'))
  await expect
    .poll(() => pages.server.audit.slice(before).map(({ tool, origin }) => [tool, origin]))
    .toEqual([['api.shop.order', 'agent']])
  expect(pages.server.ran).toEqual(['order person'])
})

test("a person's timer that ends during the run makes no call, because the run may have changed its data", async () => {
  const page = await pages.open('/preview', openShadows)
  await page.getByRole('button', { name: 'Order by timers' }).click()
  await page.evaluate(() => void window.fw?.call('Preview.slow'))
  await page.getByText('unavailable', { exact: true }).waitFor()
})

/** Opens the page. Returns it, and what its code has sent, stored or opened so far. */
async function openWithEffects(): Promise<{ readonly page: Page; readonly effects: () => Promise<readonly string[]> }> {
  const opened: string[] = []
  const page = await pages.open('/preview', async (blank) => {
    await openShadows(blank)
    blank.on('request', (request) => request.url().endsWith('/effect') && opened.push('request'))
    blank.context().on('page', () => opened.push('tab'))
    blank.on('download', () => opened.push('download'))
    blank.on('websocket', () => opened.push('socket'))
    blank.on('dialog', (dialog) => {
      opened.push('dialog')
      void dialog.dismiss()
    })
    await blank.addInitScript(() => {
      // The script runs in frames, too, which would add frames without end.
      if (window !== top) return
      const messages: string[] = []
      const note = ({ data }: MessageEvent) => data === 'effect' && messages.push('message')
      addEventListener('message', note)
      new BroadcastChannel('effect').addEventListener('message', note)
      Object.assign(window, { messages })
      addEventListener('DOMContentLoaded', () => {
        const frame = document.createElement('iframe')
        document.body.append(frame)
        frame.contentWindow?.addEventListener('message', note)
      })
    })
  })
  // Pages of one browser share them.
  await page.evaluate(() => {
    localStorage.clear()
    indexedDB.deleteDatabase('effect')
    history.replaceState(null, '', '#effect')
    history.pushState(null, '', location.pathname)
    return cookieStore.delete('effect')
  })
  const effects = async () => {
    const kept = await page.evaluate(async () => [
      ...[localStorage, sessionStorage].flatMap((storage) => (storage.getItem('effect') ? ['storage'] : [])),
      ...(document.cookie.includes('effect') ? ['cookie'] : []),
      ...(await indexedDB.databases()).flatMap(({ name }) => (name === 'effect' ? ['database'] : [])),
      ...(location.href.endsWith('effect') ? ['url'] : []),
      ...(window as unknown as { messages: string[] }).messages,
    ])
    return [...opened, ...kept]
  }
  return { page, effects }
}

describe('the run on copies has no effect until it is approved, and shows it', () => {
  test.each([
    ['fetch', 'fetch "/effect"'],
    ['query that is awaited', 'fetch "/effect"'],
    ['query that is returned', 'fetch "/effect"'],
    ['query that an asynchronous function returns', 'fetch "/effect"'],
    ['query that is returned after a wait', 'fetch "/effect"'],
    ['query in Promise.all', 'fetch "/effect"'],
    ['query in Promise.race', 'fetch "/effect"'],
    ['query that a callback of a promise returns', 'fetch "/effect"'],
    ['query that resolves a promise', 'fetch "/effect"'],
    ['query of a loop', 'fetch "/effect"'],
    ['query that is yielded', 'fetch "/effect"'],
    ['query behind another one', 'fetch "/effect"'],
    ['promise with its own then', 'fetch "/effect"'],
    ['fetch later', undefined],
    ['fetch by timer', undefined],
    ['request', 'XMLHttpRequest.send "tea"'],
    ['beacon', 'Navigator.sendBeacon ["/effect","tea"]'],
    ['event source', 'EventSource "/effect"'],
    ['socket', 'WebSocket "ws://'],
    ['storage', 'Storage.setItem ["effect","tea"]'],
    ['storage by name', 'sessionStorage ["effect","tea"]'],
    ['cookie', 'document.cookie "effect=tea"'],
    ['database', 'IDBFactory.open "effect"'],
    ['transition', 'fetch "/effect"'],
    ['transition of a component', 'fetch "/effect"'],
    ['callback of another function', 'fetch "/effect"'],
    ['mutation', 'fetch "/effect"'],
    ['mutation by a named function', 'fetch "/effect"'],
    ['mutation of an earlier observer', 'MutationObserver.observe'],
    ['way back', 'History.back'],
    ['way back by navigation', 'Navigation.back'],
    ['way to an entry', 'Navigation.traverseTo'],
    ['history', 'History.pushState [null,"","#effect"]'],
    ['fragment', 'navigate "http'],
    ['location', 'navigate "http'],
    ['link of another page', 'navigate "http'],
    ['channel', 'BroadcastChannel.postMessage "effect"'],
    ['message', 'postMessage "effect"'],
    ['dialog', 'alert "effect"'],
    ['link of a new tab', 'open "http'],
    ['download', 'download "data:text/plain,effect"'],
    ['message of a frame', 'postMessage "effect"'],
    ['frame by its number', 'fetch "/effect"'],
    ['frame by its document', 'fetch "/effect"'],
    ['new frame', 'fetch "/effect"'],
    ['beacon of a frame', 'Navigator.sendBeacon ["/effect","tea"]'],
    ['fetch after the page', 'fetchLater ["/effect"'],
    ['port', 'MessagePort.postMessage "effect"'],
    ['lock', 'LockManager.request ["effect"'],
    ['permission', 'Notification.requestPermission'],
    ['stream', 'WritableStreamDefaultWriter.write "effect"'],
    ['file', 'FileSystemDirectoryHandle.getFileHandle ["effect",{"create":true}]'],
  ])('%s', async (by, shown) => {
    const { page, effects } = await openWithEffects()
    const call = await page.evaluate((input) => window.fw?.call('Preview.effect', input), { by })
    expect(call).toMatchObject({ ok: true, result: { status: 'proposal' } })
    const card = page.getByRole('article')
    expect(await card.textContent()).toContain('count01')
    if (shown !== undefined) expect(await card.textContent()).toContain(shown)
    await page.waitForTimeout(shown === undefined ? 1_500 : 200)
    expect(await effects()).toEqual([])
    await page.getByRole('button', { name: /^Approve/ }).click()
    await expect.poll(() => effects().catch(() => []), { timeout: 3_000 }).not.toEqual([])
  })
})
