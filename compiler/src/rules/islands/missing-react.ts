import { createRule } from '#diagnostic/rule.ts'

/** React is a dependency of the app: the packages of the framework don't install it. */
export const missingReact = createRule({
  code: 'missing-react',
  number: 1085,
  severity: 'error',
  title: 'React component in an app without React',
  messages: {
    missing:
      "This file contains React components, but the app doesn't have {packages}. Install the missing packages: npm install {install}. If the file is for Solid, remove .react from its name and @jsxImportSource react from its first comment.",
  },
  check({ missingReact: found }, report) {
    for (const { packages, span } of found)
      report('missing', { span, data: { packages: packages.join(' or '), install: packages.join(' ') } })
  },
})
