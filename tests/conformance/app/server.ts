/** The app that the suite connects to: an ordinary app with the names that its scenarios require. Prints its URL. */
import { serve } from '@fw/runtime/host'
import { createFwServer, type McpPrompt, type McpResource } from '@fw/runtime/server'
import * as tools from './tools.ts'

const toolNames = {
  simpleText: 'test_simple_text',
  imageContent: 'test_image_content',
  audioContent: 'test_audio_content',
  embeddedResource: 'test_embedded_resource',
  multipleContentTypes: 'test_multiple_content_types',
  errorHandling: 'test_error_handling',
  withLogging: 'test_tool_with_logging',
  logging: 'test_logging_tool',
  withProgress: 'test_tool_with_progress',
  sampling: 'test_sampling',
  missingCapability: 'test_missing_capability',
  elicitation: 'test_elicitation',
  elicitationDefaults: 'test_elicitation_sep1034_defaults',
  elicitationEnums: 'test_elicitation_sep1330_enums',
  inputElicitation: 'test_input_required_result_elicitation',
  inputSampling: 'test_input_required_result_sampling',
  inputRoots: 'test_input_required_result_list_roots',
  inputState: 'test_input_required_result_request_state',
  inputTampered: 'test_input_required_result_tampered_state',
  inputMultiple: 'test_input_required_result_multiple_inputs',
  inputRounds: 'test_input_required_result_multi_round',
  inputCapabilities: 'test_input_required_result_capabilities',
  streamingElicitation: 'test_streaming_elicitation',
  greet: 'greet',
  slowCompute: 'slow_compute',
  failingJob: 'failing_job',
  protocolErrorJob: 'protocol_error_job',
  confirmDelete: 'confirm_delete',
  multiInput: 'multi_input',
  taskWithInput: 'test_tool_with_task',
  jsonSchema: 'json_schema_2020_12_tool',
  customHeader: 'test_custom_header',
}

const resources: readonly McpResource[] = [
  {
    uri: 'test://static-text',
    name: 'static-text',
    read: () => 'This is the content of the static text resource.',
  },
  {
    uri: 'test://static-binary',
    name: 'static-binary',
    mimeType: 'image/png',
    read: () => Uint8Array.from(atob(tools.PNG), (character) => character.charCodeAt(0)),
  },
  {
    uri: 'test://watched-resource',
    name: 'watched-resource',
    read: () => 'Clients subscribe to this resource.',
  },
  {
    uri: 'test://template/{id}/data',
    name: 'template',
    mimeType: 'application/json',
    read: ({ params: { id } }) => JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
  },
]

const prompts: readonly McpPrompt[] = [
  { name: 'test_simple_prompt', description: 'One text.', messages: () => 'This is a simple prompt for testing.' },
  {
    name: 'test_prompt_with_arguments',
    description: 'A text with two arguments.',
    arguments: [
      { name: 'arg1', description: 'First test argument', required: true },
      { name: 'arg2', description: 'Second test argument', required: true },
    ],
    messages: ({ args: { arg1, arg2 } }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
    complete: () => ['paris', 'park', 'party'],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A text and a resource.',
    arguments: [{ name: 'resourceUri', description: 'URI of the resource to embed', required: true }],
    messages: ({ args: { resourceUri = '' } }) => [
      {
        role: 'user',
        content: {
          type: 'resource',
          resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
        },
      },
      { role: 'user', content: { type: 'text', text: 'Please process the embedded resource above.' } },
    ],
  },
  {
    name: 'test_prompt_with_image',
    description: 'A text and an image.',
    messages: () => [
      { role: 'user', content: { type: 'image', data: tools.PNG, mimeType: 'image/png' } },
      { role: 'user', content: { type: 'text', text: 'Please analyze the image above.' } },
    ],
  },
  {
    name: 'test_input_required_result_prompt',
    description: 'Reads its context.',
    messages: async ({ client }) => {
      const { user_context } = await client.ask({
        user_context: {
          method: 'elicitation/create',
          params: {
            message: 'What context should the prompt use?',
            requestedSchema: { type: 'object', properties: { context: { type: 'string' } }, required: ['context'] },
          },
        },
      })
      return `Use this context: ${JSON.stringify(user_context.content)}`
    },
  },
]

const { inputState, inputElicitation } = tools
const test = { ...tools, inputTampered: inputState, streamingElicitation: inputElicitation }
const names = Object.entries(toolNames).map(([name, wire]) => [`api.test.${name}`, wire] as const)
const tasks = { afterMs: 100, required: ['api.test.failingJob'] }
const headers = { 'api.test.customHeader': { region: 'Region' } }
const server = createFwServer({
  apis: { test },
  title: 'Conformance',
  production: false,
  logLevel: 'silent',
  mcp: { toolNames: Object.fromEntries(names), resources, prompts, headers, tasks },
})
const { url } = await serve(server, { port: 0 })
console.log(`${url}/_fw/mcp`)
