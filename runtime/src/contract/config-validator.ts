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
const keys$14 = ["content"]
const keys$16 = ["headersMs", "requestMs", "keepAliveMs", "idleMs"]
const keys$17 = ["bindingMaps", "splitIntents"]
const keys$18 = ["title", "description", "lang", "siteUrl", "llmsTxt", "output", "routesDir", "serverDir", "clientEntry", "websocket", "favicon", "inlineStyles", "csp", "approvals", "agents", "mcpAuth", "maxBodyBytes", "proposalTtlMs", "data", "redirects", "rewrites", "logLevel", "telemetry", "accessLog", "trustProxy", "timeouts", "drainMs", "drainDelayMs", "compiler"]
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
function is$15(v) {
  if (!Array.isArray(v)) return false
  for (let i0 = 0; i0 < v.length; i0++) {
    const m1 = v[i0]
    if (!(typeof m1 === "string")) return false
  }
  return true
}
function is$19(v) {
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
  const m15 = v.favicon
  if (m15 !== undefined) {
    if (!(typeof m15 === "string")) return false
    n0++
  }
  const m16 = v.inlineStyles
  if (m16 !== undefined) {
    if (!(typeof m16 === "boolean")) return false
    n0++
  }
  const m17 = v.csp
  if (m17 !== undefined) n0++
  const m18 = v.approvals
  if (m18 !== undefined) {
    if (!((m18 === "open" || m18 === "signed-in"))) return false
    n0++
  }
  const m19 = v.agents
  if (m19 !== undefined) n0++
  const m46 = v.mcpAuth
  if (m46 !== undefined) n0++
  const m55 = v.maxBodyBytes
  if (m55 !== undefined) {
    if (!(Number.isInteger(m55) && m55 >= 0)) return false
    n0++
  }
  const m56 = v.proposalTtlMs
  if (m56 !== undefined) {
    if (!(Number.isInteger(m56) && m56 >= 1)) return false
    n0++
  }
  const m57 = v.data
  if (m57 !== undefined) {
    if (!(m57 === "memory" || typeof m57 === "string" && re$9.test(m57) || typeof m57 === "string" && re$10.test(m57) || typeof m57 === "string" && re$11.test(m57))) return false
    n0++
  }
  const m58 = v.redirects
  if (m58 !== undefined) n0++
  const m66 = v.rewrites
  if (m66 !== undefined) n0++
  const m73 = v.logLevel
  if (m73 !== undefined) {
    if (!((m73 === "debug" || m73 === "info" || m73 === "warn" || m73 === "error" || m73 === "silent"))) return false
    n0++
  }
  const m74 = v.telemetry
  if (m74 !== undefined) n0++
  const m78 = v.accessLog
  if (m78 !== undefined) {
    if (!(typeof m78 === "boolean")) return false
    n0++
  }
  const m79 = v.trustProxy
  if (m79 !== undefined) n0++
  const m80 = v.timeouts
  if (m80 !== undefined) n0++
  const m87 = v.drainMs
  if (m87 !== undefined) {
    if (!(Number.isFinite(m87))) return false
    n0++
  }
  const m88 = v.drainDelayMs
  if (m88 !== undefined) {
    if (!(Number.isFinite(m88))) return false
    n0++
  }
  const m89 = v.compiler
  if (m89 !== undefined) n0++
  for (const k94 in v) if (hasOwn$2.call(v, k94)) n0--
  if (n0 !== 0 && !$hasOnlyKeys(v, keys$18)) return false
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
  if (m17 !== undefined) if (!(typeof m17 === "boolean" || is$4(m17))) return false
  if (m19 !== undefined) {
    if (typeof m19 !== "object" || m19 === null || Array.isArray(m19)) return false
    let n20 = 1
    const m21 = m19.webBotAuth
    if (m21 === undefined) return false
    const m44 = m19.policy
    if (m44 !== undefined) {
      if (!((m44 === "observe" || m44 === "require"))) return false
      n20++
    }
    for (const k45 in m19) if (hasOwn$2.call(m19, k45)) n20--
    if (n20 !== 0 && !$hasOnlyKeys(m19, keys$7)) return false
    if (typeof m21 !== "object" || m21 === null || Array.isArray(m21)) return false
    let n22 = 1
    const m23 = m21.keys
    if (m23 === undefined) return false
    const m39 = m21.require
    if (m39 !== undefined) n22++
    const m42 = m21.nonces
    if (m42 !== undefined) {
      if (!(typeof m42 === "boolean")) return false
      n22++
    }
    for (const k43 in m21) if (hasOwn$2.call(m21, k43)) n22--
    if (n22 !== 0 && !$hasOnlyKeys(m21, keys$6)) return false
    if (!Array.isArray(m23)) return false
    for (let i24 = 0; i24 < m23.length; i24++) {
      const m25 = m23[i24]
      if (typeof m25 !== "object" || m25 === null || Array.isArray(m25)) return false
      let n26 = 3
      const m27 = m25.kty
      if (!(typeof m27 === "string")) return false
      const m28 = m25.crv
      if (!(typeof m28 === "string")) return false
      const m29 = m25.x
      if (!(typeof m29 === "string")) return false
      const m30 = m25.kid
      if (m30 !== undefined) {
        if (!(typeof m30 === "string")) return false
        n26++
      }
      const m31 = m25.alg
      if (m31 !== undefined) {
        if (!(typeof m31 === "string")) return false
        n26++
      }
      const m32 = m25.use
      if (m32 !== undefined) {
        if (!(typeof m32 === "string")) return false
        n26++
      }
      const m33 = m25.key_ops
      if (m33 !== undefined) n26++
      const m36 = m25.nbf
      if (m36 !== undefined) {
        if (!(Number.isFinite(m36))) return false
        n26++
      }
      const m37 = m25.exp
      if (m37 !== undefined) {
        if (!(Number.isFinite(m37))) return false
        n26++
      }
      for (const k38 in m25) if (hasOwn$2.call(m25, k38)) n26--
      if (n26 !== 0 && !$hasOnlyKeys(m25, keys$5)) return false
      if (m33 !== undefined) {
        if (!Array.isArray(m33)) return false
        for (let i34 = 0; i34 < m33.length; i34++) {
          const m35 = m33[i34]
          if (!(typeof m35 === "string")) return false
        }
      }
    }
    if (m39 !== undefined) {
      if (!Array.isArray(m39)) return false
      for (let i40 = 0; i40 < m39.length; i40++) {
        const m41 = m39[i40]
        if (!(typeof m41 === "string")) return false
      }
    }
  }
  if (m46 !== undefined) {
    if (typeof m46 !== "object" || m46 === null || Array.isArray(m46)) return false
    let n47 = 0
    const m48 = m46.tokenEnv
    if (m48 !== undefined) {
      if (!(typeof m48 === "string")) return false
      n47++
    }
    const m49 = m46.token
    if (m49 !== undefined) {
      if (!(typeof m49 === "string")) return false
      n47++
    }
    const m50 = m46.resourceMetadataUrl
    if (m50 !== undefined) {
      if (!(typeof m50 === "string")) return false
      n47++
    }
    const m51 = m46.authorizationServers
    if (m51 !== undefined) n47++
    for (const k54 in m46) if (hasOwn$2.call(m46, k54)) n47--
    if (n47 !== 0 && !$hasOnlyKeys(m46, keys$8)) return false
    if (m51 !== undefined) {
      if (!Array.isArray(m51)) return false
      for (let i52 = 0; i52 < m51.length; i52++) {
        const m53 = m51[i52]
        if (!(typeof m53 === "string")) return false
      }
    }
  }
  if (m58 !== undefined) {
    if (!Array.isArray(m58)) return false
    for (let i59 = 0; i59 < m58.length; i59++) {
      const m60 = m58[i59]
      if (typeof m60 !== "object" || m60 === null || Array.isArray(m60)) return false
      let n61 = 2
      const m62 = m60.from
      if (!(typeof m62 === "string")) return false
      const m63 = m60.to
      if (!(typeof m63 === "string")) return false
      const m64 = m60.status
      if (m64 !== undefined) {
        if (!((m64 === 301 || m64 === 302 || m64 === 303 || m64 === 307 || m64 === 308))) return false
        n61++
      }
      for (const k65 in m60) if (hasOwn$2.call(m60, k65)) n61--
      if (n61 !== 0 && !$hasOnlyKeys(m60, keys$12)) return false
    }
  }
  if (m66 !== undefined) {
    if (!Array.isArray(m66)) return false
    for (let i67 = 0; i67 < m66.length; i67++) {
      const m68 = m66[i67]
      if (typeof m68 !== "object" || m68 === null || Array.isArray(m68)) return false
      let n69 = 2
      const m70 = m68.from
      if (!(typeof m70 === "string")) return false
      const m71 = m68.to
      if (!(typeof m71 === "string")) return false
      for (const k72 in m68) if (hasOwn$2.call(m68, k72)) n69--
      if (n69 !== 0 && !$hasOnlyKeys(m68, keys$13)) return false
    }
  }
  if (m74 !== undefined) {
    if (typeof m74 !== "object" || m74 === null || Array.isArray(m74)) return false
    let n75 = 0
    const m76 = m74.content
    if (m76 !== undefined) {
      if (!(typeof m76 === "boolean")) return false
      n75++
    }
    for (const k77 in m74) if (hasOwn$2.call(m74, k77)) n75--
    if (n75 !== 0 && !$hasOnlyKeys(m74, keys$14)) return false
  }
  if (m79 !== undefined) if (!(typeof m79 === "boolean" || Number.isFinite(m79) || is$15(m79))) return false
  if (m80 !== undefined) {
    if (typeof m80 !== "object" || m80 === null || Array.isArray(m80)) return false
    let n81 = 0
    const m82 = m80.headersMs
    if (m82 !== undefined) {
      if (!(Number.isFinite(m82))) return false
      n81++
    }
    const m83 = m80.requestMs
    if (m83 !== undefined) {
      if (!(Number.isFinite(m83))) return false
      n81++
    }
    const m84 = m80.keepAliveMs
    if (m84 !== undefined) {
      if (!(Number.isFinite(m84))) return false
      n81++
    }
    const m85 = m80.idleMs
    if (m85 !== undefined) {
      if (!(Number.isFinite(m85))) return false
      n81++
    }
    for (const k86 in m80) if (hasOwn$2.call(m80, k86)) n81--
    if (n81 !== 0 && !$hasOnlyKeys(m80, keys$16)) return false
  }
  if (m89 !== undefined) {
    if (typeof m89 !== "object" || m89 === null || Array.isArray(m89)) return false
    let n90 = 0
    const m91 = m89.bindingMaps
    if (m91 !== undefined) {
      if (!(typeof m91 === "boolean")) return false
      n90++
    }
    const m92 = m89.splitIntents
    if (m92 !== undefined) {
      if (!(typeof m92 === "boolean")) return false
      n90++
    }
    for (const k93 in m89) if (hasOwn$2.call(m89, k93)) n90--
    if (n90 !== 0 && !$hasOnlyKeys(m89, keys$17)) return false
  }
  return true
}
function build$21(v) {
  const o = {}
  if (v.title !== undefined) o.title = v.title
  if (v.description !== undefined) o.description = v.description
  return o
}
function build$23(v) {
  const o = {}
  if (v.nonce !== undefined) o.nonce = v.nonce
  if (v.header !== undefined) o.header = v.header
  if (v.static !== undefined) o.static = v.static
  return o
}
function build$22(v) {
  if (typeof v === "boolean") return v
  if (is$4(v)) return build$23(v)
  return v
}
function build$29(v) {
  return v.slice()
}
function build$28(v) {
  const o = { kty: v.kty, crv: v.crv, x: v.x }
  if (v.kid !== undefined) o.kid = v.kid
  if (v.alg !== undefined) o.alg = v.alg
  if (v.use !== undefined) o.use = v.use
  if (v.key_ops !== undefined) o.key_ops = build$29(v.key_ops)
  if (v.nbf !== undefined) o.nbf = v.nbf
  if (v.exp !== undefined) o.exp = v.exp
  return o
}
function build$27(v) {
  return v.map((m) => build$28(m))
}
function build$26(v) {
  const o = { keys: build$27(v.keys) }
  if (v.require !== undefined) o.require = build$29(v.require)
  if (v.nonces !== undefined) o.nonces = v.nonces
  return o
}
function build$25(v) {
  const o = { webBotAuth: build$26(v.webBotAuth) }
  if (v.policy !== undefined) o.policy = v.policy
  return o
}
function build$31(v) {
  const o = {}
  if (v.tokenEnv !== undefined) o.tokenEnv = v.tokenEnv
  if (v.token !== undefined) o.token = v.token
  if (v.resourceMetadataUrl !== undefined) o.resourceMetadataUrl = v.resourceMetadataUrl
  if (v.authorizationServers !== undefined) o.authorizationServers = build$29(v.authorizationServers)
  return o
}
function build$34(v) {
  const o = { from: v.from, to: v.to }
  if (v.status !== undefined) o.status = v.status
  return o
}
function build$33(v) {
  return v.map((m) => build$34(m))
}
function build$36(v) {
  return { from: v.from, to: v.to }
}
function build$35(v) {
  return v.map((m) => build$36(m))
}
function build$37(v) {
  const o = {}
  if (v.content !== undefined) o.content = v.content
  return o
}
function build$38(v) {
  if (typeof v === "boolean") return v
  if (Number.isFinite(v)) return v
  if (is$15(v)) return build$29(v)
  return v
}
function build$41(v) {
  const o = {}
  if (v.headersMs !== undefined) o.headersMs = v.headersMs
  if (v.requestMs !== undefined) o.requestMs = v.requestMs
  if (v.keepAliveMs !== undefined) o.keepAliveMs = v.keepAliveMs
  if (v.idleMs !== undefined) o.idleMs = v.idleMs
  return o
}
function build$42(v) {
  const o = {}
  if (v.bindingMaps !== undefined) o.bindingMaps = v.bindingMaps
  if (v.splitIntents !== undefined) o.splitIntents = v.splitIntents
  return o
}
function build$20(v) {
  const o = {}
  if (v.title !== undefined) o.title = v.title
  if (v.description !== undefined) o.description = v.description
  if (v.lang !== undefined) o.lang = v.lang
  if (v.siteUrl !== undefined) o.siteUrl = v.siteUrl
  if (v.llmsTxt !== undefined) o.llmsTxt = build$21(v.llmsTxt)
  if (v.output !== undefined) o.output = v.output
  if (v.routesDir !== undefined) o.routesDir = v.routesDir
  if (v.serverDir !== undefined) o.serverDir = v.serverDir
  if (v.clientEntry !== undefined) o.clientEntry = v.clientEntry
  if (v.websocket !== undefined) o.websocket = v.websocket
  if (v.favicon !== undefined) o.favicon = v.favicon
  if (v.inlineStyles !== undefined) o.inlineStyles = v.inlineStyles
  if (v.csp !== undefined) o.csp = build$22(v.csp)
  if (v.approvals !== undefined) o.approvals = v.approvals
  if (v.agents !== undefined) o.agents = build$25(v.agents)
  if (v.mcpAuth !== undefined) o.mcpAuth = build$31(v.mcpAuth)
  if (v.maxBodyBytes !== undefined) o.maxBodyBytes = v.maxBodyBytes
  if (v.proposalTtlMs !== undefined) o.proposalTtlMs = v.proposalTtlMs
  if (v.data !== undefined) o.data = v.data
  if (v.redirects !== undefined) o.redirects = build$33(v.redirects)
  if (v.rewrites !== undefined) o.rewrites = build$35(v.rewrites)
  if (v.logLevel !== undefined) o.logLevel = v.logLevel
  if (v.telemetry !== undefined) o.telemetry = build$37(v.telemetry)
  if (v.accessLog !== undefined) o.accessLog = v.accessLog
  if (v.trustProxy !== undefined) o.trustProxy = build$38(v.trustProxy)
  if (v.timeouts !== undefined) o.timeouts = build$41(v.timeouts)
  if (v.drainMs !== undefined) o.drainMs = v.drainMs
  if (v.drainDelayMs !== undefined) o.drainDelayMs = v.drainDelayMs
  if (v.compiler !== undefined) o.compiler = build$42(v.compiler)
  return o
}
export const configValidator = $compiledValidator({ type: "object", properties: { title: { type: "string" }, description: { type: "string" }, lang: { type: "string" }, siteUrl: { type: "string", pattern: "^https?://" }, llmsTxt: { type: "object", properties: { title: { type: "string" }, description: { type: "string" } }, additionalProperties: false }, output: { type: "string", enum: ["bun", "node", "static"] }, routesDir: { type: "string" }, serverDir: { type: "string" }, clientEntry: { type: "string" }, websocket: { type: "string" }, favicon: { type: "string" }, inlineStyles: { type: "boolean" }, csp: { anyOf: [{ type: "boolean" }, { type: "object", properties: { nonce: { type: "string" }, header: { type: "string" }, static: { type: "string", const: "hash" } }, additionalProperties: false }] }, approvals: { type: "string", enum: ["open", "signed-in"] }, agents: { type: "object", properties: { webBotAuth: { type: "object", properties: { keys: { type: "array", items: { type: "object", properties: { kty: { type: "string" }, crv: { type: "string" }, x: { type: "string" }, kid: { type: "string" }, alg: { type: "string" }, use: { type: "string" }, key_ops: { type: "array", items: { type: "string" } }, nbf: { type: "number" }, exp: { type: "number" } }, required: ["kty", "crv", "x"], additionalProperties: false } }, require: { type: "array", items: { type: "string" } }, nonces: { type: "boolean" } }, required: ["keys"], additionalProperties: false }, policy: { type: "string", enum: ["observe", "require"] } }, required: ["webBotAuth"], additionalProperties: false }, mcpAuth: { type: "object", properties: { tokenEnv: { type: "string" }, token: { type: "string" }, resourceMetadataUrl: { type: "string" }, authorizationServers: { type: "array", items: { type: "string" } } }, additionalProperties: false }, maxBodyBytes: { type: "integer", minimum: 0 }, proposalTtlMs: { type: "integer", minimum: 1 }, data: { anyOf: [{ type: "string", const: "memory" }, { type: "string", pattern: "^sqlite:[\\s\\S]*$" }, { type: "string", pattern: "^redis:\\/\\/[\\s\\S]*$" }, { type: "string", pattern: "^rediss:\\/\\/[\\s\\S]*$" }] }, redirects: { type: "array", items: { type: "object", properties: { from: { type: "string" }, to: { type: "string" }, status: { type: "number", enum: [301, 302, 303, 307, 308] } }, required: ["from", "to"], additionalProperties: false } }, rewrites: { type: "array", items: { type: "object", properties: { from: { type: "string" }, to: { type: "string" } }, required: ["from", "to"], additionalProperties: false } }, logLevel: { type: "string", enum: ["debug", "info", "warn", "error", "silent"] }, telemetry: { type: "object", properties: { content: { type: "boolean" } }, additionalProperties: false }, accessLog: { type: "boolean" }, trustProxy: { anyOf: [{ type: "boolean" }, { type: "number" }, { type: "array", items: { type: "string" } }] }, timeouts: { type: "object", properties: { headersMs: { type: "number" }, requestMs: { type: "number" }, keepAliveMs: { type: "number" }, idleMs: { type: "number" } }, additionalProperties: false }, drainMs: { type: "number" }, drainDelayMs: { type: "number" }, compiler: { type: "object", properties: { bindingMaps: { type: "boolean" }, splitIntents: { type: "boolean" } }, additionalProperties: false } }, additionalProperties: false }, { is: is$19, build: build$20 })
