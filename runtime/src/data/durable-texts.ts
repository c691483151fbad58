/** Strings of any length in a durable object, and their parts. */
import type { DurableSql } from './durable-api.ts'

/**
 * Maximum length of a part in UTF-16 code units, at most 1.5 MB in UTF-8: a string or row of a durable object, or of a D1
 * database, can have 2 MB. https://developers.cloudflare.com/durable-objects/platform/limits/
 */
const PART_LENGTH = 500_000

export class DurableTexts {
  readonly #sql: DurableSql

  constructor(sql: DurableSql) {
    this.#sql = sql
  }

  read(key: string, at: number): string | undefined {
    const rows = this.#sql.exec('select text from fw_texts where key = ? and expires_at > ? order by part', key, at)
    const parts = rows.toArray()
    return parts.length === 0 ? undefined : parts.map(({ text }) => text).join('')
  }

  /** `text` must be well formed, such as JSON. */
  write(key: string, text: string, expiresAt: number): void {
    const parts = splitStoredText(text)
    this.#sql.exec('delete from fw_texts where key = ? and part >= ?', key, parts.length)
    for (const [index, part] of parts.entries())
      this.#sql.exec('insert or replace into fw_texts values (?, ?, ?, ?)', key, index, part, expiresAt)
  }

  remove(key: string): void {
    this.#sql.exec('delete from fw_texts where key = ?', key)
  }
}

/** Returns the parts of a string. No part ends within a surrogate pair, because a lone surrogate doesn't survive UTF-8. */
export function splitStoredText(text: string): readonly string[] {
  const parts: string[] = []
  let start = 0
  do {
    const end = start + PART_LENGTH
    const last = text.charCodeAt(end - 1)
    const stop = end < text.length && last >= 0xd800 && last <= 0xdbff ? end - 1 : end
    parts.push(text.slice(start, stop))
    start = stop
  } while (start < text.length)
  return parts
}
