import { setTimeout as pause } from 'node:timers/promises'

export interface Forecast {
  readonly sky: string
  readonly celsius: number
  readonly sunHours: number
}

/** Asks the weather mast, which takes its time. The page does not wait for it. */
export async function readForecast(): Promise<Forecast> {
  await pause(400)
  return { sky: 'Clear after ten', celsius: 21, sunHours: 9 }
}
