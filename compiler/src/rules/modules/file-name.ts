import { isBelow } from '#slash-path.ts'
import { createRule } from '../rule.ts'

/** Modules have URLs in dev, in which these characters have another meaning. */
export const fileName = createRule({
  code: 'file-name',
  number: 1132,
  severity: 'error',
  title: 'File name contains a character of URLs',
  messages: {
    character:
      'The path of {file} contains "{character}", which has another meaning in the URL of a module. Rename the file or folder, and correct the imports.',
  },
  collect: ({ files, outline: { routesDir } }) =>
    files().flatMap((file) => {
      // Pages are never loaded by a browser.
      const isPage = isBelow(routesDir, file)
      const [character] = (isPage ? /[?#]/ : /[?#%]/).exec(file) ?? []
      return character === undefined ? [] : [{ file, character }]
    }),
  check(facts, report) {
    for (const { file, character } of facts)
      report('character', { span: { file, start: 0, end: 0, line: 1, column: 1 }, data: { file, character } })
  },
})
