import { list } from '../notes.api.ts'

/** Set by the tests, which hold the page back. */
const { fwTestGate } = globalThis as { fwTestGate?: (key: string) => Promise<void> | undefined }

export default async function OtherPage() {
  const titles = await list()
  await fwTestGate?.('GET /other')
  return (
    <main>
      <h1>Other</h1>
      <b>{titles.length}</b>
      <a href="/">Home</a>
    </main>
  )
}
