import { createContractRule } from '../contract-rule.ts'

/** Inputs with the own keys `__proto__`, `constructor` or `prototype` are rejected, to prevent prototype pollution. */
export const reservedKey = createContractRule({
  code: 'reserved-key',
  number: 1014,
  severity: 'error',
  title: 'Reserved member name in a contract',
  messages: {
    reserved:
      '{where} can never be sent: inputs with the keys "__proto__", "constructor" and "prototype" are rejected. Rename the member.',
  },
  problems: ['reserved-key'],
  check(causes, report) {
    for (const { where, finding } of causes) report('reserved', { ...finding, data: { where } })
  },
})
