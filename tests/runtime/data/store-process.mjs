// Another server with the same store: runs the operations that its parent sends, and returns the results. Uses the built package.
import { openData } from '../../../runtime/dist/data/open-data.js'

const store = openData(process.argv[2])
const operations = {
  claim: (keys) => Promise.all(keys.map((key) => store.claim(key, 60_000))),
  hit: ([key, limit, count]) => Promise.all(Array.from({ length: count }, () => store.hit(key, limit, 60_000))),
  settle: ([ids, state]) => Promise.all(ids.map((id) => store.proposals.claim(id, state, Date.now()))),
  publish: async ([channel, texts]) => {
    for (const text of texts) await store.publish(channel, text)
  },
  write: async (keys) => {
    for (const key of keys) await store.write(key, 'x'.repeat(2_000), 60_000)
  },
}
process.on('message', async ({ operation, input }) => {
  try {
    process.send({ answer: (await operations[operation](input)) ?? null })
  } catch (error) {
    process.send({ code: error.code ?? String(error) })
  }
})
process.send({ answer: 'ready' })
