// @ts-nocheck: written by our own compiler from the type ConfigData. Do not edit; tests/compiler/config-validator.test.ts
// says how it is written again.
import { compiledValidator as $compiledValidator } from './compiled-validator.ts'
import { hasOnlyKeys as $hasOnlyKeys } from './validate-value.ts'
const re$0 = new RegExp("^https?://", "u")
const keys$1 = ["title", "description"]
const hasOwn$2 = Object.prototype.hasOwnProperty
const keys$3 = ["nonce", "header", "static"]
const keys$5 = ["kty", "crv", "x", "kid", "alg", "use", "key_ops", "nbf", "exp"]
const keys$6 = ["keys", "require", "nonces"]
const keys$7 = ["webBotAuth", "policy"]
const keys$8 = ["tokenEnv", "token", "resourceMetadataUrl", "authorizationServers"]
const re$9 = new RegExp("^sqlite:[\\s\\S]*$", "u")
const re$10 = new RegExp("^redis:\\/\\/[\\s\\S]*$", "u")
const re$11 = new RegExp("^rediss:\\/\\/[\\s\\S]*$", "u")
const keys$12 = ["from", "to", "status"]
const keys$13 = ["from", "to"]
const keys$14 = ["spa", "prefetch", "speculationRules", "viewTransitions"]
const keys$15 = ["content"]
const keys$17 = ["headersMs", "requestMs", "keepAliveMs", "idleMs"]
const keys$18 = ["bindingMaps", "splitIntents"]
const keys$19 = ["title", "description", "lang", "siteUrl", "llmsTxt", "output", "routesDir", "serverDir", "clientEntry", "websocket", "storesModule", "favicon", "inlineStyles", "csp", "approvals", "agents", "mcpAuth", "maxBodyBytes", "proposalTtlMs", "data", "redirects", "rewrites", "navigation", "logLevel", "telemetry", "accessLog", "trustProxy", "timeouts", "drainMs", "drainDelayMs", "compiler"]
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
function is$16(v) {
  if (!Array.isArray(v)) return false
  for (let i0 = 0; i0 < v.length; i0++) {
    const m1 = v[i0]
    if (!(typeof m1 === "string")) return false
  }
  return true
}
function is$20(v) {
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
  const m16 = v.favicon
  if (m16 !== undefined) {
    if (!(typeof m16 === "string")) return false
    n0++
  }
  const m17 = v.inlineStyles
  if (m17 !== undefined) {
    if (!(typeof m17 === "boolean")) return false
    n0++
  }
  const m18 = v.csp
  if (m18 !== undefined) n0++
  const m19 = v.approvals
  if (m19 !== undefined) {
    if (!((m19 === "open" || m19 === "signed-in"))) return false
    n0++
  }
  const m20 = v.agents
  if (m20 !== undefined) n0++
  const m47 = v.mcpAuth
  if (m47 !== undefined) n0++
  const m56 = v.maxBodyBytes
  if (m56 !== undefined) {
    if (!(Number.isInteger(m56) && m56 >= 0)) return false
    n0++
  }
  const m57 = v.proposalTtlMs
  if (m57 !== undefined) {
    if (!(Number.isInteger(m57) && m57 >= 1)) return false
    n0++
  }
  const m58 = v.data
  if (m58 !== undefined) {
    if (!(m58 === "memory" || typeof m58 === "string" && re$9.test(m58) || typeof m58 === "string" && re$10.test(m58) || typeof m58 === "string" && re$11.test(m58))) return false
    n0++
  }
  const m59 = v.redirects
  if (m59 !== undefined) n0++
  const m67 = v.rewrites
  if (m67 !== undefined) n0++
  const m74 = v.navigation
  if (m74 !== undefined) n0++
  const m81 = v.logLevel
  if (m81 !== undefined) {
    if (!((m81 === "debug" || m81 === "info" || m81 === "warn" || m81 === "error" || m81 === "silent"))) return false
    n0++
  }
  const m82 = v.telemetry
  if (m82 !== undefined) n0++
  const m86 = v.accessLog
  if (m86 !== undefined) {
    if (!(typeof m86 === "boolean")) return false
    n0++
  }
  const m87 = v.trustProxy
  if (m87 !== undefined) n0++
  const m88 = v.timeouts
  if (m88 !== undefined) n0++
  const m95 = v.drainMs
  if (m95 !== undefined) {
    if (!(Number.isFinite(m95))) return false
    n0++
  }
  const m96 = v.drainDelayMs
  if (m96 !== undefined) {
    if (!(Number.isFinite(m96))) return false
    n0++
  }
  const m97 = v.compiler
  if (m97 !== undefined) n0++
  for (const k102 in v) if (hasOwn$2.call(v, k102)) n0--
  if (n0 !== 0 && !$hasOnlyKeys(v, keys$19)) return false
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
  if (m18 !== undefined) if (!(typeof m18 === "boolean" || is$4(m18))) return false
  if (m20 !== undefined) {
    if (typeof m20 !== "object" || m20 === null || Array.isArray(m20)) return false
    let n21 = 1
    const m22 = m20.webBotAuth
    if (m22 === undefined) return false
    const m45 = m20.policy
    if (m45 !== undefined) {
      if (!((m45 === "observe" || m45 === "require"))) return false
      n21++
    }
    for (const k46 in m20) if (hasOwn$2.call(m20, k46)) n21--
    if (n21 !== 0 && !$hasOnlyKeys(m20, keys$7)) return false
    if (typeof m22 !== "object" || m22 === null || Array.isArray(m22)) return false
    let n23 = 1
    const m24 = m22.keys
    if (m24 === undefined) return false
    const m40 = m22.require
    if (m40 !== undefined) n23++
    const m43 = m22.nonces
    if (m43 !== undefined) {
      if (!(typeof m43 === "boolean")) return false
      n23++
    }
    for (const k44 in m22) if (hasOwn$2.call(m22, k44)) n23--
    if (n23 !== 0 && !$hasOnlyKeys(m22, keys$6)) return false
    if (!Array.isArray(m24)) return false
    for (let i25 = 0; i25 < m24.length; i25++) {
      const m26 = m24[i25]
      if (typeof m26 !== "object" || m26 === null || Array.isArray(m26)) return false
      let n27 = 3
      const m28 = m26.kty
      if (!(typeof m28 === "string")) return false
      const m29 = m26.crv
      if (!(typeof m29 === "string")) return false
      const m30 = m26.x
      if (!(typeof m30 === "string")) return false
      const m31 = m26.kid
      if (m31 !== undefined) {
        if (!(typeof m31 === "string")) return false
        n27++
      }
      const m32 = m26.alg
      if (m32 !== undefined) {
        if (!(typeof m32 === "string")) return false
        n27++
      }
      const m33 = m26.use
      if (m33 !== undefined) {
        if (!(typeof m33 === "string")) return false
        n27++
      }
      const m34 = m26.key_ops
      if (m34 !== undefined) n27++
      const m37 = m26.nbf
      if (m37 !== undefined) {
        if (!(Number.isFinite(m37))) return false
        n27++
      }
      const m38 = m26.exp
      if (m38 !== undefined) {
        if (!(Number.isFinite(m38))) return false
        n27++
      }
      for (const k39 in m26) if (hasOwn$2.call(m26, k39)) n27--
      if (n27 !== 0 && !$hasOnlyKeys(m26, keys$5)) return false
      if (m34 !== undefined) {
        if (!Array.isArray(m34)) return false
        for (let i35 = 0; i35 < m34.length; i35++) {
          const m36 = m34[i35]
          if (!(typeof m36 === "string")) return false
        }
      }
    }
    if (m40 !== undefined) {
      if (!Array.isArray(m40)) return false
      for (let i41 = 0; i41 < m40.length; i41++) {
        const m42 = m40[i41]
        if (!(typeof m42 === "string")) return false
      }
    }
  }
  if (m47 !== undefined) {
    if (typeof m47 !== "object" || m47 === null || Array.isArray(m47)) return false
    let n48 = 0
    const m49 = m47.tokenEnv
    if (m49 !== undefined) {
      if (!(typeof m49 === "string")) return false
      n48++
    }
    const m50 = m47.token
    if (m50 !== undefined) {
      if (!(typeof m50 === "string")) return false
      n48++
    }
    const m51 = m47.resourceMetadataUrl
    if (m51 !== undefined) {
      if (!(typeof m51 === "string")) return false
      n48++
    }
    const m52 = m47.authorizationServers
    if (m52 !== undefined) n48++
    for (const k55 in m47) if (hasOwn$2.call(m47, k55)) n48--
    if (n48 !== 0 && !$hasOnlyKeys(m47, keys$8)) return false
    if (m52 !== undefined) {
      if (!Array.isArray(m52)) return false
      for (let i53 = 0; i53 < m52.length; i53++) {
        const m54 = m52[i53]
        if (!(typeof m54 === "string")) return false
      }
    }
  }
  if (m59 !== undefined) {
    if (!Array.isArray(m59)) return false
    for (let i60 = 0; i60 < m59.length; i60++) {
      const m61 = m59[i60]
      if (typeof m61 !== "object" || m61 === null || Array.isArray(m61)) return false
      let n62 = 2
      const m63 = m61.from
      if (!(typeof m63 === "string")) return false
      const m64 = m61.to
      if (!(typeof m64 === "string")) return false
      const m65 = m61.status
      if (m65 !== undefined) {
        if (!((m65 === 301 || m65 === 302 || m65 === 303 || m65 === 307 || m65 === 308))) return false
        n62++
      }
      for (const k66 in m61) if (hasOwn$2.call(m61, k66)) n62--
      if (n62 !== 0 && !$hasOnlyKeys(m61, keys$12)) return false
    }
  }
  if (m67 !== undefined) {
    if (!Array.isArray(m67)) return false
    for (let i68 = 0; i68 < m67.length; i68++) {
      const m69 = m67[i68]
      if (typeof m69 !== "object" || m69 === null || Array.isArray(m69)) return false
      let n70 = 2
      const m71 = m69.from
      if (!(typeof m71 === "string")) return false
      const m72 = m69.to
      if (!(typeof m72 === "string")) return false
      for (const k73 in m69) if (hasOwn$2.call(m69, k73)) n70--
      if (n70 !== 0 && !$hasOnlyKeys(m69, keys$13)) return false
    }
  }
  if (m74 !== undefined) {
    if (typeof m74 !== "object" || m74 === null || Array.isArray(m74)) return false
    let n75 = 0
    const m76 = m74.spa
    if (m76 !== undefined) {
      if (!(typeof m76 === "boolean")) return false
      n75++
    }
    const m77 = m74.prefetch
    if (m77 !== undefined) {
      if (!(typeof m77 === "boolean")) return false
      n75++
    }
    const m78 = m74.speculationRules
    if (m78 !== undefined) {
      if (!(typeof m78 === "boolean")) return false
      n75++
    }
    const m79 = m74.viewTransitions
    if (m79 !== undefined) {
      if (!(typeof m79 === "boolean")) return false
      n75++
    }
    for (const k80 in m74) if (hasOwn$2.call(m74, k80)) n75--
    if (n75 !== 0 && !$hasOnlyKeys(m74, keys$14)) return false
  }
  if (m82 !== undefined) {
    if (typeof m82 !== "object" || m82 === null || Array.isArray(m82)) return false
    let n83 = 0
    const m84 = m82.content
    if (m84 !== undefined) {
      if (!(typeof m84 === "boolean")) return false
      n83++
    }
    for (const k85 in m82) if (hasOwn$2.call(m82, k85)) n83--
    if (n83 !== 0 && !$hasOnlyKeys(m82, keys$15)) return false
  }
  if (m87 !== undefined) if (!(typeof m87 === "boolean" || Number.isFinite(m87) || is$16(m87))) return false
  if (m88 !== undefined) {
    if (typeof m88 !== "object" || m88 === null || Array.isArray(m88)) return false
    let n89 = 0
    const m90 = m88.headersMs
    if (m90 !== undefined) {
      if (!(Number.isFinite(m90))) return false
      n89++
    }
    const m91 = m88.requestMs
    if (m91 !== undefined) {
      if (!(Number.isFinite(m91))) return false
      n89++
    }
    const m92 = m88.keepAliveMs
    if (m92 !== undefined) {
      if (!(Number.isFinite(m92))) return false
      n89++
    }
    const m93 = m88.idleMs
    if (m93 !== undefined) {
      if (!(Number.isFinite(m93))) return false
      n89++
    }
    for (const k94 in m88) if (hasOwn$2.call(m88, k94)) n89--
    if (n89 !== 0 && !$hasOnlyKeys(m88, keys$17)) return false
  }
  if (m97 !== undefined) {
    if (typeof m97 !== "object" || m97 === null || Array.isArray(m97)) return false
    let n98 = 0
    const m99 = m97.bindingMaps
    if (m99 !== undefined) {
      if (!(typeof m99 === "boolean")) return false
      n98++
    }
    const m100 = m97.splitIntents
    if (m100 !== undefined) {
      if (!(typeof m100 === "boolean")) return false
      n98++
    }
    for (const k101 in m97) if (hasOwn$2.call(m97, k101)) n98--
    if (n98 !== 0 && !$hasOnlyKeys(m97, keys$18)) return false
  }
  return true
}
function build$22(v) {
  const o = {}
  if (v.title !== undefined) o.title = v.title
  if (v.description !== undefined) o.description = v.description
  return o
}
function build$24(v) {
  const o = {}
  if (v.nonce !== undefined) o.nonce = v.nonce
  if (v.header !== undefined) o.header = v.header
  if (v.static !== undefined) o.static = v.static
  return o
}
function build$23(v) {
  if (typeof v === "boolean") return v
  if (is$4(v)) return build$24(v)
  return v
}
function build$30(v) {
  return v.slice()
}
function build$29(v) {
  const o = { kty: v.kty, crv: v.crv, x: v.x }
  if (v.kid !== undefined) o.kid = v.kid
  if (v.alg !== undefined) o.alg = v.alg
  if (v.use !== undefined) o.use = v.use
  if (v.key_ops !== undefined) o.key_ops = build$30(v.key_ops)
  if (v.nbf !== undefined) o.nbf = v.nbf
  if (v.exp !== undefined) o.exp = v.exp
  return o
}
function build$28(v) {
  return v.map((m) => build$29(m))
}
function build$27(v) {
  const o = { keys: build$28(v.keys) }
  if (v.require !== undefined) o.require = build$30(v.require)
  if (v.nonces !== undefined) o.nonces = v.nonces
  return o
}
function build$26(v) {
  const o = { webBotAuth: build$27(v.webBotAuth) }
  if (v.policy !== undefined) o.policy = v.policy
  return o
}
function build$32(v) {
  const o = {}
  if (v.tokenEnv !== undefined) o.tokenEnv = v.tokenEnv
  if (v.token !== undefined) o.token = v.token
  if (v.resourceMetadataUrl !== undefined) o.resourceMetadataUrl = v.resourceMetadataUrl
  if (v.authorizationServers !== undefined) o.authorizationServers = build$30(v.authorizationServers)
  return o
}
function build$35(v) {
  const o = { from: v.from, to: v.to }
  if (v.status !== undefined) o.status = v.status
  return o
}
function build$34(v) {
  return v.map((m) => build$35(m))
}
function build$37(v) {
  return { from: v.from, to: v.to }
}
function build$36(v) {
  return v.map((m) => build$37(m))
}
function build$38(v) {
  const o = {}
  if (v.spa !== undefined) o.spa = v.spa
  if (v.prefetch !== undefined) o.prefetch = v.prefetch
  if (v.speculationRules !== undefined) o.speculationRules = v.speculationRules
  if (v.viewTransitions !== undefined) o.viewTransitions = v.viewTransitions
  return o
}
function build$39(v) {
  const o = {}
  if (v.content !== undefined) o.content = v.content
  return o
}
function build$40(v) {
  if (typeof v === "boolean") return v
  if (Number.isFinite(v)) return v
  if (is$16(v)) return build$30(v)
  return v
}
function build$43(v) {
  const o = {}
  if (v.headersMs !== undefined) o.headersMs = v.headersMs
  if (v.requestMs !== undefined) o.requestMs = v.requestMs
  if (v.keepAliveMs !== undefined) o.keepAliveMs = v.keepAliveMs
  if (v.idleMs !== undefined) o.idleMs = v.idleMs
  return o
}
function build$44(v) {
  const o = {}
  if (v.bindingMaps !== undefined) o.bindingMaps = v.bindingMaps
  if (v.splitIntents !== undefined) o.splitIntents = v.splitIntents
  return o
}
function build$21(v) {
  const o = {}
  if (v.title !== undefined) o.title = v.title
  if (v.description !== undefined) o.description = v.description
  if (v.lang !== undefined) o.lang = v.lang
  if (v.siteUrl !== undefined) o.siteUrl = v.siteUrl
  if (v.llmsTxt !== undefined) o.llmsTxt = build$22(v.llmsTxt)
  if (v.output !== undefined) o.output = v.output
  if (v.routesDir !== undefined) o.routesDir = v.routesDir
  if (v.serverDir !== undefined) o.serverDir = v.serverDir
  if (v.clientEntry !== undefined) o.clientEntry = v.clientEntry
  if (v.websocket !== undefined) o.websocket = v.websocket
  if (v.storesModule !== undefined) o.storesModule = v.storesModule
  if (v.favicon !== undefined) o.favicon = v.favicon
  if (v.inlineStyles !== undefined) o.inlineStyles = v.inlineStyles
  if (v.csp !== undefined) o.csp = build$23(v.csp)
  if (v.approvals !== undefined) o.approvals = v.approvals
  if (v.agents !== undefined) o.agents = build$26(v.agents)
  if (v.mcpAuth !== undefined) o.mcpAuth = build$32(v.mcpAuth)
  if (v.maxBodyBytes !== undefined) o.maxBodyBytes = v.maxBodyBytes
  if (v.proposalTtlMs !== undefined) o.proposalTtlMs = v.proposalTtlMs
  if (v.data !== undefined) o.data = v.data
  if (v.redirects !== undefined) o.redirects = build$34(v.redirects)
  if (v.rewrites !== undefined) o.rewrites = build$36(v.rewrites)
  if (v.navigation !== undefined) o.navigation = build$38(v.navigation)
  if (v.logLevel !== undefined) o.logLevel = v.logLevel
  if (v.telemetry !== undefined) o.telemetry = build$39(v.telemetry)
  if (v.accessLog !== undefined) o.accessLog = v.accessLog
  if (v.trustProxy !== undefined) o.trustProxy = build$40(v.trustProxy)
  if (v.timeouts !== undefined) o.timeouts = build$43(v.timeouts)
  if (v.drainMs !== undefined) o.drainMs = v.drainMs
  if (v.drainDelayMs !== undefined) o.drainDelayMs = v.drainDelayMs
  if (v.compiler !== undefined) o.compiler = build$44(v.compiler)
  return o
}
export const configValidator = $compiledValidator({ type: "object", properties: { title: { type: "string" }, description: { type: "string" }, lang: { type: "string" }, siteUrl: { type: "string", pattern: "^https?://" }, llmsTxt: { type: "object", properties: { title: { type: "string" }, description: { type: "string" } }, additionalProperties: false }, output: { type: "string", enum: ["bun", "node", "static"] }, routesDir: { type: "string" }, serverDir: { type: "string" }, clientEntry: { type: "string" }, websocket: { type: "string" }, storesModule: { type: "string" }, favicon: { type: "string" }, inlineStyles: { type: "boolean" }, csp: { anyOf: [{ type: "boolean" }, { type: "object", properties: { nonce: { type: "string" }, header: { type: "string" }, static: { type: "string", const: "hash" } }, additionalProperties: false }] }, approvals: { type: "string", enum: ["open", "signed-in"] }, agents: { type: "object", properties: { webBotAuth: { type: "object", properties: { keys: { type: "array", items: { type: "object", properties: { kty: { type: "string" }, crv: { type: "string" }, x: { type: "string" }, kid: { type: "string" }, alg: { type: "string" }, use: { type: "string" }, key_ops: { type: "array", items: { type: "string" } }, nbf: { type: "number" }, exp: { type: "number" } }, required: ["kty", "crv", "x"], additionalProperties: false } }, require: { type: "array", items: { type: "string" } }, nonces: { type: "boolean" } }, required: ["keys"], additionalProperties: false }, policy: { type: "string", enum: ["observe", "require"] } }, required: ["webBotAuth"], additionalProperties: false }, mcpAuth: { type: "object", properties: { tokenEnv: { type: "string" }, token: { type: "string" }, resourceMetadataUrl: { type: "string" }, authorizationServers: { type: "array", items: { type: "string" } } }, additionalProperties: false }, maxBodyBytes: { type: "integer", minimum: 0 }, proposalTtlMs: { type: "integer", minimum: 1 }, data: { anyOf: [{ type: "string", const: "memory" }, { type: "string", pattern: "^sqlite:[\\s\\S]*$" }, { type: "string", pattern: "^redis:\\/\\/[\\s\\S]*$" }, { type: "string", pattern: "^rediss:\\/\\/[\\s\\S]*$" }] }, redirects: { type: "array", items: { type: "object", properties: { from: { type: "string" }, to: { type: "string" }, status: { type: "number", enum: [301, 302, 303, 307, 308] } }, required: ["from", "to"], additionalProperties: false } }, rewrites: { type: "array", items: { type: "object", properties: { from: { type: "string" }, to: { type: "string" } }, required: ["from", "to"], additionalProperties: false } }, navigation: { type: "object", properties: { spa: { type: "boolean" }, prefetch: { type: "boolean" }, speculationRules: { type: "boolean" }, viewTransitions: { type: "boolean" } }, additionalProperties: false }, logLevel: { type: "string", enum: ["debug", "info", "warn", "error", "silent"] }, telemetry: { type: "object", properties: { content: { type: "boolean" } }, additionalProperties: false }, accessLog: { type: "boolean" }, trustProxy: { anyOf: [{ type: "boolean" }, { type: "number" }, { type: "array", items: { type: "string" } }] }, timeouts: { type: "object", properties: { headersMs: { type: "number" }, requestMs: { type: "number" }, keepAliveMs: { type: "number" }, idleMs: { type: "number" } }, additionalProperties: false }, drainMs: { type: "number" }, drainDelayMs: { type: "number" }, compiler: { type: "object", properties: { bindingMaps: { type: "boolean" }, splitIntents: { type: "boolean" } }, additionalProperties: false } }, additionalProperties: false }, { is: is$20, build: build$21 })
