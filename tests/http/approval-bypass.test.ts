/**
 * Each transport through which an agent reaches the app, combined with each attempt to approve a proposal or to avoid
 * one. A cell is a test, the title of a test in another file, or a reason that is checked here. A new transport needs
 * a cell for each attempt.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { wordsIn } from './agent/said-words.ts'
import {
  type AgentCall,
  type ApprovalApp,
  type Headers,
  openApprovalApp,
  type Transport,
} from './approval-bypass-app.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

let app: ApprovalApp
beforeAll(async () => {
  app = await openApprovalApp()
})
afterAll(() => app.close())
beforeEach(() => {
  app.done.length = 0
  app.parked.length = 0
  app.set.guard = 'confirm'
  app.set.later = 0
})

const TRICKS = [
  'no header',
  'stolen id',
  'collect token',
  'other subject',
  'expired',
  'replay',
  'race',
  'changed input',
  'lowered guard',
  'lowered scope',
  'two transports',
] as const
type Trick = (typeof TRICKS)[number]

const INPUT = { to: 'ann', cents: 5 }
const HUMAN_PAGE = { 'sec-fetch-site': 'same-origin' }
const approve = (id: string, headers = app.ann, more: object = {}) => app.post('/_fw/approve', { id, ...more }, headers)

/** Calls `desk.pay` as Ann's agent. Returns the id of the pending proposal and the response of the transport. */
async function park(transport: Transport, more: Partial<AgentCall> = {}): Promise<{ id: string; said: string }> {
  const before = app.parked.length
  const said = await app.transports[transport]({ tool: 'desk.pay', input: INPUT, as: app.ann, ...more })
  expect(app.parked.length, said).toBe(before + 1)
  expect(app.done).toEqual([])
  return { id: app.parked.at(-1)?.id ?? '', said }
}

/** Expects that the proposal is pending and unchanged: nothing has run, and the user's approval runs it. */
async function expectPending(id: string): Promise<void> {
  expect(app.done).toEqual([])
  expect((await approve(id)).status).toBe(200)
  expect(app.done).toEqual([['pay', INPUT]])
}

/** Expects that the token of a pending call returns the outcome only to the caller who made it. */
async function expectCollected(transport: Transport): Promise<void> {
  app.done.length = 0
  const { id, said } = await park(transport, { collects: true })
  const { requestState } = JSON.parse(said).result as { requestState: string }
  expect((await approve(requestState)).status).toBe(404)
  const inputResponses = { approval: { action: 'decline' } }
  const back = { tool: 'desk.pay', input: INPUT, claims: { requestState, inputResponses }, collects: true }
  const bring = async (as: Headers): Promise<Record<string, Record<string, unknown> | undefined>> =>
    JSON.parse(await app.transports[transport]({ ...back, as }))
  expect((await bring(app.ann)).result?.resultType).toBe('input_required')
  for (const other of [app.bob, {}]) expect((await bring(other)).error?.code).toBe(-32602)
  await expectPending(id)
  for (const other of [app.bob, {}]) expect((await bring(other)).error?.code).toBe(-32602)
  expect((await bring(app.ann)).result?.structuredContent).toEqual({ paid: INPUT.cents })
  expect(app.done).toEqual([['pay', INPUT]])
}

const SETTLERS = ['fw.approve', 'proposals.approve', 'desk.approve', '_fw.approve']

/** Transports whose calls have no user. */
const ANONYMOUS: readonly Transport[] = ['channel', 'schedule']

