/** The OpenAPI document of an app for one of its readers. */
import { contractsReady, hasContract, mayCall } from '#api/collect.ts'
import { getTypedSchemas } from '#api/record.ts'
import type { Access, Ctx } from '#contract/api.ts'
import type { OpenApiDocument } from '#openapi/openapi-document.ts'
import type { OpenApiTool } from '#openapi/operation-target.ts'
import type { App } from './app.ts'

/**
 * Returns the document with the functions that this caller may call, or with all functions. Functions with type errors are
 * missing.
 */
export async function createAppDocument(app: App, reader: Ctx | 'all'): Promise<OpenApiDocument> {
  const { info, openapi = {}, policy } = app
  const tools = await listPublishedTools(app, reader)
  // Most servers never write a document.
  const { createOpenApiDocument } = await import('#openapi/create-document.ts')
  const { version = info.appPackage?.version ?? '0.0.0' } = openapi
  const license = info.appPackage?.license
  return createOpenApiDocument({
    info: {
      title: info.name,
      version,
      ...(info.description !== undefined && { description: info.description }),
      ...(license !== undefined && { license: describeLicense(license) }),
    },
    siteUrl: info.siteUrl,
    tools,
    sessionCookie: policy.session?.clear().split('=', 1)[0],
    acceptsBearer: openapi.bearer ?? false,
    requiresSignature: policy.agentAuth?.policy === 'require',
  })
}

/** Returns the functions that this caller may call, or all functions, with their addresses. */
export async function listPublishedTools(
  { host, records, tools }: App,
  reader: Ctx | 'all',
): Promise<readonly OpenApiTool[]> {
  await contractsReady(tools)
  const listed = tools.filter((tool) => hasContract(tool) && (reader === 'all' || mayCall(tool, reader, host.findUser)))
  return listed.map((tool) => {
    const record = records.get(tool.name)
    if (record === undefined) return tool
    const access = describeAccess(record.definition.access)
    return { ...tool, ...getTypedSchemas(record), route: record.route, access }
  })
}

function describeAccess(access: Access<never> | undefined): OpenApiTool['access'] {
  return typeof access === 'function' ? 'by-app' : access === 'user' ? access : undefined
}

/** `UNLICENSED` and `SEE LICENSE IN …` of npm aren't identifiers of SPDX. */
function describeLicense(name: string): { readonly name: string; readonly identifier?: string } {
  return name === 'UNLICENSED' || name.startsWith('SEE ') ? { name } : { name, identifier: name }
}
