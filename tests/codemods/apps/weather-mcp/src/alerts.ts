export interface Alert {
  id: string
  state: string
  text: string
}

const alerts: Alert[] = [{ id: 'a1', state: 'NY', text: 'Wind in the afternoon.' }]

export const alertsOf = (state: string) => alerts.filter((alert) => alert.state === state)

export function dismiss(id: string): number {
  const at = alerts.findIndex((alert) => alert.id === id)
  return at === -1 ? 0 : alerts.splice(at, 1).length
}
