/** Modules that load during a request, on each runtime: the calls at their top level aren't those of the request. */
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CoreServer, startApp } from '../../servers/core-server.ts'
import { RUNTIMES } from '../../servers/runtimes.ts'

const APP = fileURLToPath(new URL('../../servers/late-modules-app.mjs', import.meta.url))
const BEN = { 'x-user': 'ben' }
const TOP_LEVEL = ['top level: agent undefined', 'after await: agent undefined']
const LISTENER = 'listener: agent undefined'

describe.each(RUNTIMES)('a module that loads late on %s', (_name, program) => {
  let app: CoreServer
  beforeAll(async () => {
    app = await startApp(APP, program)
  })
  afterAll(() => app?.close())

  const read = async () => ((await (await app.call('read')).json()) as { result: unknown }).result

  test.each(['imported', 'api'])(
    'makes the calls at its top level without the user of the request: %s',
    async (way) => {
      expect((await app.call('run', { way }, BEN)).status).toBe(200)
      expect(await read()).toEqual({
        seen: [...TOP_LEVEL, 'request: human ben', LISTENER],
        audited: ['agent', 'agent', 'human', 'agent'],
      })
    },
  )

  test.each(['page', 'endpoint'])(
    'makes the calls at its top level without the user of the request: %s',
    async (path) => {
      expect(await (await fetch(`${app.url}/${path}`, { headers: BEN })).text()).toContain('late')
      expect(await read()).toEqual({ seen: [...TOP_LEVEL, LISTENER], audited: ['agent', 'agent', 'agent'] })
    },
  )
})
