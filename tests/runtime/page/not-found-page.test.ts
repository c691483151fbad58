import { expect, test } from 'vitest'
import { createFwServer } from '../../../runtime/src/server/create-server.ts'

const files = {
  '_layout.tsx': { default: ({ children }: { children: unknown }) => ['<root>', children] },
  '_404.tsx': { default: ({ ctx }: { ctx: { name?: string } }) => `nothing here for ${ctx.name ?? 'nobody'}` },
} as const

function serverOf(names: readonly (keyof typeof files)[]) {
  return createFwServer({
    routeFiles: names.map((filePath) => ({ filePath })),
    loadRoute: async (filePath) => files[filePath as keyof typeof files] as never,
    title: 'Site',
    data: 'memory',
  })
}

test('SRV-27 notFoundPage renders _404 as a document of its own, in the root layout', async () => {
  const page = await serverOf(['_layout.tsx', '_404.tsx']).notFoundPage()
  expect(page).toMatch(/^<!DOCTYPE html><html lang="en">/)
  expect(page).toContain('>Site</title>')
  expect(page).toMatch(/<body>&lt;root>.*nothing here for nobody<.body>/)
})

test('SRV-28 notFoundPage returns undefined without _404', async () => {
  expect(await serverOf(['_layout.tsx']).notFoundPage()).toBeUndefined()
})
