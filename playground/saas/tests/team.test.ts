import { callTool, createTestApp, hydrates, renderPage, type TestApp, type TestBrowser } from '@fw/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listEntries } from '../src/server/audit.ts'
import { readLink, readResult, signUp } from './users.ts'

let app: TestApp
let owner: TestBrowser
let colleague: TestBrowser
let outsider: TestBrowser
beforeAll(async () => {
  app = await createTestApp()
  owner = await signUp(app, 'owner@mail.example', 'Owner')
  colleague = await signUp(app, 'colleague@mail.example', 'Colleague')
  outsider = await signUp(app, 'outsider@mail.example', 'Outsider')
  await (await owner.open('/app/new')).submit('Create', { name: 'Bakery' })
  await (await outsider.open('/app/new')).submit('Create', { name: 'Elsewhere' })
})
afterAll(() => app.close())

interface Named {
  readonly id: string
  readonly name: string
}

interface Organization {
  readonly organizationId: string
  readonly organization: string
}

const as = ({ cookie }: TestBrowser, options: { origin?: 'agent' } = {}) => ({ cookie: cookie(), ...options })

/** The organisation that a member works in, as a part of a call. */
async function readOrganization(browser: TestBrowser): Promise<Organization> {
  const { id, name } = readResult<Named>(await callTool(app, 'api.organizations.current', {}, as(browser)))
  return { organizationId: id, organization: name }
}

function approve(browser: TestBrowser, id: string): Promise<Response> {
  return app.fetch(
    new Request('http://localhost/_fw/approve', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: browser.cookie() },
      body: JSON.stringify({ id }),
    }),
  )
}

async function createProject(name: string): Promise<{ id: string; path: string }> {
  const { path } = await (await owner.open('/app')).submit('Create', { name })
  const [, id = ''] = /^\/app\/projects\/(.+)$/.exec(path) ?? []
  expect(id, path).not.toBe('')
  return { id, path }
}

it('an owner invites a member, who may work on tasks and nothing else', async () => {
  const { path, id } = await createProject('Opening')
  const email = 'colleague@mail.example'
  expect((await (await owner.open('/app/members')).submit('Invite', { email, role: 'member' })).text).toContain(
    'invited as member',
  )
  const link = readLink(email)
  // The link alone is not enough: the invitation is for one address.
  expect((await outsider.open(link)).text).toContain('There is no open invitation for outsider@mail.example')
  expect((await (await colleague.open(link)).submit('Join')).path).toBe('/app')
  expect((await (await colleague.open(path)).submit('Add', { title: 'Order flour' })).text).toContain('Order flour')

  const refused = { ok: false, status: 403, code: 'out_of_scope' }
  const place = await readOrganization(colleague)
  const invitation = { email: 'x@mail.example', role: 'admin', ...place }
  expect(await callTool(app, 'api.organizations.invite', invitation, as(colleague))).toMatchObject(refused)
  expect(await callTool(app, 'api.projects.remove', { id, name: 'Opening' }, as(colleague))).toMatchObject(refused)
  expect(await callTool(app, 'api.billing.changePlan', { plan: 'team', ...place }, as(colleague))).toMatchObject(
    refused,
  )
  expect((await colleague.open('/app/members')).text).not.toContain('Remove')
})

it('an owner changes the role of a member, and removes the member', async () => {
  const members = readResult<Named[]>(await callTool(app, 'api.organizations.members', {}, as(owner)))
  const { id } = members.find(({ name }) => name === 'Colleague') ?? { id: '' }
  // The address is a part of the call, so that a user who approves it knows who becomes an admin.
  const other = { id, email: 'outsider@mail.example', role: 'admin' }
  expect(await callTool(app, 'api.organizations.setRole', other, as(owner))).toMatchObject({ code: 'invalid_input' })
  await (await owner.open('/app/members')).submit('Make Colleague admin')
  expect((await colleague.open('/app/members')).text).toContain('Invite')
  const member = { id, email: 'colleague@mail.example' }
  expect(await callTool(app, 'api.organizations.remove', member, as(owner))).toMatchObject({ ok: true })
  expect((await colleague.open('/app')).path).toBe('/app/new')
})

it('keeps the projects of organisations apart', async () => {
  const { id, path } = await createProject('Secret recipe')
  expect((await outsider.open(path)).status).toBe(404)
  const unknown = { ok: false, status: 404 }
  expect(await callTool(app, 'api.tasks.list', { projectId: id }, as(outsider))).toMatchObject(unknown)
  expect(await callTool(app, 'api.tasks.add', { projectId: id, title: 'x' }, as(outsider))).toMatchObject(unknown)
  expect(await callTool(app, 'api.projects.remove', { id, name: 'Secret recipe' }, as(outsider))).toMatchObject(unknown)
})

