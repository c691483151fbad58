import type { PageMeta } from '@fw/runtime'
import { isProduction } from '../settings.ts'

export const meta: PageMeta = { title: 'Check your mail · Cadence', robots: { index: false } }

export default function CheckMailPage() {
  return (
    <div class="narrow">
      <h1>Check your mail</h1>
      <p>We have sent you a link. Open it within an hour.</p>
      {!isProduction && (
        <p>
          In development, e-mails are <a href="/dev/mail">in this mailbox</a>.
        </p>
      )}
    </div>
  )
}