/** The attempts at each transport that calls tools. */
const AT_TRANSPORTS: Readonly<Record<Trick, (transport: Transport) => Promise<void>>> = {
  async 'no header'(transport) {
    const claims: Headers[] = [{}, { 'x-fw-origin': 'human' }]
    for (const headers of claims) {
      // A request to an api without an origin header is a person's (contract): scopes bind everyone, guards bind agents.
      if (transport === 'HTTP') {
        expect((await app.post('/_fw/api/desk.pay', INPUT, { ...app.ann, ...headers })).status).toBe(200)
        expect((await app.post('/_fw/api/desk.staff', INPUT, { ...app.annWithout, ...headers })).status).toBe(403)
        expect(app.done.splice(0)).toEqual([['pay', INPUT]])
      } else if (transport === 'form of a page') {
        // Without proof that the form is on a page of the app the call is anonymous; with it, the call is a person's.
        const fields = (tool: string) => `fw:tool=api.desk.${tool}&to=ann&cents=5`
        expect((await app.form('/', fields('pay'), { ...app.ann, ...headers })).status).toBe(403)
        const page = { ...headers, ...HUMAN_PAGE }
        expect((await app.form('/', fields('staff'), { ...app.annWithout, ...page })).status).toBe(403)
        expect(app.done).toEqual([])
        expect((await app.form('/', fields('pay'), { ...app.ann, ...page })).status).toBe(303)
        expect(app.done.splice(0)).toEqual([['pay', INPUT]])
      } else await park(transport, { headers })
    }
  },
  async 'stolen id'(transport) {
    const { id } = await park(transport)
    for (const tool of SETTLERS) await app.transports[transport]({ tool, input: { id }, as: app.ann, claims: { id } })
    for (const path of ['/_fw/approve', '/_fw/reject']) {
      expect((await app.post(path, { id }, { ...app.ann, 'x-fw-origin': 'agent' })).status).toBe(403)
      expect((await app.post(path, { id }, { ...app.ann, signature: 'sig1=:AA==:' })).status).toBe(403)
    }
    await expectPending(id)
  },
  async 'collect token'(transport) {
    const { id, said } = await park(transport)
    // No other string of the response approves the proposal, even if the owner sends it.
    const others = wordsIn(said).filter((text) => !text.includes(id))
    for (const other of others) {
      expect((await approve(other)).status, other).toBeGreaterThanOrEqual(400)
      const bearer = { authorization: `Bearer ${other}` }
      expect((await approve(id, bearer)).status, other).toBeGreaterThanOrEqual(400)
    }
    await expectPending(id)
    if (transport === 'MCP 2026-07-28') await expectCollected(transport)
  },
  async 'other subject'(transport) {
    const { id } = await park(transport)
    expect((await approve(id, {})).status).toBe(404)
    // Calls of a channel or a schedule have no user; any user who is signed in may resolve them.
    if (!ANONYMOUS.includes(transport)) expect((await approve(id, app.bob)).status).toBe(404)
    await expectPending(id)
  },
  async expired(transport) {
    const { id } = await park(transport)
    app.set.later = 600_001
    expect((await approve(id)).status).toBe(404)
    expect(app.done).toEqual([])
  },
  async replay(transport) {
    const { id } = await park(transport)
    expect((await approve(id)).status).toBe(200)
    expect((await approve(id)).status).toBe(404)
    // The same request again is another call with its own proposal.
    await app.transports[transport]({ tool: 'desk.pay', input: INPUT, as: app.ann, claims: { id } })
    expect(app.parked).toHaveLength(2)
    expect(app.done).toEqual([['pay', INPUT]])
  },
  async race(transport) {
    const { id } = await park(transport)
    const responses = await Promise.all(Array.from({ length: 8 }, () => approve(id)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 404)).toHaveLength(7)
    expect(app.done).toEqual([['pay', INPUT]])
  },
  async 'changed input'(transport) {
    const { id } = await park(transport)
    const changed = { tool: 'api.desk.staff', input: { to: 'eve', cents: 9_999 }, inputHash: 'x' }
    expect((await approve(id, app.ann, changed)).status).toBe(200)
    expect(app.done).toEqual([['pay', INPUT]])
  },
  async 'lowered guard'(transport) {
    const claims = { guard: 'auto', approved: true, approval: { proposal: 'x' }, origin: 'human', 'fw/guard': 'auto' }
    const headers = { 'x-fw-guard': 'auto', 'x-fw-approved': '1', 'x-fw-tainted': '0' }
    const { id } = await park(transport, { claims, headers })
    await approve(id)
    app.done.length = 0
    // A guard in the input is an unknown key.
    await app.transports[transport]({ tool: 'desk.pay', input: { ...INPUT, ...claims }, as: app.ann })
    expect([app.done, app.parked.length]).toEqual([[], 1])
    // A guard that became stricter after the call applies at the approval.
    const flex = await park(transport, { tool: 'desk.flex' })
    app.set.guard = 'forbidden'
    expect((await approve(flex.id)).status).toBe(403)
    app.set.guard = 'auto'
    expect((await approve(flex.id)).status).toBe(404)
    expect(app.done).toEqual([])
  },
  async 'lowered scope'(transport) {
    await app.transports[transport]({ tool: 'desk.staff', input: INPUT, as: app.annWithout })
    expect([app.done, app.parked.length]).toEqual([[], 0])
    // Calls of a channel or a schedule have no user, and therefore no scopes.
    if (ANONYMOUS.includes(transport)) return
    const { id } = await park(transport, { tool: 'desk.staff' })
    expect((await approve(id, app.annWithout)).status).toBe(403)
    expect((await approve(id)).status).toBe(404)
    expect(app.done).toEqual([])
  },
  async 'two transports'(transport) {
    const { id } = await park(transport)
    for (const other of Object.keys(app.transports) as Transport[])
      for (const tool of SETTLERS.slice(0, 2))
        await app.transports[other]({ tool, input: { id }, as: app.ann, claims: { id } })
    expect(app.done).toEqual([])
    // Of two decisions at once, through two transports, one succeeds.
    const form = await app.printForm(id)
    const [yes, no] = await Promise.all([approve(id), app.form('/_fw/reject', form, { ...app.ann, ...HUMAN_PAGE })])
    expect(no.status).toBe(303)
    expect(app.done).toHaveLength(yes.status === 200 ? 1 : 0)
    expect((await approve(id)).status).toBe(404)
  },
}

