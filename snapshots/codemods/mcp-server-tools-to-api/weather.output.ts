// @file package.json
{ "name": "weather-mcp" }
// @file src/forecast.ts
export const forecast = async (city: string) => ({ city, celsius: 21 })
// @file src/server/weather.api.ts
import { api } from '@fw/runtime'
import { z } from 'zod'
import { forecast } from '../forecast.js'

// Asked most often.
export const getWeather = api({
  title: 'Weather',
  description: 'The weather of a city.',
  input: z.object({ city: z.string().min(1) }),
  readonly: true,
  run: async ({ input: { city } }) => {
    const found = await forecast(city) // one call
    if (found.celsius > 50) return 'Too hot.'
    return found
  },
})

export const ping = api({
  description: 'Whether it lives.',
  run: async () => 'pong',
})

export const forget = api({
  description: 'Forget a city.',
  input: z.object({ city: z.string() }),
  guard: 'confirm',
  run: async ({ input }) => {
    return { forgotten: input.city }
  },
})
