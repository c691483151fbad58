// Of the build: `fw build` comes first.
import { callTool, renderPage, type TestedApp } from '@fw/runtime/testing'
import { beforeAll, expect, it } from 'vitest'
import { ZONES } from '../src/plan.ts'
import { degrees } from '../src/units.ts'

let app: TestedApp
beforeAll(async () => {
  const build: { createApp(): TestedApp } = await import(new URL('../dist/server/index.js', import.meta.url).href)
  app = build.createApp()
})

it('shows every bed, and what comes late', async () => {
  const { status, html } = await renderPage(app, '/')
  expect(status).toBe(200)
  for (const { name, celsius } of ZONES.flatMap(({ beds }) => beds)) {
    expect(html).toContain(name)
    expect(html).toContain(degrees(celsius, '°C'))
  }
  expect(html).toContain('Clear after ten')
})

it('says temperatures as people read them', () => {
  expect([degrees(20, '°C'), degrees(20, '°F')]).toEqual(['20 °C', '68 °F'])
})

it('tells agents what the mast says', async () => {
  expect(await callTool(app, 'api.weather.forecast')).toMatchObject({ ok: true, result: { celsius: 21 } })
})
