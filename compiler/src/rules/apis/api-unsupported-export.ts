import { pickFixes } from '#diagnostic/fix.ts'
import { createRule } from '../rule.ts'

/** Browsers load stubs in place of the module, so its other exports would be missing. */
export const apiUnsupportedExport = createRule({
  code: 'api-unsupported-export',
  number: 1004,
  severity: 'error',
  title: 'Unsupported export in an api module',
  messages: {
    exported:
      '"{name}" is {written}. An api module may only export "const … = api({ … })" and types, because browsers load stubs in place of the module. Move it to a file of its own, or don\'t export it.',
  },
  collectFile: ({ facts }) => facts.exports.filter(({ form }) => form === 'class' || form === 'value'),
  check(facts, report) {
    for (const one of facts)
      report('exported', {
        ...pickFixes(one),
        span: one.span,
        data: { name: one.name, written: one.written ?? 'something else' },
      })
  },
})
