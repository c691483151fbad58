import { describe, expect, it } from 'vitest'
import { readWantedPort, shownUrl } from '../../../cli/src/port.ts'

describe('the port', () => {
  it('MDL-09 PORT is used when --port is absent', () => {
    expect(readWantedPort(undefined, { PORT: '4100' })).toEqual({ port: 4100, explicit: true })
    expect(readWantedPort('4200', { PORT: '4100' })).toEqual({ port: 4200, explicit: true })
    expect(readWantedPort(undefined, {})).toEqual({ port: 3000, explicit: false })
    expect(readWantedPort(undefined, { PORT: '' })).toEqual({ port: 3000, explicit: false })
  })

  it.each(['-1', '65536', '80a', '', '1e3', ' 80'])('refuses %j', (text) => {
    expect(() => readWantedPort(text, {})).toThrow('--port must be a port')
  })

  it('shows an address that can be opened', () => {
    expect(shownUrl('http://0.0.0.0:3000')).toBe('http://localhost:3000')
    expect(shownUrl('http://[::]:3000/')).toBe('http://localhost:3000')
    expect(shownUrl('http://127.0.0.1:3000/')).toBe('http://127.0.0.1:3000')
  })
})
