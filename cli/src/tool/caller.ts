/** The caller of a command: an anonymous agent, or an agent of the user of `--session`. */
import { resolve } from 'node:path'
import { ORIGIN_HEADER } from '@fw/runtime/contract'
import type { FwServerOptions } from '@fw/runtime/server'
import { issueSession, readSession, type SessionIssuer } from '../session.ts'

/** Headers of the caller's requests. */
export type CallerHeaders = Readonly<Record<string, string>>

interface CallerOptions {
  readonly root: string
  readonly cwd: string
  /** Value of `--session`. */
  readonly session: string | undefined
}

/** Returns the headers of an agent, with a session that the app's own `src/session.ts` signs. */
export function createCallerHeaders(app: FwServerOptions, { root, cwd, session }: CallerOptions): CallerHeaders {
  const agent = { [ORIGIN_HEADER]: 'agent' }
  const data = session === undefined ? undefined : readSession(root, resolve(cwd), session)
  if (data === undefined) return agent
  const [cookie = ''] = issueSession(app.session as SessionIssuer | undefined, data).split(';')
  return { ...agent, cookie }
}