it('hydrates the tasks of a project, and changes them', async () => {
  const { id, path } = await createProject('Garden')
  const added = await callTool(app, 'api.tasks.add', { projectId: id, title: 'Water the plants' }, as(owner))
  const task = readResult<Named>(added)
  await callTool(app, 'api.tasks.setDone', { id: task.id, isDone: true }, as(owner))
  const { html } = await renderPage(app, path, as(owner))
  hydrates(html)
  expect(html).toMatch(/class="done[^>]*>(?:<!--[^>]*-->)?Water the plants/)
})

it('the free plan limits the number of projects', async () => {
  const page = await (await owner.open('/app')).submit('Create', { name: 'One too many' })
  expect(page.status).toBe(409)
  expect(page.text).toContain('The plan Free has at most 3 projects.')
})

it("an agent's call to delete a project waits for the member, and the audit log has both steps", async () => {
  const [project] = readResult<Named[]>(await callTool(app, 'api.projects.list', {}, as(owner, { origin: 'agent' })))
  const input = { id: project?.id, name: project?.name }
  const pending = await callTool(app, 'api.projects.remove', input, as(owner, { origin: 'agent' }))
  expect(pending).toMatchObject({ ok: true, result: { status: 'proposal', tool: 'api.projects.remove' } })
  const { id } = readResult<Named>(pending)
  expect((await owner.open(`/app/projects/${project?.id}`)).status).toBe(200)

  expect((await approve(outsider, id)).status).toBe(404)
  expect((await approve(owner, id)).status).toBe(200)
  expect((await owner.open(`/app/projects/${project?.id}`)).status).toBe(404)

  const entries = (await listEntries(500)).filter(({ proposal }) => proposal === id)
  expect(entries.map(({ tool, origin, isOk }) => ({ tool, origin, isOk }))).toEqual(
    expect.arrayContaining([
      { tool: 'api.projects.remove', origin: 'agent', isOk: true },
      { tool: 'api.projects.remove', origin: 'human', isOk: true },
    ]),
  )
})

it("an agent's change of the plan waits, too", async () => {
  const input = { plan: 'team', ...(await readOrganization(owner)) }
  const pending = await callTool(app, 'api.billing.changePlan', input, as(owner, { origin: 'agent' }))
  expect(pending).toMatchObject({ ok: true, result: { status: 'proposal', message: expect.stringContaining('team') } })
})

it('an approved call never changes another organisation than the one that the user has read', async () => {
  const bakery = await readOrganization(owner)
  await (await owner.open('/app/new')).submit('Create', { name: 'Sandbox' })
  const agent = as(owner, { origin: 'agent' })
  const invitation = { email: 'eve@mail.example', role: 'admin', ...(await readOrganization(owner)) }
  const change = { plan: 'team', ...(await readOrganization(owner)) }
  const pending = [
    await callTool(app, 'api.organizations.invite', invitation, agent),
    await callTool(app, 'api.billing.changePlan', change, agent),
  ].map((outcome) => readResult<Named>(outcome).id)
  // The agent needs no approval for this.
  expect(await callTool(app, 'api.organizations.open', { id: bakery.organizationId }, agent)).toMatchObject({
    ok: true,
  })
  for (const id of pending) expect((await approve(owner, id)).status).toBe(409)
  expect((await owner.open('/app/members')).text).not.toContain('eve@mail.example')
  expect(readResult(await callTool(app, 'api.billing.current', {}, as(owner)))).toMatchObject({ requestedPlan: null })
  // Back in Sandbox, the same invitation is sent there.
  await callTool(app, 'api.organizations.open', { id: change.organizationId }, agent)
  expect(await callTool(app, 'api.organizations.invite', invitation, as(owner))).toMatchObject({ ok: true })
  expect((await owner.open('/app/members')).text).toContain('eve@mail.example')
})

it('only operators read the audit log, which contains no passwords', async () => {
  const operator = await signUp(app, 'operator@mail.example', 'Operator')
  expect((await owner.open('/admin')).status).toBe(404)
  expect(await callTool(app, 'api.admin.auditLog', {}, as(owner))).toMatchObject({ ok: false, code: 'out_of_scope' })
  const { status, html } = await operator.open('/admin')
  expect(status).toBe(200)
  for (const text of ['Bakery', 'api.account.signUp', 'session.create', 'api.organizations.invite'])
    expect(html).toContain(text)
  expect(html).not.toContain('correct horse')
})
