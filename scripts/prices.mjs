// `npm run prices`: rewrites the list prices of models from the public table of LiteLLM. Run it before a release.
// `--from <url>` reads another table of that form, `--out <file>` writes another file.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openSources } from './load-source.mjs'

const { values: options } = parseArgs({
  options: {
    from: {
      type: 'string',
      default: 'https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json',
    },
    out: { type: 'string', default: 'runtime/src/agent/model-prices.ts' },
  },
})

/** Providers by their names in the table. */
const PROVIDERS = { anthropic: 'anthropic', openai: 'openai', gemini: 'google' }
const MILLION = 1_000_000
/** A table with fewer models of these providers has another form. */
const MIN_MODELS = 5
/** Dollars per million tokens; a higher price is a mistake in its unit. */
const MAX_PRICE = 1_000

const today = new Date().toISOString().slice(0, 10)
const { load, close } = await openSources()
const { MODEL_PRICES } = await load('./runtime/src/agent/model-prices.ts')
const { KNOWN_PROVIDERS } = await load('./runtime/src/agent/known-models.ts')
await close()

const table = await fetchTable(options.from)
const models = Object.entries(table).flatMap(([name, row]) => readModel(name, row))
if (models.length < MIN_MODELS) fail(`${options.from} has prices for ${models.length} models of the known providers.`)
const expensive = models.find(({ price }) => Object.values(price).some((dollars) => dollars > MAX_PRICE))
if (expensive !== undefined) fail(`The price of ${expensive.id} is above $${MAX_PRICE} per million tokens.`)

const current = models.filter(({ ends }) => ends === undefined || ends >= today)
const prices = { ...MODEL_PRICES, ...Object.fromEntries(current.map(({ id, price }) => [id, price])) }
writeFileSync(options.out, printModule(prices))
for (const [id, price] of Object.entries(prices)) {
  const change = describeChange(MODEL_PRICES[id], price)
  if (change !== undefined) console.log(`${id}: ${change}`)
}
for (const id of Object.keys(MODEL_PRICES))
  if (!current.some((model) => model.id === id)) console.log(`${id}: not in the table, so its price is unchanged`)
process.exitCode = reportDefaults() ? 0 : 1

async function fetchTable(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(60_000) })
  if (!response.ok) fail(`${url} responds with ${response.status}.`)
  const table = await response.json().catch(() => undefined)
  return typeof table === 'object' && table !== null ? table : fail(`${url} is not a table of prices.`)
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

/** Returns a chat model that calls functions, or nothing for other models and fine-tuned ones. */
function readModel(name, row) {
  const provider = Object.hasOwn(PROVIDERS, row?.litellm_provider) ? PROVIDERS[row.litellm_provider] : undefined
  const model = name.replace(/^(?:anthropic|openai|gemini)\//, '')
  const isChat = row?.mode === 'chat' || row?.mode === 'responses'
  if (provider === undefined || !isChat || row.supports_function_calling !== true || /[/:]/.test(model)) return []
  const [input, output, cachedInput] = [
    row.input_cost_per_token,
    row.output_cost_per_token,
    row.cache_read_input_token_cost,
  ].map(toDollars)
  if (input === undefined || output === undefined) return []
  const price = { input, output, ...(cachedInput !== undefined && { cachedInput }) }
  return [{ id: `${provider}/${model}`, price, ends: row.deprecation_date }]
}

/** Returns dollars per million tokens, without the errors of binary fractions; `undefined` for a value that isn't a price. */
function toDollars(perToken) {
  return typeof perToken === 'number' && perToken >= 0 ? Number((perToken * MILLION).toPrecision(9)) : undefined
}

function describeChange(before, after) {
  if (before === undefined) return `new: ${printPrice(after)}`
  return printPrice(before) === printPrice(after) ? undefined : `${printPrice(before)} becomes ${printPrice(after)}`
}

function printPrice({ input, output, cachedInput }) {
  return `{ input: ${input}, output: ${output}${cachedInput === undefined ? '' : `, cachedInput: ${cachedInput}`} }`
}

/** Reports default models that the table doesn't have or that their provider ends. */
function reportDefaults() {
  const defaults = KNOWN_PROVIDERS.flatMap(({ provider, defaultModel }) =>
    defaultModel !== undefined && Object.values(PROVIDERS).includes(provider) ? [`${provider}/${defaultModel}`] : [],
  )
  const problems = defaults.flatMap((id) => {
    const found = models.find((model) => model.id === id)
    if (found === undefined) return [`The default model ${id} is not in the table.`]
    return found.ends === undefined ? [] : [`The default model ${id} ends on ${found.ends}: choose another one.`]
  })
  for (const problem of problems) console.error(problem)
  return problems.length === 0
}

function printModule(prices) {
  const rows = Object.keys(prices)
    .sort()
    .map((id) => `  '${id}': ${printPrice(prices[id])},\n`)
  return `/** List prices of models. \`npm run prices\` rewrites this file from a public table. */
import type { ModelPrice } from '#contract/agent/agent.ts'

/** Date on which the prices were last compared with their source. */
export const PRICES_DATE = '${today}'

/** In dollars per million tokens, by \`provider/model\`. Aggregators report the cost of a round themselves. */
export const MODEL_PRICES: Readonly<Record<string, ModelPrice>> = {
${rows.join('')}}
`
}
