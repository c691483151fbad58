import { notFound, type PageMeta } from '@fw/runtime'
import { For } from 'solid-js'
import { listMail } from '../../mail.ts'
import { isProduction } from '../../settings.ts'

export const meta: PageMeta = { title: 'Mailbox · Cadence', robots: { index: false } }

/** E-mails of this process, in development only: they contain links that sign users in. */
export default function MailboxPage() {
  if (isProduction) notFound()
  return (
    <>
      <h1>Mailbox</h1>
      <p class="muted">E-mails that this process would have sent. Only in development.</p>
      <ul class="list">
        <For each={listMail()} fallback={<li>No e-mails yet.</li>}>
          {(mail) => (
            <li class="card">
              <h2>{mail.subject}</h2>
              <p class="muted">To {mail.to}</p>
              <p class="mail">
                <For each={mail.text.split(/(https?:\/\/\S+)/)}>
                  {(part) => (part.startsWith('http') ? <a href={part}>{part}</a> : part)}
                </For>
              </p>
            </li>
          )}
        </For>
      </ul>
    </>
  )
}
