/** How a server reaches Postgres: over TLS, through a pooler, over a Unix socket. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { openData } from '../../../runtime/src/data/open-data.ts'
import { createProposal } from '../../../runtime/src/proposals/create-proposal.ts'
import { startPooler } from '../../servers/pgbouncer.ts'
import { startPostgres } from '../../servers/postgres.ts'

const closing: { close(): unknown }[] = []

afterEach(async () => {
  for (const one of closing.splice(0).reverse()) await one.close()
})

function open(url: string) {
  const lines: string[] = []
  const store = openData(url, { log: (line) => lines.push(line) })
  closing.push(store)
  return { store, lines }
}

it('encrypts with TLS, and checks the certificate as sslmode says', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fw-tls-'))
  closing.push({ close: () => rmSync(folder, { recursive: true, force: true }) })
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  expect(spawnSync('openssl', [...request, ...names, '-keyout', key, '-out', certificate]).status).toBe(0)
  const postgres = await startPostgres({
    settings: ['ssl = on'],
    access: ['hostnossl all all all reject'],
    files: { 'server.key': readFileSync(key, 'utf8'), 'server.crt': readFileSync(certificate, 'utf8') },
  })
  closing.push(postgres)
  const asName = postgres.url.replace('127.0.0.1', 'localhost')
  const ping = async (url: string) => {
    const { store, lines } = open(url)
    await store.ping().catch(() => undefined)
    return lines.join().replace(/^.*cannot be used: /, '')
  }
  expect(await ping(postgres.url)).toContain('no encryption')
  expect(await ping(`${postgres.url}?sslmode=require`)).toBe('')
  expect(await ping(`${asName}?sslmode=verify-full`)).toContain('self-signed certificate')
  expect(await ping(`${asName}?sslmode=verify-full&sslrootcert=${certificate}`)).toBe('')
  expect(await ping(`${postgres.url}?sslmode=verify-full&sslrootcert=${certificate}`)).toContain("cert's")
  expect(await ping(`${postgres.url}?sslmode=verify-ca&sslrootcert=${certificate}`)).toBe('')
  expect(await ping(`${asName}?sslmode=verify-ca&sslrootcert=${folder}/none.pem`)).toContain('none.pem of sslrootcert')
}, 60_000)

it('works through a pooler that gives each transaction another connection', async () => {
  const postgres = await startPostgres()
  closing.push(postgres)
  const pooler = await startPooler(postgres.port)
  closing.push(pooler)
  const url = `postgres://fw@127.0.0.1:${pooler.port}/fw?pooler=transaction&listen=127.0.0.1:${postgres.port}`
  const stores = [open(url), open(url), open(url)]
  const proposals = Array.from({ length: 120 }, (_, index) =>
    createProposal({ tool: 'api.shop.pay', input: {}, origin: 'agent', subject: `user ${index}` }, Date.now(), 60_000),
  )
  await Promise.all(proposals.map((proposal, index) => stores[index % 3]?.store.proposals.put(proposal)))
  const wins = await Promise.all(
    proposals.map(async ({ id }) => {
      const claims = stores.map(({ store }) => store.proposals.claim(id, 'executed', Date.now()))
      return (await Promise.all(claims)).filter(Boolean).length
    }),
  )
  expect(wins).toEqual(proposals.map(() => 1))
  const hits = await Promise.all(
    Array.from({ length: 90 }, (_, index) => stores[index % 3]?.store.hit('page', 40, 60_000)),
  )
  expect(hits.filter((hit) => hit?.allowed)).toHaveLength(40)
  const seen: string[] = []
  await stores[0]?.store.watch(
    'news',
    (text) => seen.push(text),
    () => seen.push('GAP'),
  )
  for (const text of ['one', 'x'.repeat(10_000), 'three']) await stores[1]?.store.publish('news', text)
  await expect.poll(() => seen).toEqual(['one', 'x'.repeat(10_000), 'three'])
  expect(stores.flatMap(({ lines }) => lines)).toEqual([])
}, 60_000)

it('works over a Unix socket', async () => {
  const postgres = await startPostgres()
  closing.push(postgres)
  const { store, lines } = open(`postgres://fw@localhost:${postgres.port}/fw?host=${postgres.folder}`)
  expect(await store.claim('a', 60_000)).toBe(true)
  expect(lines).toEqual([])
}, 30_000)

it('finds the primary among several hosts, before and after a failover', async () => {
  const primary = await startPostgres()
  closing.push(primary)
  const standby = await startPostgres({ standbyOf: primary })
  closing.push(standby)
  // Nothing listens on the last one.
  const hosts = `127.0.0.1:${standby.port},127.0.0.1:${primary.port},127.0.0.1:1`
  const { store, lines } = open(`postgres://fw@${hosts}/fw?target_session_attrs=read-write`)
  const seen: string[] = []
  await store.watch(
    'news',
    (text) => seen.push(text),
    () => seen.push('GAP'),
  )
  expect(await store.claim('a', 60_000)).toBe(true)
  await store.publish('news', 'one')
  await expect.poll(() => seen).toEqual(['one'])
  expect(lines).toEqual([])
  await expect.poll(() => standby.query('select count(*) from fw.claims')).toEqual(['1'])

  await primary.kill()
  await expect(store.claim('b', 60_000)).rejects.toThrow('not available')
  expect(lines[0]).toContain(`Postgres at ${hosts.replaceAll(',', ', ')} cannot be used: `)
  expect(standby.query('select pg_promote()')).toEqual(['t'])
  await expect.poll(() => store.claim('b', 60_000).catch(() => undefined), { timeout: 5_000 }).toBe(true)
  expect(await store.claim('a', 60_000)).toBe(false)
  await expect.poll(() => seen, { timeout: 5_000 }).toEqual(['one', 'GAP'])
  await store.publish('news', 'two')
  await expect.poll(() => seen).toEqual(['one', 'GAP', 'two'])
}, 60_000)

it('names the problem of each host if none is a primary', async () => {
  const primary = await startPostgres()
  closing.push(primary)
  const standby = await startPostgres({ standbyOf: primary })
  closing.push(standby)
  await primary.kill()
  const { store, lines } = open(`postgres://fw@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/fw`)
  await expect(store.ping()).rejects.toThrow('not available')
  expect(lines[0]).toMatch(
    /127\.0\.0\.1:\d+: connect ECONNREFUSED \S+ 127\.0\.0\.1:\d+: It is read-only, such as a standby\./,
  )
}, 60_000)
