import { pickFixes } from '#diagnostic/fix.ts'
import { createRule } from '#diagnostic/rule.ts'

/** Browsers load stubs in place of the module, so its other exports would be missing. */
export const apiUnsupportedExport = createRule({
  code: 'api-unsupported-export',
  number: 1004,
  severity: 'error',
  title: 'Unsupported export in an api module',
  eachModule: true,
  messages: {
    exported:
      '"{name}" is {written}. An api module may only export "const … = api({ … })" and types, because browsers load stubs in place of the module. Move it to a file of its own, or don\'t export it.',
  },
  check(facts, report) {
    for (const file of facts.apiFiles)
      for (const one of file.exports)
        if (['class', 'value'].includes(one.form))
          report('exported', {
            ...pickFixes(one),
            span: one.span,
            data: { name: one.name, written: one.written ?? 'something else' },
          })
  },
})
