import { defineCodemod } from '#codemods/codemod.ts'
import { renameExport } from '#codemods/syntax/rename-export.ts'

/** Two names for one type were one too many: what a turn used and what a model call used are counted the same way. */
export const turnUsageToTokenUsage = defineCodemod({
  id: 'turn-usage-to-token-usage',
  title: 'The type TurnUsage of @fw/runtime/agent is TokenUsage.',
  release: '0.2.0',
  transform(app) {
    for (const file of app.sources)
      renameExport(file, app.edit(file), { module: '@fw/runtime/agent', from: 'TurnUsage', to: 'TokenUsage' })
  },
})