/** A form on the page of proposals, submitted by another caller. */
const AT_FORMS: Readonly<Record<Trick, Cell>> = {
  async 'no header'() {
    const { id } = await park('HTTP')
    // A form post needs no preflight: the browser's headers must prove that the page is ours.
    expect((await app.form('/_fw/approve', await app.printForm(id), app.ann)).status).toBe(403)
    await expectPending(id)
  },
  async 'stolen id'() {
    const { id } = await park('HTTP')
    const agent = { ...app.ann, ...HUMAN_PAGE, 'x-fw-origin': 'agent' }
    expect((await app.form('/_fw/approve', await app.printForm(id), agent)).status).toBe(403)
    expect(
      (await app.form('/_fw/approve', await app.printForm(id), { ...app.ann, 'sec-fetch-site': 'cross-site' })).status,
    ).toBe(403)
    await expectPending(id)
  },
  async 'collect token'() {
    const [{ id }, other] = [await park('HTTP'), await park('HTTP')]
    const { token } = Object.fromEntries(new URLSearchParams(await app.printForm(other.id)))
    for (const body of [`id=${id}`, `id=${id}&token=`, `id=${id}&token=${token}`])
      expect((await app.form('/_fw/approve', body, { ...app.ann, ...HUMAN_PAGE })).status).toBe(403)
    await expectPending(id)
  },
  async 'other subject'() {
    const { id } = await park('HTTP')
    const form = await app.printForm(id)
    for (const person of [{}, app.bob]) await app.form('/_fw/approve', form, { ...person, ...HUMAN_PAGE })
    await expectPending(id)
  },
  async expired() {
    const { id } = await park('HTTP')
    const form = await app.printForm(id)
    app.set.later = 600_001
    await app.form('/_fw/approve', form, { ...app.ann, ...HUMAN_PAGE })
    expect(app.done).toEqual([])
  },
  async replay() {
    const { id } = await park('HTTP')
    const form = await app.printForm(id)
    for (let time = 0; time < 3; time++) await app.form('/_fw/approve', form, { ...app.ann, ...HUMAN_PAGE })
    expect(app.done).toEqual([['pay', INPUT]])
  },
  async race() {
    const { id } = await park('HTTP')
    const form = await app.printForm(id)
    await Promise.all(Array.from({ length: 8 }, () => app.form('/_fw/approve', form, { ...app.ann, ...HUMAN_PAGE })))
    expect(app.done).toEqual([['pay', INPUT]])
  },
  async 'changed input'() {
    const { id } = await park('HTTP')
    await app.form('/_fw/approve', `${await app.printForm(id)}&cents=9999&input=%7B%7D`, { ...app.ann, ...HUMAN_PAGE })
    expect(app.done).toEqual([['pay', INPUT]])
  },
  async 'lowered guard'() {
    const { id } = await park('HTTP', { tool: 'desk.flex' })
    const form = await app.printForm(id)
    app.set.guard = 'forbidden'
    await app.form('/_fw/approve', `${form}&guard=auto`, { ...app.ann, ...HUMAN_PAGE })
    expect(app.done).toEqual([])
  },
  async 'lowered scope'() {
    const { id } = await park('HTTP', { tool: 'desk.staff' })
    await app.form('/_fw/approve', await app.printForm(id), { ...app.annWithout, ...HUMAN_PAGE })
    expect(app.done).toEqual([])
  },
  async 'two transports'() {
    const { id } = await park('HTTP')
    const form = await app.printForm(id)
    await Promise.all([approve(id), app.form('/_fw/approve', form, { ...app.ann, ...HUMAN_PAGE })])
    expect(app.done).toEqual([['pay', INPUT]])
  },
}

