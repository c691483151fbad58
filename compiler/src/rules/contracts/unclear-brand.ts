import { createContractRule } from '../contract-rule.ts'

/** A member that only brands its type is in no JSON, and one that is data must be in the contract. */
export const unclearBrand = createContractRule({
  code: 'unclear-brand',
  number: 1136,
  severity: 'warning',
  title: 'Member may be a brand or data',
  messages: {
    brand:
      '{where} looks like a brand, so the contract doesn\'t include it. For a brand, use a symbol: "declare const brand: unique symbol". For data, write the member in the object type itself, with a name that doesn\'t begin with "__".',
  },
  problems: ['unclear-brand'],
  check(causes, report) {
    for (const { where, finding } of causes) report('brand', { ...finding, data: { where } })
  },
})
