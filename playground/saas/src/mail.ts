/** Sends e-mails. In development they are stored in this process instead, for the page /dev/mail. */
import { env } from '@fw/runtime/server'
import { isProduction } from './settings.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface StoredMail extends Mail {
  readonly at: Date
}

/** Number of e-mails that the development mailbox stores. */
const MAX_STORED = 100

const stored: StoredMail[] = []

/** Sends an e-mail. Throws if the mail provider doesn't accept it. */
export async function sendMail(mail: Mail): Promise<void> {
  const { MAIL_API_URL: url, MAIL_API_KEY: key, MAIL_FROM: from } = env
  if (url === undefined) return storeMail(mail)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ from: from ?? 'Cadence <no-reply@localhost>', ...mail }),
    signal: AbortSignal.timeout(10_000),
  })
  if (!response.ok) throw new Error(`The mail provider responded with ${response.status}: ${await response.text()}`)
}

/** Returns the e-mails of the development mailbox, the newest first. Empty in production. */
export function listMail(): readonly StoredMail[] {
  return stored
}

function storeMail(mail: Mail): void {
  if (isProduction) throw new Error(`No e-mail was sent to a user, because MAIL_API_URL isn't set: ${mail.subject}`)
  stored.unshift({ ...mail, at: new Date() })
  stored.splice(MAX_STORED)
}
