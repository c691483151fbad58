import { defineCodemod } from '#codemods/codemod.ts'
import { renameExport } from '#codemods/syntax/rename-export.ts'

/** The two types had the same meaning: a turn and a model call count tokens in the same way. */
export const turnUsageToTokenUsage = defineCodemod({
  id: 'turn-usage-to-token-usage',
  title: 'Rename the type TurnUsage of @fw/runtime/agent to TokenUsage.',
  release: '0.2.0',
  transform(app) {
    for (const file of app.sources)
      renameExport(file, app.edit(file), { module: '@fw/runtime/agent', from: 'TurnUsage', to: 'TokenUsage' })
  },
})
