/** The tools that the suite calls by name. Their results follow the descriptions of its scenarios. */

import { setTimeout as wait } from 'node:timers/promises'
import { api, type ClientRequest, num, schema, str, toolContent } from '@fw/runtime'
import { Ajv2020 } from 'ajv/dist/2020.js'

/** One red pixel. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='

const ok = 'Done.'

export const simpleText = api({
  description: 'Returns a text.',
  run: () => toolContent({ type: 'text', text: 'This is a simple text response for testing.' }),
})

export const imageContent = api({
  description: 'Returns an image.',
  run: () => toolContent({ type: 'image', data: PNG, mimeType: 'image/png' }),
})

export const audioContent = api({
  description: 'Returns a sound.',
  run: () => toolContent({ type: 'audio', data: WAV, mimeType: 'audio/wav' }),
})

export const embeddedResource = api({
  description: 'Returns a resource.',
  run: () =>
    toolContent({
      type: 'resource',
      resource: {
        uri: 'test://embedded-resource',
        mimeType: 'text/plain',
        text: 'This is an embedded resource content.',
      },
    }),
})

export const multipleContentTypes = api({
  description: 'Returns a text, an image and a resource.',
  run: () =>
    toolContent(
      { type: 'text', text: 'Multiple content types test:' },
      { type: 'image', data: PNG, mimeType: 'image/png' },
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: '{"test":"data","value":123}',
        },
      },
    ),
})

export const errorHandling = api({
  description: 'Always fails.',
  run: () => {
    throw new Error('This tool intentionally returns an error for testing')
  },
})

export const withLogging = api({
  description: 'Logs while it runs.',
  run: async ({ client }) => {
    client.log('info', 'Tool execution started')
    await pause()
    client.log('info', 'Tool processing data')
    await pause()
    client.log('info', 'Tool execution completed')
    return ok
  },
})

export const logging = api({
  description: 'Logs one line.',
  run: ({ client }) => {
    client.log('info', 'A line')
    return ok
  },
})

export const withProgress = api({
  description: 'Reports its progress.',
  run: async ({ client }) => {
    client.progress(0, 100)
    await pause()
    client.progress(50, 100)
    await pause()
    client.progress(100, 100)
    return ok
  },
})

export const sampling = api({
  description: 'Requests a completion from the model of the client.',
  input: schema({ prompt: str() }),
  run: async ({ input, client }) => {
    const { answer } = await client.ask({ answer: question(input.prompt, 100) })
    return { answer: answer.content }
  },
})

export const missingCapability = api({
  description: 'Requests a completion from a client without a model.',
  run: async ({ client }) => {
    await client.ask({ answer: question('Are you there?', 10) })
    return ok
  },
})

export const elicitation = api({
  description: 'Requests a name and an address from the user.',
  input: schema({ message: str() }),
  run: async ({ input, client }) => {
    const { user } = await client.ask({
      user: form(input.message, {
        username: { type: 'string', description: "User's response" },
        email: { type: 'string', description: "User's email address" },
      }),
    })
    return { user }
  },
})

export const elicitationDefaults = api({
  description: 'Requests input with default values.',
  run: async ({ client }) => {
    const { user } = await client.ask({
      user: {
        method: 'elicitation/create',
        params: {
          message: 'Please review and update the form fields with defaults',
          requestedSchema: {
            type: 'object',
            properties: {
              name: { type: 'string', description: 'User name', default: 'John Doe' },
              age: { type: 'integer', description: 'User age', default: 30 },
              score: { type: 'number', description: 'User score', default: 95.5 },
              status: {
                type: 'string',
                description: 'User status',
                enum: ['active', 'inactive', 'pending'],
                default: 'active',
              },
              verified: { type: 'boolean', description: 'Verification status', default: true },
            },
            required: [],
          },
        },
      },
    })
    return { user }
  },
})

const options = ['option1', 'option2', 'option3']
const titled = [
  { const: 'value1', title: 'First Option' },
  { const: 'value2', title: 'Second Option' },
  { const: 'value3', title: 'Third Option' },
]

export const elicitationEnums = api({
  description: 'Requests input with choices of every kind.',
  run: async ({ client }) => {
    const { user } = await client.ask({
      user: form('Please select options from the enum fields', {
        untitledSingle: { type: 'string', enum: options },
        titledSingle: { type: 'string', oneOf: titled },
        legacyEnum: {
          type: 'string',
          enum: ['opt1', 'opt2', 'opt3'],
          enumNames: ['Option One', 'Option Two', 'Option Three'],
        },
        untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
        titledMulti: { type: 'array', items: { anyOf: titled } },
      }),
    })
    return { user }
  },
})

const askName = () => form('What is your name?', { name: { type: 'string' } })
const confirm = () => form('Please confirm', { ok: { type: 'boolean' } })

export const inputElicitation = api({
  description: 'Requests a name and returns a greeting.',
  run: async ({ client }) => {
    const { user_name } = await client.ask({ user_name: askName() })
    return toolContent({ type: 'text', text: `Hello, ${String(contentOf(user_name).name)}!` })
  },
})

export const inputSampling = api({
  description: 'Requests a capital from the model of the client.',
  run: async ({ client }) => {
    const { capital_question } = await client.ask({ capital_question: question('What is the capital of France?', 100) })
    return { answer: capital_question.content }
  },
})

export const inputRoots = api({
  description: 'Requests the root folders of the client.',
  run: async ({ client }) => {
    const { client_roots } = await client.ask({ client_roots: { method: 'roots/list' } })
    return { roots: client_roots.roots }
  },
})

export const inputState = api({
  description: 'Requests input once.',
  run: async ({ client }) => {
    await client.ask({ confirm: confirm() })
    return toolContent({ type: 'text', text: 'state-ok' })
  },
})

export const inputMultiple = api({
  description: 'Makes three requests at once.',
  run: async ({ client }) => {
    const answers = await client.ask({
      user_name: askName(),
      greeting: question('Generate a greeting', 50),
      client_roots: { method: 'roots/list' },
    })
    return { answers }
  },
})

export const inputRounds = api({
  description: 'Makes requests one after another.',
  run: async ({ client }) => {
    const { step1 } = await client.ask({ step1: form('Step 1: What is your name?', { name: { type: 'string' } }) })
    const { step2 } = await client.ask({
      step2: form('Step 2: What is your favorite color?', { color: { type: 'string' } }),
    })
    return { name: contentOf(step1).name, color: contentOf(step2).color }
  },
})

export const inputCapabilities = api({
  description: 'Makes only requests that the client supports.',
  run: async ({ client }) => {
    const questions: Record<string, ClientRequest> = {}
    if (client.can('elicitation')) questions.user_name = askName()
    if (client.can('sampling')) questions.greeting = question('Generate a greeting', 50)
    await client.ask(questions)
    return ok
  },
})

export const greet = api({
  description: 'Greets at once.',
  input: schema({ name: str() }),
  run: ({ input }) => toolContent({ type: 'text', text: `Hello, ${input.name}!` }),
})

export const slowCompute = api({
  description: 'Returns after some seconds, or when it is cancelled.',
  input: schema({ seconds: num(), label: str() }),
  run: async ({ input, signal }) => {
    await wait(input.seconds * 1000, undefined, { signal })
    return { label: input.label }
  },
})

export const failingJob = api({
  description: 'Fails after a while.',
  run: async () => {
    await wait(500)
    throw new Error('The job failed.')
  },
})

export const protocolErrorJob = api({
  description: 'Requests something that the client does not declare, which is an error of the protocol.',
  run: async ({ client }) => {
    await wait(300)
    await client.ask({ client_roots: { method: 'roots/list' } })
    return ok
  },
})

export const confirmDelete = api({
  description: 'Asks before it deletes a file.',
  input: schema({ filename: str() }),
  run: async ({ input, client }) => {
    await wait(300)
    const { confirmed } = await client.ask({ confirmed: confirm() })
    return { filename: input.filename, confirmed: contentOf(confirmed) }
  },
})

export const multiInput = api({
  description: 'Asks two questions at once.',
  run: async ({ client }) => {
    await wait(300)
    const answers = await client.ask({ first: askName(), second: askName() })
    return { answers }
  },
})

export const taskWithInput = api({
  description: 'Asks for a name, and then works for a while.',
  run: async ({ client }) => {
    const { user_name } = await client.ask({ user_name: askName() })
    await wait(300)
    return toolContent({ type: 'text', text: `Hello, ${String(contentOf(user_name).name)}!` })
  },
})

/** The schema of the scenario `json-schema-2020-12`. */
const CONTACT = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