interface Elsewhere {
  readonly file: string
  readonly title: string
}
interface Fact {
  readonly because: string
  readonly holds: () => boolean
}
type Cell = (() => Promise<void>) | Elsewhere | Fact

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

function fact(because: string, holds: () => boolean): Fact {
  return { because, holds }
}

const inFile = (file: string) => (title: string) => ({ file, title })
const approval = inFile('tests/browser/agent/approval.test.ts')
const script = inFile('tests/browser/shop/shop-script.test.ts')
const run = inFile('tests/cli/run.test.ts')

const PAGE_KEEPS = fact(
  'A pending call of a page never leaves its tab: no path resolves it, and no token represents it.',
  () => !/fetch\(|postJson/.test(read('runtime/src/browser/approvals/approvals.ts')),
)
const AT_PAGES: Readonly<Record<Trick, Cell>> = {
  'no header': approval('is settled by events that a person caused, and by nothing else'),
  'stolen id': script('by a call: no tool of any name settles'),
  'collect token': PAGE_KEEPS,
  'other subject': script('over HTTP: 403 for an agent with the cookie of the person, 404 for callers without it'),
  expired: approval('waits for ten minutes, no longer'),
  replay: script('by asking again: each is one more call that waits'),
  race: approval('is pending in its tab; a person approves it, and it runs once'),
  'changed input': approval('that would do something else by now is shown again before it runs'),
  'lowered guard': approval('is refused before it is parked: input, and tools that no agent may call'),
  'lowered scope': fact('A page lists and calls tools of the server under the scopes of its person only.', () =>
    read('runtime/src/server/pages/manifest.ts').includes('app.visibleTools(ctx)'),
  ),
  'two transports': script('by filling: a form that posts the id is refused, also as the page of proposals has it'),
}

const RUN_SETTLES = fact('`fw run` resolves its own pending call, in its own process, and accepts no id.', () => {
  const settled = [...read('cli/src/tool/run.ts').matchAll(/await settle\(([^)]*)\)/g)].map(([, given]) => given)
  return (
    settled.length > 0 && settled.every((given) => /^(?:parked|result)\.id, '(?:approve|reject)'$/.test(given ?? ''))
  )
})
const AT_RUN: Readonly<Record<Trick, Cell>> = {
  'no header': run(
    'RUN-15 RUN-22 without a terminal a confirm tool exits with 1 and nothing runs, with any piped input',
  ),
  'stolen id': RUN_SETTLES,
  'collect token': RUN_SETTLES,
  'other subject': RUN_SETTLES,
  expired: RUN_SETTLES,
  replay: RUN_SETTLES,
  race: RUN_SETTLES,
  'changed input': run('RUN-13 RUN-14 asks, showing the stored call, and runs it once on y'),
  'lowered guard': run('RUN-16 no flag approves'),
  'lowered scope': RUN_SETTLES,
  'two transports': RUN_SETTLES,
}

const every = (cell: Cell) => Object.fromEntries(TRICKS.map((trick) => [trick, cell])) as Record<Trick, Cell>

/** Files below a folder, as one text. */
function textOf(folder: string): string {
  return readdirSync(join(root, folder))
    .map((name) => read(`${folder}/${name}`))
    .join('\n')
}

const TABLE: Readonly<Record<string, Readonly<Record<Trick, Cell>>>> = {
  ...Object.fromEntries(
    (
      [
        'HTTP',
        'form of a page',
        'agent loop',
        'MCP 2026-07-28',
        'MCP 2025-11-25',
        'A2A',
        'channel',
        'schedule',
        'fw eval',
      ] as const
    ).map((transport) => [
      transport,
      Object.fromEntries(TRICKS.map((trick) => [trick, () => AT_TRANSPORTS[trick](transport)])) as Record<Trick, Cell>,
    ]),
  ),
  'forms of the proposals page': AT_FORMS,
  page: AT_PAGES,
  'fw run': AT_RUN,
  WebSocket: every(
    fact(
      'Messages on a socket are for the handlers of the app: they never call a tool or resolve a proposal.',
      () => !/#api\/|#proposals\/|Dispatch|approve/.test(textOf('runtime/src/websocket')),
    ),
  ),
}

describe.each(Object.entries(TABLE))('%s', (_, cells) => {
  test.each(TRICKS)('%s', async (trick) => {
    const cell = cells[trick]
    if (typeof cell === 'function') await cell()
    else if ('title' in cell) expect(read(cell.file), cell.title).toContain(`('${cell.title}'`)
    else expect(cell.holds(), cell.because).toBe(true)
  })
})
