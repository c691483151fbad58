/** Whose session the steps are sent with: signed by the app's own `src/session.ts` (decisions: Proposals). */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CliError } from '../fail.ts'

/** The part of an app's session store that signs. */
export interface SessionIssuer {
  issue(data: unknown): string
}

const DEFAULT_FILE = 'evals/session.json'

/** The data of `--session <json|file>`, else of `evals/session.json`; undefined where there is neither. */
export function readSession(root: string, cwd: string, given: string | undefined): object | undefined {
  if (given?.trimStart().startsWith('{')) return parseSession(given, '--session')
  const file = given === undefined ? join(root, DEFAULT_FILE) : resolve(cwd, given)
  if (existsSync(file)) return parseSession(readFileSync(file, 'utf8'), given ?? DEFAULT_FILE)
  if (given === undefined) return undefined
  throw new CliError({
    code: 'bad_session',
    title: `There is no file ${given}.`,
    fix: `--session takes the data of a session as JSON, as '{"userId":"ann"}', or a file with it.`,
  })
}

/** Signs one session: a Set-Cookie line. Throws `CliError` for an app without sessions. */
export function issueSession(issuer: SessionIssuer | undefined, data: object): string {
  if (issuer !== undefined) return issuer.issue(data)
  throw new CliError({
    code: 'bad_session',
    title: 'This app has no sessions: there is no src/session.ts.',
    fix: 'Leave --session and evals/session.json out, or write one.',
  })
}

function parseSession(text: string, source: string): object {
  try {
    const data: unknown = JSON.parse(text)
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data
  } catch {
    // told below
  }
  throw new CliError({ code: 'bad_session', title: `${source} is the data of a session, as a JSON object.` })
}