export const jsonSchema = api({
  description: 'Has an input with keywords of JSON Schema 2020-12.',
  input: standardSchema(CONTACT),
  run: ({ input }) => ({ input }),
})

export const customHeader = api({
  description: 'Has a parameter that clients repeat in a header.',
  input: schema({ region: str() }),
  run: ({ input }) => ({ region: input.region }),
})

/** A Standard Schema that ajv validates. */
function standardSchema(json: Record<string, unknown>) {
  const validate = new Ajv2020({ strict: false }).compile(json)
  const jsonSchema = { input: () => json, output: () => json }
  return {
    '~standard': {
      version: 1 as const,
      vendor: 'ajv',
      jsonSchema,
      validate: (value: unknown) =>
        validate(value)
          ? { value }
          : { issues: (validate.errors ?? []).map(({ message = 'is not valid' }) => ({ message })) },
    },
  }
}

function form(message: string, properties: Readonly<Record<string, unknown>>) {
  const requestedSchema = { type: 'object', properties, required: Object.keys(properties) }
  return { method: 'elicitation/create', params: { message, requestedSchema } } as const
}

function question(text: string, maxTokens: number) {
  const messages = [{ role: 'user', content: { type: 'text', text } }]
  return { method: 'sampling/createMessage', params: { messages, maxTokens } } as const
}

function contentOf(answer: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return (answer.content ?? {}) as Record<string, unknown> // the values of a form
}

/** The scenarios require a notification before the result. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50))
}
