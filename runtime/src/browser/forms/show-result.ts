/** Shows the result of a form that has run. Loaded by the first such form. */
import { announcer } from '../navigation/announce.ts'
import { navigate } from '../navigation/navigate.ts'
import { refresh } from '../navigation/refresh.ts'
import { renewKey, resetFields, type Sent } from './form-parts.ts'

/** Time in milliseconds within which other sites respond, as a rule. */
const AWAY_MS = 5_000

/**
 * Navigates like a link, within the document if links are followed there. If the person has begun another navigation since then, its
 * page is shown, and requested again, because the form may have changed what it shows. A form that is on that page too begins
 * again. Rejects for a URL that `navigate()` refuses.
 */
export async function showResult({ form, keep, isCurrent }: Sent, url: string): Promise<void> {
  // A page that the browser loads is not requested again.
  const leaving = isCurrent() ? keep(() => navigate(url)) : announcer && keep(refresh)
  // The other site may send a file, and this document stays.
  if (new URL(url, location.href).host !== location.host)
    return void (await Promise.race([leaving, new Promise((resolve) => setTimeout(resolve, AWAY_MS))]))
  await leaving
  renewKey(form)
  resetFields(form)
}
