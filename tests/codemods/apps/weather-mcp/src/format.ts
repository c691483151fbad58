import type { Alert } from './alerts.js'

export const formatAlert = ({ id, state, text }: Alert) => `${id} (${state}): ${text}`
