import { notFound, type PageMeta, type PageProps } from '@fw/runtime'
import { For } from 'solid-js'
import { PLANS } from '../../plans.ts'
import { listEntries } from '../../server/audit.ts'
import { requireUser } from '../../server/caller.ts'
import { countUsers, listOrganizations } from '../../server/statistics.ts'

export const meta: PageMeta = { title: 'Admin · Cadence', robots: { index: false } }

const TIME = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })

export default async function AdminPage({ ctx }: PageProps<'/admin'>) {
  requireUser(ctx)
  if (!ctx.scopes.includes('site-admin')) notFound()
  const [users, organizations, entries] = await Promise.all([countUsers(), listOrganizations(20), listEntries(50)])
  return (
    <>
      <h1>Admin</h1>
      <p>{users === 1 ? '1 user' : `${users} users`}</p>
      <h2>Organisations</h2>
      <ul class="cards">
        <For each={organizations} fallback={<li class="card muted">No organisations yet.</li>}>
          {(one) => (
            <li class="card">
              <h3>{one.name}</h3>
              <p class="muted">
                {PLANS[one.plan ?? 'free'].name} · {one.members === 1 ? '1 member' : `${one.members} members`}
              </p>
            </li>
          )}
        </For>
      </ul>
      <h2 id="audit">Audit log</h2>
      {/* Scrolls on a phone, so it has to be reachable by keyboard. */}
      <section class="scroll" aria-labelledby="audit" tabindex="0">
        <table>
          <thead>
            <tr>
              <th scope="col">Time (UTC)</th>
              <th scope="col">Call</th>
              <th scope="col">By</th>
              <th scope="col">Outcome</th>
              <th scope="col">Input</th>
            </tr>
          </thead>
          <tbody>
            <For each={entries}>
              {(entry) => (
                <tr>
                  <td class="time">{TIME.format(entry.at)}</td>
                  <td>
                    <code>{entry.tool}</code>
                  </td>
                  <td>{entry.origin}</td>
                  <td>
                    {entry.proposal === null ? '' : 'proposal, '}
                    {entry.isOk ? 'ok' : (entry.code ?? 'failed')}
                  </td>
                  <td>
                    <code>{entry.input}</code>
                  </td>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </section>
    </>
  )
}
