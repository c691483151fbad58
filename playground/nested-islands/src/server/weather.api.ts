import { api } from '@fw/runtime'
import { type Forecast, readForecast } from '../forecast.ts'

/** What the weather mast says of the next day. It takes a moment. */
export const forecast = api({
  readonly: true,
  run: async (): Promise<Forecast> => readForecast(),
})
