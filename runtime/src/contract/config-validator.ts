// @ts-nocheck: written by our own compiler from the type ConfigData. Do not edit; tests/compiler/config-validator.test.ts
// says how it is written again.
import { compiledValidator as $compiledValidator } from './compiled-validator.ts'
import { hasOnlyKeys as $hasOnlyKeys } from './validate-value.ts'
const re$0 = new RegExp("^https?://", "u")
const keys$1 = ["title", "description"]
const hasOwn$2 = Object.prototype.hasOwnProperty
const keys$3 = ["nonce", "header", "static"]
const keys$5 = ["kty", "crv", "x", "kid", "alg", "use", "key_ops", "nbf", "exp"]
const keys$7 = ["keys", "require", "nonces"]
const keys$8 = ["webBotAuth", "policy"]
const keys$9 = ["tokenEnv", "token", "resourceMetadataUrl", "authorizationServers"]
const re$10 = new RegExp("^sqlite:[\\s\\S]*$", "u")
const re$11 = new RegExp("^redis:\\/\\/[\\s\\S]*$", "u")
const re$12 = new RegExp("^rediss:\\/\\/[\\s\\S]*$", "u")
const keys$13 = ["from", "to", "status"]
const keys$15 = ["from", "to"]
const keys$17 = ["spa", "prefetch", "speculationRules", "viewTransitions"]
const keys$18 = ["content"]
const keys$20 = ["headersMs", "requestMs", "keepAliveMs", "idleMs"]
const keys$21 = ["bindingMaps", "splitIntents"]
const keys$22 = ["title", "description", "lang", "siteUrl", "llmsTxt", "output", "routesDir", "serverDir", "clientEntry", "websocket", "storesModule", "agentModule", "favicon", "inlineStyles", "csp", "approvals", "agents", "mcpAuth", "maxBodyBytes", "proposalTtlMs", "data", "redirects", "rewrites", "navigation", "logLevel", "telemetry", "accessLog", "trustProxy", "timeouts", "drainMs", "drainDelayMs", "compiler"]
function is$4(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return false
  let n0 = 0
  const m1 = v.nonce
  if (m1 !== undefined) {
    if (!(typeof m1 === "string")) return false
    n0++
  }
  const m2 = v.header
  if (m2 !== undefined) {
    if (!(typeof m2 === "string")) return false
    n0++
  }
  const m3 = v.static
  if (m3 !== undefined) {
    if (!(m3 === "hash")) return false
    n0++
  }
  for (const k4 in v) if (hasOwn$2.call(v, k4)) n0--
  if (n0 !== 0 && !$hasOnlyKeys(v, keys$3)) return false
  return true
}
function is$6(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return false
  let n0 = 3
  const m1 = v.kty
  if (!(typeof m1 === "string")) return false
  const m2 = v.crv
  if (!(typeof m2 === "string")) return false
  const m3 = v.x
  if (!(typeof m3 === "string")) return false
  const m4 = v.kid
  if (m4 !== undefined) {
    if (!(typeof m4 === "string")) return false
    n0++
  }
  const m5 = v.alg
  if (m5 !== undefined) {
    if (!(typeof m5 === "string")) return false
    n0++
  }
  const m6 = v.use
  if (m6 !== undefined) {
    if (!(typeof m6 === "string")) return false
    n0++
  }
  const m7 = v.key_ops
  if (m7 !== undefined) n0++
  const m10 = v.nbf
  if (m10 !== undefined) {
    if (!(Number.isFinite(m10))) return false
    n0++
  }
  const m11 = v.exp
  if (m11 !== undefined) {
    if (!(Number.isFinite(m11))) return false
    n0++
  }
  for (const k12 in v) if (hasOwn$2.call(v, k12)) n0--
  if (n0 !== 0 && !$hasOnlyKeys(v, keys$5)) return false
  if (m7 !== undefined) {
    if (!Array.isArray(m7)) return false
    for (let i8 = 0; i8 < m7.length; i8++) {
      const m9 = m7[i8]
      if (!(typeof m9 === "string")) return false
    }
  }
  return true
}
function is$14(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return false
  let n0 = 2
  const m1 = v.from
  if (!(typeof m1 === "string")) return false
  const m2 = v.to
  if (!(typeof m2 === "string")) return false
  const m3 = v.status
  if (m3 !== undefined) {
    if (!((m3 === 301 || m3 === 302 || m3 === 303 || m3 === 307 || m3 === 308))) return false
    n0++
  }
  for (const k4 in v) if (hasOwn$2.call(v, k4)) n0--
  if (n0 !== 0 && !$hasOnlyKeys(v, keys$13)) return false
  return true
}
function is$16(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return false
  let n0 = 2
  const m1 = v.from
  if (!(typeof m1 === "string")) return false
  const m2 = v.to
  if (!(typeof m2 === "string")) return false
  for (const k3 in v) if (hasOwn$2.call(v, k3)) n0--
  if (n0 !== 0 && !$hasOnlyKeys(v, keys$15)) return false
  return true
}
function is$19(v) {
  if (!Array.isArray(v)) return false
  for (let i0 = 0; i0 < v.length; i0++) {
    const m1 = v[i0]
    if (!(typeof m1 === "string")) return false
  }
  return true
}
function is$23(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return false
  let n0 = 0
  const m1 = v.title
  if (m1 !== undefined) {
    if (!(typeof m1 === "string")) return false
    n0++
  }
  const m2 = v.description
  if (m2 !== undefined) {
    if (!(typeof m2 === "string")) return false
    n0++
  }
  const m3 = v.lang
  if (m3 !== undefined) {
    if (!(typeof m3 === "string")) return false
    n0++
  }
  const m4 = v.siteUrl
  if (m4 !== undefined) {
    if (!(typeof m4 === "string" && re$0.test(m4))) return false
    n0++
  }
  const m5 = v.llmsTxt
  if (m5 !== undefined) n0++
  const m10 = v.output
  if (m10 !== undefined) {
    if (!((m10 === "bun" || m10 === "node" || m10 === "static"))) return false
    n0++
  }
  const m11 = v.routesDir
  if (m11 !== undefined) {
    if (!(typeof m11 === "string")) return false
    n0++
  }
  const m12 = v.serverDir
  if (m12 !== undefined) {
    if (!(typeof m12 === "string")) return false
    n0++
  }
  const m13 = v.clientEntry
  if (m13 !== undefined) {
    if (!(typeof m13 === "string")) return false
    n0++
  }
  const m14 = v.websocket
  if (m14 !== undefined) {
    if (!(typeof m14 === "string")) return false
    n0++
  }
  const m15 = v.storesModule
  if (m15 !== undefined) {
    if (!(typeof m15 === "string")) return false
    n0++
  }
  const m16 = v.agentModule
  if (m16 !== undefined) {
    if (!(typeof m16 === "string")) return false
    n0++
  }
  const m17 = v.favicon
  if (m17 !== undefined) {
    if (!(typeof m17 === "string")) return false
    n0++
  }
  const m18 = v.inlineStyles
  if (m18 !== undefined) {
    if (!(typeof m18 === "boolean")) return false
    n0++
  }
  const m19 = v.csp
  if (m19 !== undefined) n0++
  const m20 = v.approvals
  if (m20 !== undefined) {
    if (!((m20 === "open" || m20 === "signed-in"))) return false
    n0++
  }
  const m21 = v.agents
  if (m21 !== undefined) n0++
  const m34 = v.mcpAuth
  if (m34 !== undefined) n0++
  const m43 = v.maxBodyBytes
  if (m43 !== undefined) {
    if (!(Number.isInteger(m43) && m43 >= 0)) return false
    n0++
  }
  const m44 = v.proposalTtlMs
  if (m44 !== undefined) {
    if (!(Number.isInteger(m44) && m44 >= 1)) return false
    n0++
  }
  const m45 = v.data
  if (m45 !== undefined) {
    if (!(m45 === "memory" || typeof m45 === "string" && re$10.test(m45) || typeof m45 === "string" && re$11.test(m45) || typeof m45 === "string" && re$12.test(m45))) return false
    n0++
  }
  const m46 = v.redirects
  if (m46 !== undefined) n0++
  const m48 = v.rewrites
  if (m48 !== undefined) n0++
  const m50 = v.navigation
  if (m50 !== undefined) n0++
  const m57 = v.logLevel
  if (m57 !== undefined) {
    if (!((m57 === "debug" || m57 === "info" || m57 === "warn" || m57 === "error" || m57 === "silent"))) return false
    n0++
  }
  const m58 = v.telemetry
  if (m58 !== undefined) n0++
  const m62 = v.accessLog
  if (m62 !== undefined) {
    if (!(typeof m62 === "boolean")) return false
    n0++
  }
  const m63 = v.trustProxy
  if (m63 !== undefined) n0++
  const m64 = v.timeouts
  if (m64 !== undefined) n0++
  const m71 = v.drainMs
  if (m71 !== undefined) {
    if (!(Number.isFinite(m71))) return false
    n0++
  }
  const m72 = v.drainDelayMs
  if (m72 !== undefined) {
    if (!(Number.isFinite(m72))) return false
    n0++
  }
  const m73 = v.compiler
  if (m73 !== undefined) n0++
  for (const k78 in v) if (hasOwn$2.call(v, k78)) n0--
  if (n0 !== 0 && !$hasOnlyKeys(v, keys$22)) return false
  if (m5 !== undefined) {
    if (typeof m5 !== "object" || m5 === null || Array.isArray(m5)) return false
    let n6 = 0
    const m7 = m5.title
    if (m7 !== undefined) {
      if (!(typeof m7 === "string")) return false
      n6++
    }
    const m8 = m5.description
    if (m8 !== undefined) {
      if (!(typeof m8 === "string")) return false
      n6++
    }
    for (const k9 in m5) if (hasOwn$2.call(m5, k9)) n6--
    if (n6 !== 0 && !$hasOnlyKeys(m5, keys$1)) return false
  }
  if (m19 !== undefined) if (!(typeof m19 === "boolean" || is$4(m19))) return false
  if (m21 !== undefined) {
    if (typeof m21 !== "object" || m21 === null || Array.isArray(m21)) return false
    let n22 = 1
    const m23 = m21.webBotAuth
    if (m23 === undefined) return false
    const m32 = m21.policy
    if (m32 !== undefined) {
      if (!((m32 === "observe" || m32 === "require"))) return false
      n22++
    }
    for (const k33 in m21) if (hasOwn$2.call(m21, k33)) n22--
    if (n22 !== 0 && !$hasOnlyKeys(m21, keys$8)) return false
    if (typeof m23 !== "object" || m23 === null || Array.isArray(m23)) return false
    let n24 = 1
    const m25 = m23.keys
    if (m25 === undefined) return false
    const m27 = m23.require
    if (m27 !== undefined) n24++
    const m30 = m23.nonces
    if (m30 !== undefined) {
      if (!(typeof m30 === "boolean")) return false
      n24++
    }
    for (const k31 in m23) if (hasOwn$2.call(m23, k31)) n24--
    if (n24 !== 0 && !$hasOnlyKeys(m23, keys$7)) return false
    if (!Array.isArray(m25)) return false
    for (let i26 = 0; i26 < m25.length; i26++) if (!is$6(m25[i26])) return false
    if (m27 !== undefined) {
      if (!Array.isArray(m27)) return false
      for (let i28 = 0; i28 < m27.length; i28++) {
        const m29 = m27[i28]
        if (!(typeof m29 === "string")) return false
      }
    }
  }
  if (m34 !== undefined) {
    if (typeof m34 !== "object" || m34 === null || Array.isArray(m34)) return false
    let n35 = 0
    const m36 = m34.tokenEnv
    if (m36 !== undefined) {
      if (!(typeof m36 === "string")) return false
      n35++
    }
    const m37 = m34.token
    if (m37 !== undefined) {
      if (!(typeof m37 === "string")) return false
      n35++
    }
    const m38 = m34.resourceMetadataUrl
    if (m38 !== undefined) {
      if (!(typeof m38 === "string")) return false
      n35++
    }
    const m39 = m34.authorizationServers
    if (m39 !== undefined) n35++
    for (const k42 in m34) if (hasOwn$2.call(m34, k42)) n35--
    if (n35 !== 0 && !$hasOnlyKeys(m34, keys$9)) return false
    if (m39 !== undefined) {
      if (!Array.isArray(m39)) return false
      for (let i40 = 0; i40 < m39.length; i40++) {
        const m41 = m39[i40]
        if (!(typeof m41 === "string")) return false
      }
    }
  }
  if (m46 !== undefined) {
    if (!Array.isArray(m46)) return false
    for (let i47 = 0; i47 < m46.length; i47++) if (!is$14(m46[i47])) return false
  }
  if (m48 !== undefined) {
    if (!Array.isArray(m48)) return false
    for (let i49 = 0; i49 < m48.length; i49++) if (!is$16(m48[i49])) return false
  }
  if (m50 !== undefined) {
    if (typeof m50 !== "object" || m50 === null || Array.isArray(m50)) return false
    let n51 = 0
    const m52 = m50.spa
    if (m52 !== undefined) {
      if (!(typeof m52 === "boolean")) return false
      n51++
    }
    const m53 = m50.prefetch
    if (m53 !== undefined) {
      if (!(typeof m53 === "boolean")) return false
      n51++
    }
    const m54 = m50.speculationRules
    if (m54 !== undefined) {
      if (!(typeof m54 === "boolean")) return false
      n51++
    }
    const m55 = m50.viewTransitions
    if (m55 !== undefined) {
      if (!(typeof m55 === "boolean")) return false
      n51++
    }
    for (const k56 in m50) if (hasOwn$2.call(m50, k56)) n51--
    if (n51 !== 0 && !$hasOnlyKeys(m50, keys$17)) return false
  }
  if (m58 !== undefined) {
    if (typeof m58 !== "object" || m58 === null || Array.isArray(m58)) return false
    let n59 = 0
    const m60 = m58.content
    if (m60 !== undefined) {
      if (!(typeof m60 === "boolean")) return false
      n59++
    }
    for (const k61 in m58) if (hasOwn$2.call(m58, k61)) n59--
    if (n59 !== 0 && !$hasOnlyKeys(m58, keys$18)) return false
  }
  if (m63 !== undefined) if (!(typeof m63 === "boolean" || Number.isFinite(m63) || is$19(m63))) return false
  if (m64 !== undefined) {
    if (typeof m64 !== "object" || m64 === null || Array.isArray(m64)) return false
    let n65 = 0
    const m66 = m64.headersMs
    if (m66 !== undefined) {
      if (!(Number.isFinite(m66))) return false
      n65++
    }
    const m67 = m64.requestMs
    if (m67 !== undefined) {
      if (!(Number.isFinite(m67))) return false
      n65++
    }
    const m68 = m64.keepAliveMs
    if (m68 !== undefined) {
      if (!(Number.isFinite(m68))) return false
      n65++
    }
    const m69 = m64.idleMs
    if (m69 !== undefined) {
      if (!(Number.isFinite(m69))) return false
      n65++
    }
    for (const k70 in m64) if (hasOwn$2.call(m64, k70)) n65--
    if (n65 !== 0 && !$hasOnlyKeys(m64, keys$20)) return false
  }
  if (m73 !== undefined) {
    if (typeof m73 !== "object" || m73 === null || Array.isArray(m73)) return false
    let n74 = 0
    const m75 = m73.bindingMaps
    if (m75 !== undefined) {
      if (!(typeof m75 === "boolean")) return false
      n74++
    }
    const m76 = m73.splitIntents
    if (m76 !== undefined) {
      if (!(typeof m76 === "boolean")) return false
      n74++
    }
    for (const k77 in m73) if (hasOwn$2.call(m73, k77)) n74--
    if (n74 !== 0 && !$hasOnlyKeys(m73, keys$21)) return false
  }
  return true
}
function build$25(v) {
  const o = {}
  if (v.title !== undefined) o.title = v.title
  if (v.description !== undefined) o.description = v.description
  return o
}
function build$27(v) {
  const o = {}
  if (v.nonce !== undefined) o.nonce = v.nonce
  if (v.header !== undefined) o.header = v.header
  if (v.static !== undefined) o.static = v.static
  return o
}
function build$26(v) {
  if (typeof v === "boolean") return v
  if (typeof v === "object" && v !== null && !Array.isArray(v)) return build$27(v)
  return v
}
function build$32(v) {
  return v.slice()
}
function build$31(v) {
  const o = { kty: v.kty, crv: v.crv, x: v.x }
  if (v.kid !== undefined) o.kid = v.kid
  if (v.alg !== undefined) o.alg = v.alg
  if (v.use !== undefined) o.use = v.use
  if (v.key_ops !== undefined) o.key_ops = build$32(v.key_ops)
  if (v.nbf !== undefined) o.nbf = v.nbf
  if (v.exp !== undefined) o.exp = v.exp
  return o
}
function build$30(v) {
  return v.map((m) => build$31(m))
}
function build$29(v) {
  const o = { keys: build$30(v.keys) }
  if (v.require !== undefined) o.require = build$32(v.require)
  if (v.nonces !== undefined) o.nonces = v.nonces
  return o
}
function build$28(v) {
  const o = { webBotAuth: build$29(v.webBotAuth) }
  if (v.policy !== undefined) o.policy = v.policy
  return o
}
function build$34(v) {
  const o = {}
  if (v.tokenEnv !== undefined) o.tokenEnv = v.tokenEnv
  if (v.token !== undefined) o.token = v.token
  if (v.resourceMetadataUrl !== undefined) o.resourceMetadataUrl = v.resourceMetadataUrl
  if (v.authorizationServers !== undefined) o.authorizationServers = build$32(v.authorizationServers)
  return o
}
function build$37(v) {
  const o = { from: v.from, to: v.to }
  if (v.status !== undefined) o.status = v.status
  return o
}
function build$36(v) {
  return v.map((m) => build$37(m))
}
function build$39(v) {
  return { from: v.from, to: v.to }
}
function build$38(v) {
  return v.map((m) => build$39(m))
}
function build$40(v) {
  const o = {}
  if (v.spa !== undefined) o.spa = v.spa
  if (v.prefetch !== undefined) o.prefetch = v.prefetch
  if (v.speculationRules !== undefined) o.speculationRules = v.speculationRules
  if (v.viewTransitions !== undefined) o.viewTransitions = v.viewTransitions
  return o
}
function build$41(v) {
  const o = {}
  if (v.content !== undefined) o.content = v.content
  return o
}
function build$42(v) {
  if (typeof v === "boolean") return v
  if (Number.isFinite(v)) return v
  if (Array.isArray(v)) return build$32(v)
  return v
}
function build$44(v) {
  const o = {}
  if (v.headersMs !== undefined) o.headersMs = v.headersMs
  if (v.requestMs !== undefined) o.requestMs = v.requestMs
  if (v.keepAliveMs !== undefined) o.keepAliveMs = v.keepAliveMs
  if (v.idleMs !== undefined) o.idleMs = v.idleMs
  return o
}
function build$45(v) {
  const o = {}
  if (v.bindingMaps !== undefined) o.bindingMaps = v.bindingMaps
  if (v.splitIntents !== undefined) o.splitIntents = v.splitIntents
  return o
}
function build$24(v) {
  const o = {}
  if (v.title !== undefined) o.title = v.title
  if (v.description !== undefined) o.description = v.description
  if (v.lang !== undefined) o.lang = v.lang
  if (v.siteUrl !== undefined) o.siteUrl = v.siteUrl
  if (v.llmsTxt !== undefined) o.llmsTxt = build$25(v.llmsTxt)
  if (v.output !== undefined) o.output = v.output
  if (v.routesDir !== undefined) o.routesDir = v.routesDir
  if (v.serverDir !== undefined) o.serverDir = v.serverDir
  if (v.clientEntry !== undefined) o.clientEntry = v.clientEntry
  if (v.websocket !== undefined) o.websocket = v.websocket
  if (v.storesModule !== undefined) o.storesModule = v.storesModule
  if (v.agentModule !== undefined) o.agentModule = v.agentModule
  if (v.favicon !== undefined) o.favicon = v.favicon
  if (v.inlineStyles !== undefined) o.inlineStyles = v.inlineStyles
  if (v.csp !== undefined) o.csp = build$26(v.csp)
  if (v.approvals !== undefined) o.approvals = v.approvals
  if (v.agents !== undefined) o.agents = build$28(v.agents)
  if (v.mcpAuth !== undefined) o.mcpAuth = build$34(v.mcpAuth)
  if (v.maxBodyBytes !== undefined) o.maxBodyBytes = v.maxBodyBytes
  if (v.proposalTtlMs !== undefined) o.proposalTtlMs = v.proposalTtlMs
  if (v.data !== undefined) o.data = v.data
  if (v.redirects !== undefined) o.redirects = build$36(v.redirects)
  if (v.rewrites !== undefined) o.rewrites = build$38(v.rewrites)
  if (v.navigation !== undefined) o.navigation = build$40(v.navigation)
  if (v.logLevel !== undefined) o.logLevel = v.logLevel
  if (v.telemetry !== undefined) o.telemetry = build$41(v.telemetry)
  if (v.accessLog !== undefined) o.accessLog = v.accessLog
  if (v.trustProxy !== undefined) o.trustProxy = build$42(v.trustProxy)
  if (v.timeouts !== undefined) o.timeouts = build$44(v.timeouts)
  if (v.drainMs !== undefined) o.drainMs = v.drainMs
  if (v.drainDelayMs !== undefined) o.drainDelayMs = v.drainDelayMs
  if (v.compiler !== undefined) o.compiler = build$45(v.compiler)
  return o
}
export const configValidator = $compiledValidator({ type: "object", properties: { title: { type: "string" }, description: { type: "string" }, lang: { type: "string" }, siteUrl: { type: "string", pattern: "^https?://" }, llmsTxt: { type: "object", properties: { title: { type: "string" }, description: { type: "string" } }, additionalProperties: false }, output: { type: "string", enum: ["bun", "node", "static"] }, routesDir: { type: "string" }, serverDir: { type: "string" }, clientEntry: { type: "string" }, websocket: { type: "string" }, storesModule: { type: "string" }, agentModule: { type: "string" }, favicon: { type: "string" }, inlineStyles: { type: "boolean" }, csp: { anyOf: [{ type: "boolean" }, { type: "object", properties: { nonce: { type: "string" }, header: { type: "string" }, static: { type: "string", const: "hash" } }, additionalProperties: false }] }, approvals: { type: "string", enum: ["open", "signed-in"] }, agents: { type: "object", properties: { webBotAuth: { type: "object", properties: { keys: { type: "array", items: { type: "object", properties: { kty: { type: "string" }, crv: { type: "string" }, x: { type: "string" }, kid: { type: "string" }, alg: { type: "string" }, use: { type: "string" }, key_ops: { type: "array", items: { type: "string" } }, nbf: { type: "number" }, exp: { type: "number" } }, required: ["kty", "crv", "x"], additionalProperties: false } }, require: { type: "array", items: { type: "string" } }, nonces: { type: "boolean" } }, required: ["keys"], additionalProperties: false }, policy: { type: "string", enum: ["observe", "require"] } }, required: ["webBotAuth"], additionalProperties: false }, mcpAuth: { type: "object", properties: { tokenEnv: { type: "string" }, token: { type: "string" }, resourceMetadataUrl: { type: "string" }, authorizationServers: { type: "array", items: { type: "string" } } }, additionalProperties: false }, maxBodyBytes: { type: "integer", minimum: 0 }, proposalTtlMs: { type: "integer", minimum: 1 }, data: { anyOf: [{ type: "string", const: "memory" }, { type: "string", pattern: "^sqlite:[\\s\\S]*$" }, { type: "string", pattern: "^redis:\\/\\/[\\s\\S]*$" }, { type: "string", pattern: "^rediss:\\/\\/[\\s\\S]*$" }] }, redirects: { type: "array", items: { type: "object", properties: { from: { type: "string" }, to: { type: "string" }, status: { type: "number", enum: [301, 302, 303, 307, 308] } }, required: ["from", "to"], additionalProperties: false } }, rewrites: { type: "array", items: { type: "object", properties: { from: { type: "string" }, to: { type: "string" } }, required: ["from", "to"], additionalProperties: false } }, navigation: { type: "object", properties: { spa: { type: "boolean" }, prefetch: { type: "boolean" }, speculationRules: { type: "boolean" }, viewTransitions: { type: "boolean" } }, additionalProperties: false }, logLevel: { type: "string", enum: ["debug", "info", "warn", "error", "silent"] }, telemetry: { type: "object", properties: { content: { type: "boolean" } }, additionalProperties: false }, accessLog: { type: "boolean" }, trustProxy: { anyOf: [{ type: "boolean" }, { type: "number" }, { type: "array", items: { type: "string" } }] }, timeouts: { type: "object", properties: { headersMs: { type: "number" }, requestMs: { type: "number" }, keepAliveMs: { type: "number" }, idleMs: { type: "number" } }, additionalProperties: false }, drainMs: { type: "number" }, drainDelayMs: { type: "number" }, compiler: { type: "object", properties: { bindingMaps: { type: "boolean" }, splitIntents: { type: "boolean" } }, additionalProperties: false } }, additionalProperties: false }, { is: is$23, build: build$24, items: { "/properties/agents/properties/webBotAuth/properties/keys/items": is$6, "/properties/redirects/items": is$14, "/properties/rewrites/items": is$16 } })
