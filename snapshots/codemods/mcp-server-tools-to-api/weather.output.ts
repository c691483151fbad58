// @file package.json
{ "name": "weather-mcp", "scripts": { "dev": "fw dev", "build": "fw build", "start": "fw start" }, "dependencies": { "@fw/cli": "0.2.0", "@fw/runtime": "0.2.0", "solid-js": "1.9.19" }, "type": "module" }
// @file src/forecast.ts
export const forecast = async (city: string) => ({ city, celsius: 21 })
// @file src/server/weather.api.ts
import { api } from '@fw/runtime'
import { z } from 'zod'
import { forecast } from '../forecast.js'

// Asked most often.
// fw-codemod mcp-server-tools-to-api: The transport no longer protects these tools: neither stdio, nor middleware that checks a bearer token. fw serves them over HTTP, so identify the caller in src/ctx.ts and restrict access with scopes.
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
  guard: 'confirm',
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
// @file tsconfig.json
{
  "compilerOptions": {
    "target": "es2023",
    "lib": ["es2023", "dom", "dom.iterable"],
    "module": "esnext",
    "moduleResolution": "bundler",
    "jsx": "preserve",
    "jsxImportSource": "solid-js",
    "strict": true,
    "isolatedModules": true,
    "allowImportingTsExtensions": true,
    "skipLibCheck": true,
    "noEmit": true
  },
  "files": [".fw/types/register.d.ts"],
  "include": ["src", "fw.config.ts", ".fw/types"]
}
// @left src/server/weather.api.ts:6 The transport no longer protects these tools: neither stdio, nor middleware that checks a bearer token. fw serves them over HTTP, so identify the caller in src/ctx.ts and restrict access with scopes.
