/** Calls of a store, on the built package: `<node or bun> store-calls.mjs <data> <part>` prints the outcome as JSON. */
import { openData } from '../../../runtime/dist/data/open-data.js'

const [, , data, part] = process.argv
const [one, two] = [openData(data), openData(data)]

const PARTS = { proposals, values, messages, nonce, outage, absent }

async function proposals() {
  const createdAt = Date.now()
  const made = Array.from({ length: 200 }, (_, index) => ({
    id: `p${index}`,
    tool: 'api.shop.pay',
    input: { text: `tea ${index} \ud83c\udf75`, list: [index, null, { deep: true }] },
    message: 'Approve?',
    inputHash: 'h',
    subject: `user-${index}`,
    origin: 'agent',
    state: 'pending',
    createdAt,
    expiresAt: createdAt + 60_000,
  }))
  await Promise.all(made.map((proposal) => one.proposals.put(proposal)))
  const read = await Promise.all(made.map(({ id }) => two.proposals.get(id)))
  const differing = made.filter(
    (proposal, index) => JSON.stringify(proposal.input) !== JSON.stringify(read[index].input),
  )
  const claim = () =>
    Promise.all(
      made.flatMap(({ id }) => [one, two].map(({ proposals: all }) => all.claim(id, 'executed', Date.now(), 'ann'))),
    )
  const count = (claims) => claims.filter(Boolean).length
  const [claimed, again] = [count(await claim()), count(await claim())]
  await one.proposals.settle('p0', { ok: true })
  const { resolvedBy } = await two.proposals.get('p0')
  return {
    claimed,
    again,
    differing: differing.length,
    pending: (await two.proposals.list('user-0', Date.now())).length,
    resolvedBy,
  }
}

async function values() {
  const both = (call) => Promise.all(Array.from({ length: 20 }, (_, index) => call(index % 2 === 0 ? one : two)))
  const claims = (await both((store) => store.claim('c', 60_000))).filter(Boolean).length
  const allowed = (await both((store) => store.hit('h', 5, 60_000))).filter((hit) => hit.allowed).length
  await both((store) => store.add('s', 2, 60_000))
  const sum = await two.add('s', 10, 60_000)
  await one.write('t', 'a \ud83c\udf75 and a "quote"', 60_000)
  const text = await two.read('t')
  await two.remove('t')
  return { claims, allowed, sum, text, removed: (await one.read('t')) ?? null }
}

async function messages() {
  const received = { here: [], there: [] }
  await one.watch(
    'desk',
    (text) => received.here.push(text),
    () => undefined,
  )
  await two.watch(
    'desk',
    (text) => received.there.push(text),
    () => undefined,
  )
  for (const text of ['0', '1', '2', '3']) await one.publish('desk', text)
  for (let wait = 0; wait < 100 && received.there.length < 4; wait++)
    await new Promise((resolve) => setTimeout(resolve, 20))
  return received
}

async function nonce() {
  return { claimed: await one.claim('nonce', 60_000) }
}

async function outage() {
  await one.write('key', 'value', 60_000)
  console.log('connected')
  const codes = new Set()
  const until = Date.now() + 20_000
  for (; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 50))) {
    try {
      await one.write('key', 'value', 60_000)
      if (codes.size > 0) return { codes: [...codes], recovered: true }
    } catch (error) {
      codes.add(error.code)
    }
  }
  return { codes: [...codes], recovered: false }
}

/** A single call, and nothing else that keeps the process alive. */
async function absent() {
  try {
    await one.write('key', 'value', 60_000)
    return { written: true }
  } catch (error) {
    return { code: error.code }
  }
}

console.log(JSON.stringify(await PARTS[part]()))
await Promise.all([one.close(), two.close()])
