import { api } from '@fw/runtime'
import { type Forecast, readForecast } from '../forecast.ts'

/** The forecast of the weather mast for the next day. It takes a moment. */
export const forecast = api({
  readonly: true,
  run: async (): Promise<Forecast> => readForecast(),
})
