import type { DefinitionFact } from '#analyze/apis/definition-fact.ts'
import { replacement } from '#diagnostic/fix.ts'
import type { SourceSpan } from '#model.ts'
import { createRule } from '../rule.ts'

interface UndecidedApi {
  readonly tool: string
  readonly name: string
  readonly span: SourceSpan
  readonly place: DefinitionFact['undecided']
}

/** Only for apps that ask for it. The fix is the narrowest decision: a fix never opens a function to every caller. */
export const undecidedAccess = createRule({
  code: 'undecided-access',
  number: 1148,
  severity: 'error',
  title: 'Nothing decides who may call a function',
  messages: {
    undecided:
      "Nothing decides who may call {tool}, and the configuration has access: 'required'. Add access to \"{name}\": 'user' for signed-in users, { scopes: ['…'] } for callers with scopes, 'public' for every caller, or a function that decides at each call.",
  },
  collect(app): readonly UndecidedApi[] {
    if (app.outline.config.access !== 'required') return []
    return app.contractFiles.flatMap(({ facts, model }) => {
      const undecided = new Map(facts.definitions.map((one) => [one.tool, one.undecided]))
      return (model?.apis ?? []).flatMap(({ tool, exportName: name, span }) => {
        const place = undecided.get(tool)
        return place === undefined ? [] : [{ tool, name, span, place }]
      })
    })
  },
  check(facts, report) {
    for (const { tool, name, span, place } of facts) {
      const fixes = place && [
        replacement('Allow only signed-in users', place.span, `access: 'user',${place.separator}`),
      ]
      report('undecided', { span, tools: [tool], ...(fixes && { fixes }), data: { tool, name } })
    }
  },
})
