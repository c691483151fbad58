import type { Hooks } from '@fw/runtime/server'

export const subjectOf: Hooks['subjectOf'] = (ctx) => ctx.userId

export const canSettle: Hooks['canSettle'] = ({ ctx, proposal }) =>
  ctx.scopes?.includes('admin') === true && proposal.tool.startsWith('api.')
