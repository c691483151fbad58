/**
 * The file in which a running `fw dev` writes its URL, for `fw mcp`: `.fw/data/dev.json`. Dev never serves this folder, and
 * builds don't delete it.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isRecord } from '@fw/runtime/contract'

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

/** Removes the file unless another process has replaced it. */
export function removeDevAddress(root: string, { id }: DevAddress): void {
  if (readDevAddress(root)?.id === id) rmSync(getAddressFile(root), { force: true })
}
