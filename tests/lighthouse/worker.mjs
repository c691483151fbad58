// One run of Lighthouse in a process of its own: `worker.mjs <url> <debugging port> <category>,…`. Prints what of the
// result is read. Lighthouse needs a newer Node than we ask of users: `audit-url.ts` starts this on one.
import lighthouse from 'lighthouse'

const [url, port, categories] = process.argv.slice(2)
const result = await lighthouse(url, {
  port: Number(port),
  output: 'json',
  logLevel: 'error',
  onlyCategories: categories.split(','),
})
if (result === undefined) throw new Error(`Lighthouse has no result for ${url}.`)
const { lhr } = result
const { runtimeError, lighthouseVersion } = lhr
const found = Object.values(lhr.categories).map(({ id, score, auditRefs }) => ({ id, score, auditRefs }))
const audits = Object.fromEntries(Object.entries(lhr.audits).filter(([, { score }]) => score !== 1))
const printed = JSON.stringify({ lighthouseVersion, runtimeError, categories: found, audits })
// Something of it keeps the process alive.
process.stdout.write(printed, () => process.exit())
