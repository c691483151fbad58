import { appendFileSync } from 'node:fs'

/** Takes longer than any time of the clock is away. */
export default async function Page() {
  await new Promise((resolve) => setTimeout(resolve, 2200))
  appendFileSync('pages.log', 'rendered\n')
  return <p>Clock</p>
}
