import { describe, expect, it } from 'vitest'
import type { SignedMessage } from '../../../runtime/src/wire/http-signature.ts'
import {
  ed25519Thumbprint,
  parseSignatures,
  signatureBase,
  verifyEd25519,
} from '../../../runtime/src/wire/http-signature.ts'

/** RFC 9421 appendix B.1.4 and B.2. */
const KEY = { kty: 'OKP', crv: 'Ed25519', x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs' }
const B26 = {
  date: 'Tue, 20 Apr 2021 02:07:55 GMT',
  'content-type': 'application/json',
  'content-length': '18',
  'signature-input':
    'sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
  signature: 'sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:',
}

function message(headers: Record<string, string>, url = 'https://example.com/foo?param=Value&Pet=dog'): SignedMessage {
  return { method: 'POST', url: new URL(url), header: (name) => headers[name] }
}

const importKey = () => crypto.subtle.importKey('jwk', KEY, 'Ed25519', false, ['verify'])

describe('RFC 9421', () => {
  it('AUT-06 builds the base of B.2.6 and verifies its signature', async () => {
    const [signature] = parseSignatures(message(B26))
    expect(signatureBase(message(B26), signature!)).toBe(
      [
        '"date": Tue, 20 Apr 2021 02:07:55 GMT',
        '"@method": POST',
        '"@path": /foo',
        '"@authority": example.com',
        '"content-type": application/json',
        '"content-length": 18',
        '"@signature-params": ("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
      ].join('\n'),
    )
    expect(await verifyEd25519(message(B26), signature!, await importKey())).toBe(true)
  })

  it('AUT-14 a changed header, path or byte does not verify', async () => {
    const key = await importKey()
    const [signature] = parseSignatures(message(B26))
    expect(await verifyEd25519(message({ ...B26, 'content-length': '19' }), signature!, key)).toBe(false)
    expect(await verifyEd25519(message(B26, 'https://example.com/fop'), signature!, key)).toBe(false)
    const flipped = new Uint8Array(signature!.signature)
    flipped[0]! ^= 1
    expect(await verifyEd25519(message(B26), { ...signature!, signature: flipped }, key)).toBe(false)
  })

  it('makes the RFC 7638 thumbprint of the key', async () => {
    expect(await ed25519Thumbprint(KEY)).toBe('poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U')
  })

  it('derives every request component as section 2.2 writes it', () => {
    const components =
      '("@method" "@target-uri" "@authority" "@scheme" "@request-target" "@path" "@query" "@query-param";name="Pet")'
    const signed = message({ 'signature-input': `a=${components}`, signature: 'a=:AA==:' })
    const [signature] = parseSignatures(signed)
    expect(signatureBase(signed, signature!).split('\n').slice(0, -1)).toEqual([
      '"@method": POST',
      '"@target-uri": https://example.com/foo?param=Value&Pet=dog',
      '"@authority": example.com',
      '"@scheme": https',
      '"@request-target": /foo?param=Value&Pet=dog',
      '"@path": /foo',
      '"@query": ?param=Value&Pet=dog',
      '"@query-param";name="Pet": dog',
    ])
  })

  it.each([
    ['a component twice', 'a=("@method" "@method")'],
    ['a parameter twice', 'a=("@method");created=1;created=2'],
    ['a label twice', 'a=("@method"), a=("@path")'],
    ['an unknown parameter', 'a=("@method");admin'],
    ['an unknown component parameter', 'a=("@method";tr)'],
    ['a response component', 'a=("@method";req)'],
    ['an upper-case name', 'a=("Date")'],
    ['no list', 'a="@method"'],
    ['a token for a name', 'a=(method)'],
    ['broken syntax', 'a=("@method"'],
    ['another label', 'b=("@method")'],
  ])('refuses %s', (_, input) => {
    expect(() => parseSignatures(message({ 'signature-input': input, signature: 'a=:AA==:' }))).toThrow()
  })

  it.each(['@status', '@unknown', 'x-missing'])('refuses to cover %s', (name) => {
    const signed = message({ 'signature-input': `a=("${name}")`, signature: 'a=:AA==:' })
    const [signature] = parseSignatures(signed)
    expect(() => signatureBase(signed, signature!)).toThrow()
  })
})
