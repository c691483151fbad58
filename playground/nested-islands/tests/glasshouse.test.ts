// Tests the build: run `fw build` first.
import { callTool, renderPage, type TestedApp } from '@fw/runtime/testing'
import { beforeAll, expect, it } from 'vitest'
import { ZONES } from '../src/plan.ts'
import { degrees } from '../src/units.ts'

let app: TestedApp
beforeAll(async () => {
  const build: { createApp(): TestedApp } = await import(new URL('../dist/server/index.js', import.meta.url).href)
  app = build.createApp()
})

it('shows every bed, and the late parts', async () => {
  const { status, html } = await renderPage(app, '/')
  expect(status).toBe(200)
  for (const { name, celsius } of ZONES.flatMap(({ beds }) => beds)) {
    expect(html).toContain(name)
    expect(html).toContain(degrees(celsius, '°C'))
  }
  expect(html).toContain('Clear after ten')
})

it('formats temperatures for people', () => {
  expect([degrees(20, '°C'), degrees(20, '°F')]).toEqual(['20 °C', '68 °F'])
})

it('returns the forecast to agents', async () => {
  expect(await callTool(app, 'api.weather.forecast')).toMatchObject({ ok: true, result: { celsius: 21 } })
})
