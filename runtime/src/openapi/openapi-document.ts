/** The parts of an OpenAPI 3.1 document that the framework writes. */
import type { JsonSchema } from '#contract/schema/json-schema.ts'

/** A document in the format of OpenAPI 3.1. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: OpenApiInfo
  readonly servers: readonly { readonly url: string }[]
  readonly security: readonly SecurityRequirement[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: OpenApiComponents
}

export interface OpenApiInfo {
  readonly title: string
  readonly version: string
  readonly description?: string
  readonly license?: { readonly name: string; readonly identifier?: string }
}

/** Method in lower case -> operation. */
type PathItem = Readonly<Record<string, OpenApiOperation>>

export interface OpenApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly security: readonly SecurityRequirement[]
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: RequestBody
  readonly responses: Readonly<Record<string, Response | Reference>>
  /** The treatment of agents' calls. Absent if they run like all others. */
  readonly 'x-fw-guard'?: string
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly deprecated?: boolean
  readonly description?: string
  readonly schema: JsonSchema
}

interface RequestBody {
  readonly required: boolean
  readonly content: Content
}

export interface Response {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>
  readonly content?: Content
}

type Content = Readonly<Record<'application/json', MediaType>>

interface MediaType {
  readonly schema: JsonSchema
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

export interface Reference {
  readonly $ref: string
}

/** Name of a scheme -> the scopes that a caller needs. Several requirements are alternatives; `{}` needs nothing. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>

interface OpenApiComponents {
  readonly schemas: Readonly<Record<string, JsonSchema>>
  readonly responses: Readonly<Record<string, Response>>
  readonly parameters?: Readonly<Record<string, Parameter>>
  readonly securitySchemes?: Readonly<Record<string, Readonly<Record<string, string>>>>
}
