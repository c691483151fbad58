// Preloaded into a measured Node program (`--import …/report-usage.mjs?into=<file>`): appends the usage of each of its
// processes to the file. Memory is the peak, and CPU time includes the start of Node.
import { appendFileSync } from 'node:fs'

const into = new URL(import.meta.url).searchParams.get('into')

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const line = { cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMb: maxRSS / 1024 }
  appendFileSync(into, `${JSON.stringify(line)}\n`)
})
