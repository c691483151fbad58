import type { Call, Ctx, Register, Session } from '@fw/runtime'
import { type ApiTool, type CtxFacts, invokeApi } from '@fw/runtime/server'
import ctxFor from '../app/src/ctx.ts'
import type { AppSession } from '../app/src/session.ts'
import { expectType } from '../equal.ts'

// The generated registration merges through the door that re-exports the interface.
expectType<Register['session'], AppSession>(true)
expectType<Session, AppSession>(true)

declare const ctx: Ctx
expectType<(typeof ctx)['userId'], string | undefined>(true)
expectType<(typeof ctx)['path'], string>(true)
expectType<(typeof ctx)['scopes'], string[]>(true)
expectType<(typeof ctx)['session'], AppSession | undefined>(true)
expectType<(typeof ctx)['headers'], Headers>(true)

declare const call: Call<{ id: string }>
expectType<(typeof call)['input'], { id: string }>(true)
expectType<(typeof call)['ctx'], Ctx>(true)
expectType<(typeof call)['signal'], AbortSignal>(true)

// Middleware calls a tool with what `ctxFor` returns: a ctx, or a promise of one.
declare const request: Request
declare const facts: CtxFacts
declare const tool: ApiTool
invokeApi(tool, {}, ctxFor(request, facts), 'human')
invokeApi(tool, {}, ctx, 'agent')
