/**
 * The file in which a running `fw dev` writes its URL, for `fw mcp`: `.fw/data/dev.json`. Dev never serves this folder, and
 * builds don't delete it.
 */
import { lstatSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { FwError, isRecord } from '@fw/runtime/contract'

interface DevAddress {
  readonly url: string
  /** Distinguishes this process from a later one with the same port. */
  readonly id: string
}

function getAddressFile(root: string): string {
  return `${root}/.fw/data/dev.json`
}

export function writeDevAddress(root: string, address: DevAddress): void {
  mkdirSync(`${root}/.fw/data`, { recursive: true })
  // A link would make it replace another file.
  rmSync(getAddressFile(root), { force: true })
  writeFileSync(getAddressFile(root), `${JSON.stringify(address)}\n`)
}

/** Returns the address that `fw dev` has written last. It may have ended since. */
export function readDevAddress(root: string): DevAddress | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(getAddressFile(root), 'utf8'))
    if (!isRecord(value) || typeof value.url !== 'string' || typeof value.id !== 'string') return undefined
    return { url: value.url, id: value.id }
  } catch {
    return undefined
  }
}

/**
 * Throws `FwError` if a request to this address could reach another program than `fw dev` of this app: calls contain input of
 * tools, and a coding agent trusts their results. Others may have written the file, for example in a repository.
 */
export function checkDevAddress(root: string, { url }: DevAddress): void {
  const file = getAddressFile(root)
  if (!isDevUrl(url)) throw refuse(file, `has the URL ${JSON.stringify(url)}, which isn't one of this machine`)
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (found === undefined) return
  if (!found.isFile()) throw refuse(file, 'is not a regular file')
  const trusted = [0, process.getuid?.(), statSync(root).uid]
  if (process.getuid !== undefined && !trusted.includes(found.uid)) throw refuse(file, 'belongs to another user')
}

/** Returns whether `writeDevAddress` gets such URLs: an origin of this machine. */
function isDevUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && LOOPBACK.includes(url.hostname) && text === `${url.origin}/`
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

function refuse(file: string, problem: string): FwError {
  const message = `${file} ${problem}, so no call was sent. Delete the file, and start "fw dev" again.`
  return new FwError('tool_failed', { status: 500, message })
}

/** Removes the file unless another process has replaced it. */
export function removeDevAddress(root: string, { id }: DevAddress): void {
  if (readDevAddress(root)?.id === id) rmSync(getAddressFile(root), { force: true })
}
