import { createRule } from '../diagnostic/rule.ts'

/** React is the app's own: none of our packages brings it. */
export const missingReact = createRule({
  code: 'missing-react',
  number: 1085,
  severity: 'error',
  title: 'A component of React in an app without React',
  messages: {
    missing:
      'React renders the components of this file, and the app has no {packages}. Install what is missing: npm install {install}. If the file was meant for Solid, take .react out of its name and @jsxImportSource react out of its first comment.',
  },
  check({ missingReact: found }, report) {
    for (const { packages, span } of found)
      report('missing', { span, data: { packages: packages.join(' and no '), install: packages.join(' ') } })
  },
})
