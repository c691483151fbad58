/** Claims, hits, sums and strings in a D1 database. */
import type { D1Operations, D1Statements } from './d1-statements.ts'

type KeyOperations = Pick<D1Operations, 'claim' | 'hit' | 'add' | 'read' | 'write' | 'remove'>

export function createKeyOperations({ prepare, batch, writeParts }: D1Statements): KeyOperations {
  return {
    async claim(key, ttlMs, time = Date.now()) {
      const claimed = prepare(
        `insert into fw_claims values (?1, ?2) on conflict (key) do update set expires_at = excluded.expires_at
          where fw_claims.expires_at <= ?3 returning key`,
        ...[key, time + ttlMs, time],
      )
      return (await claimed.all()).results.length === 1
    },
    async hit(key, limit, windowMs, time = Date.now()) {
      const [, added, counted] = await batch([
        prepare('delete from fw_hits where key = ?1 and at <= ?2', key, time - windowMs),
        prepare(
          `insert into fw_hits
            select ?1, ?2, (select coalesce(max(copy), 0) + 1 from fw_hits where key = ?1 and at = ?2), ?3
            where (select count(*) from fw_hits where key = ?1) < ?4 returning at`,
          ...[key, time, time + windowMs, limit],
        ),
        prepare('select count(*) as hits, min(at) as oldest from fw_hits where key = ?1', key),
      ])
      // An aggregate always returns a row.
      const row = counted?.results[0] ?? {}
      const { hits, oldest } = row as { readonly hits: number; readonly oldest: number | null }
      return {
        allowed: added?.results.length === 1,
        remaining: Math.max(0, limit - hits),
        resetMs: oldest === null ? 0 : oldest + windowMs - time,
      }
    },
    async add(key, amount, ttlMs, time = Date.now()) {
      const added = prepare(
        `insert into fw_sums values (?1, ?2, ?3) on conflict (key) do update set
          sum = case when fw_sums.expires_at > ?4 then fw_sums.sum + excluded.sum else excluded.sum end,
          expires_at = case when fw_sums.expires_at > ?4 then fw_sums.expires_at else excluded.expires_at end
          returning sum`,
        ...[key, amount, time + ttlMs, time],
      )
      return Number((await added.all()).results[0]?.sum)
    },
    async read(key, time = Date.now()) {
      const { results } = await prepare(
        'select text from fw_texts where key = ?1 and expires_at > ?2 order by part',
        ...[key, time],
      ).all()
      return results.length === 0 ? undefined : results.map(({ text }) => text).join('')
    },
    async write(key, text, ttlMs, time = Date.now()) {
      await batch(writeParts(key, text, time + ttlMs))
    },
    async remove(key) {
      await prepare('delete from fw_texts where key = ?1', key).all()
    },
  }
}
