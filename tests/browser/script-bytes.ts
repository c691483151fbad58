/** The scripts that a page loads, with their sizes under brotli. */
import { brotliCompressSync } from 'node:zlib'
import type { Page, Response } from 'playwright-core'

export interface LoadedScript {
  /** Path of a file, or `inline`. */
  readonly name: string
  /** Under the best brotli compression. */
  readonly bytes: number
}

/** Scripts that run: data blocks (JSON-LD, JSON, speculation rules) do not. */
export const EXECUTABLE = 'script:not([type]), script[type="module"], script[type="text/javascript"]'

/** Returns the scripts that the page loads in `use` and until the network is quiet, or `settle` has ended; each file once. */
export async function measureScripts(
  page: Page,
  use: () => Promise<unknown>,
  { settle = () => page.waitForLoadState('networkidle') }: { readonly settle?: () => Promise<unknown> } = {},
): Promise<readonly LoadedScript[]> {
  const urls = new Set<string>()
  const record = (response: Response) => {
    if (response.request().resourceType() === 'script') urls.add(response.url())
  }
  page.on('response', record)
  await use()
  await settle()
  page.off('response', record)
  const inline = await page.locator(EXECUTABLE).evaluateAll((all) => all.map((script) => script.textContent ?? ''))
  const files = await Promise.all(
    [...urls].map(async (url) => toScript(new URL(url).pathname, await (await fetch(url)).text())),
  )
  return [...files, ...inline.filter((text) => text !== '').map((text) => toScript('inline', text))]
}

function toScript(name: string, text: string): LoadedScript {
  return { name, bytes: brotliCompressSync(text).length }
}
