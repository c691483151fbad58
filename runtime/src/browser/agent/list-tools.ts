/** The tools that an agent can call from this page: mounted ones, others in the manifest, and those of the server. */

import type { Manifest } from '#contract/agent/manifest.ts'
import type { ManifestTool } from '#contract/api.ts'
import { MANIFEST_PATH } from '#contract/http/path.ts'
import { toGuard } from '#contract/known-guard.ts'
import { pageToolEntry } from '#contract/page/page-call.ts'
import type { HotMeta } from '#solid/islands/report-failure.ts'
import { agentHeaders } from '../calls/post-json.ts'
import { type LivePageTool, liveTools } from './page-tools.ts'

/**
 * Returns the manifest's tools for this URL, with mounted tools in place of their manifest entries. Without a server
 * (static output), only mounted tools exist.
 */
export async function listTools(): Promise<readonly ManifestTool[]> {
  const { tools: told } = await readManifest()
  const live = liveTools().filter(({ definition }) => toGuard(definition.guard) !== 'forbidden')
  const entries = new Map(told.map((tool) => [tool.name, tool]))
  for (const name of new Set(live.map((tool) => tool.name))) {
    const copies = live.filter((tool) => tool.name === name)
    // The compiler reports invalid types.
    if ((import.meta as HotMeta).hot && (await copies[0]?.contract?.load())?.fault !== undefined) continue
    entries.set(name, await liveEntry(copies, entries.get(name)))
  }
  return [...entries.values()]
}

/** Returns the server's tools that this caller may use, from the manifest. */
export async function listServerTools(): Promise<readonly ManifestTool[]> {
  const { tools } = await readManifest()
  return tools.filter(({ where }) => where === 'server')
}

/** Returns the entry of a mounted tool. A tool is ready if it is ready in one of its instances, as in the manifest. */
async function liveEntry(copies: readonly LivePageTool[], told: ManifestTool | undefined): Promise<ManifestTool> {
  const [first] = copies as readonly [LivePageTool, ...LivePageTool[]] // the caller found one
  const mounted = copies.flatMap(({ instance }) => instance ?? [])
  const cold =
    told?.instances?.filter((id) => document.querySelector(`fw-island[i="${CSS.escape(id)}"]:not([ok])`)) ?? []
  const instances = mounted.length === 0 ? told?.instances : [...new Set([...mounted, ...cold])]
  const ready = first.definition.ready && copies.some(({ definition }) => definition.ready?.() === true)
  return {
    ...pageToolEntry(first.name, first.definition, await first.contract?.load()),
    ...(instances && { instances }),
    ...(ready === undefined ? {} : { ready }),
  }
}

let known: { readonly path: string; readonly manifest: Promise<Pick<Manifest, 'tools'>> } | undefined

// An edit changes the manifest.
if ((import.meta as HotMeta).hot)
  (import.meta as HotMeta).hot?.on('vite:beforeUpdate', () => {
    known = undefined
  })

/** Reads the manifest once per URL. */
async function readManifest(): Promise<Pick<Manifest, 'tools'>> {
  const path = location.pathname + location.search
  if (known?.path !== path) known = { path, manifest: fetchManifest(path) }
  try {
    return await known.manifest
  } catch {
    known = undefined
    return { tools: [] }
  }
}

async function fetchManifest(path: string): Promise<Pick<Manifest, 'tools'>> {
  const response = await fetch(`${MANIFEST_PATH}?path=${encodeURIComponent(path)}`, {
    // The manifest renders the page.
    headers: { accept: 'application/json', ...agentHeaders() },
  })
  if (!response.ok) throw new Error(`The manifest request failed with status ${response.status}.`)
  return response.json()
}
