/** Session of the steps, signed by the app's own `src/session.ts`. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isRecord } from '@fw/runtime/contract'
import { CliError } from './cli-error.ts'

/** Signing part of an app's session store. */
export interface SessionIssuer {
  issue(data: unknown): string
}

const DEFAULT_FILE = 'evals/session.json'

/** Reads the data of `--session <json|file>`, else of `evals/session.json`. Returns `undefined` without either. */
export function readSession(root: string, cwd: string, given: string | undefined): object | undefined {
  if (given?.trimStart().startsWith('{')) return parseSession(given, '--session')
  const file = given === undefined ? join(root, DEFAULT_FILE) : resolve(cwd, given)
  if (existsSync(file)) return parseSession(readFileSync(file, 'utf8'), given ?? DEFAULT_FILE)
  if (given === undefined) return undefined
  throw new CliError({
    code: 'bad_session',
    title: `File ${given} not found.`,
    fix: `--session accepts session data as JSON, such as '{"userId":"ann"}', or a file that contains it.`,
  })
}

/** Signs a session and returns it as a Set-Cookie header. Throws `CliError` for an app without sessions. */
export function issueSession(issuer: SessionIssuer | undefined, data: object): string {
  if (issuer !== undefined) return issuer.issue(data)
  throw new CliError({
    code: 'bad_session',
    title: 'This app has no sessions, because it has no src/session.ts.',
    fix: 'Remove --session and evals/session.json, or add src/session.ts.',
  })
}

function parseSession(text: string, source: string): object {
  try {
    const data: unknown = JSON.parse(text)
    if (isRecord(data)) return data
  } catch {
    // reported below
  }
  throw new CliError({ code: 'bad_session', title: `${source} must contain session data as a JSON object.` })
}
