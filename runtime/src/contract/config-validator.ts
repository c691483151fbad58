// @ts-nocheck: written by our own compiler from the type FwConfig. Do not edit; tests/compiler/config-validator.test.ts
// says how it is written again.
import { compiledValidator as $compiledValidator } from './compiled-validator.ts'
import { hasOnlyKeys as $hasOnlyKeys } from './validate-value.ts'
const re$0 = new RegExp("^https?://", "u")
const keys$1 = ["kty", "crv", "x", "kid", "alg", "use", "key_ops", "nbf", "exp"]
const hasOwn$2 = Object.prototype.hasOwnProperty
const keys$3 = ["keys", "require", "nonces"]
const keys$4 = ["webBotAuth", "policy"]
const keys$5 = ["tokenEnv", "token", "resourceMetadataUrl", "authorizationServers"]
const re$6 = new RegExp("^sqlite:[\\s\\S]*$", "u")
const re$7 = new RegExp("^redis:\\/\\/[\\s\\S]*$", "u")
const re$8 = new RegExp("^rediss:\\/\\/[\\s\\S]*$", "u")
const keys$9 = ["from", "to", "status"]
const keys$10 = ["from", "to"]
const keys$11 = ["content"]
const keys$13 = ["headersMs", "requestMs", "keepAliveMs", "idleMs"]
const keys$14 = ["bindingMaps", "splitIntents"]
const keys$15 = ["title", "description", "lang", "siteUrl", "output", "routesDir", "serverDir", "clientEntry", "websocket", "favicon", "approvals", "agents", "mcpAuth", "maxBodyBytes", "proposalTtlMs", "data", "redirects", "rewrites", "logLevel", "telemetry", "accessLog", "trustProxy", "timeouts", "drainMs", "drainDelayMs", "compiler"]
function is$12(v) {
  if (!Array.isArray(v)) return false
  for (let i0 = 0; i0 < v.length; i0++) {
    const m1 = v[i0]
    if (!(typeof m1 === "string")) return false
  }
  return true
}
function is$16(v) {
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
  const m5 = v.output
  if (m5 !== undefined) {
    if (!((m5 === "bun" || m5 === "node" || m5 === "static"))) return false
    n0++
  }
  const m6 = v.routesDir
  if (m6 !== undefined) {
    if (!(typeof m6 === "string")) return false
    n0++
  }
  const m7 = v.serverDir
  if (m7 !== undefined) {
    if (!(typeof m7 === "string")) return false
    n0++
  }
  const m8 = v.clientEntry
  if (m8 !== undefined) {
    if (!(typeof m8 === "string")) return false
    n0++
  }
  const m9 = v.websocket
  if (m9 !== undefined) {
    if (!(typeof m9 === "string")) return false
    n0++
  }
  const m10 = v.favicon
  if (m10 !== undefined) {
    if (!(typeof m10 === "string")) return false
    n0++
  }
  const m11 = v.approvals
  if (m11 !== undefined) {
    if (!((m11 === "open" || m11 === "signed-in"))) return false
    n0++
  }
  const m12 = v.agents
  if (m12 !== undefined) n0++
  const m39 = v.mcpAuth
  if (m39 !== undefined) n0++
  const m48 = v.maxBodyBytes
  if (m48 !== undefined) {
    if (!(Number.isInteger(m48) && m48 >= 0)) return false
    n0++
  }
  const m49 = v.proposalTtlMs
  if (m49 !== undefined) {
    if (!(Number.isInteger(m49) && m49 >= 1)) return false
    n0++
  }
  const m50 = v.data
  if (m50 !== undefined) {
    if (!(m50 === "memory" || typeof m50 === "string" && re$6.test(m50) || typeof m50 === "string" && re$7.test(m50) || typeof m50 === "string" && re$8.test(m50))) return false
    n0++
  }
  const m51 = v.redirects
  if (m51 !== undefined) n0++
  const m59 = v.rewrites
  if (m59 !== undefined) n0++
  const m66 = v.logLevel
  if (m66 !== undefined) {
    if (!((m66 === "debug" || m66 === "info" || m66 === "warn" || m66 === "error" || m66 === "silent"))) return false
    n0++
  }
  const m67 = v.telemetry
  if (m67 !== undefined) n0++
  const m71 = v.accessLog
  if (m71 !== undefined) {
    if (!(typeof m71 === "boolean")) return false
    n0++
  }
  const m72 = v.trustProxy
  if (m72 !== undefined) n0++
  const m73 = v.timeouts
  if (m73 !== undefined) n0++
  const m80 = v.drainMs
  if (m80 !== undefined) {
    if (!(Number.isFinite(m80))) return false
    n0++
  }
  const m81 = v.drainDelayMs
  if (m81 !== undefined) {
    if (!(Number.isFinite(m81))) return false
    n0++
  }
  const m82 = v.compiler
  if (m82 !== undefined) n0++
  for (const k87 in v) if (hasOwn$2.call(v, k87)) n0--
  if (n0 !== 0 && !$hasOnlyKeys(v, keys$15)) return false
  if (m12 !== undefined) {
    if (typeof m12 !== "object" || m12 === null || Array.isArray(m12)) return false
    let n13 = 1
    const m14 = m12.webBotAuth
    if (m14 === undefined) return false
    const m37 = m12.policy
    if (m37 !== undefined) {
      if (!((m37 === "observe" || m37 === "require"))) return false
      n13++
    }
    for (const k38 in m12) if (hasOwn$2.call(m12, k38)) n13--
    if (n13 !== 0 && !$hasOnlyKeys(m12, keys$4)) return false
    if (typeof m14 !== "object" || m14 === null || Array.isArray(m14)) return false
    let n15 = 1
    const m16 = m14.keys
    if (m16 === undefined) return false
    const m32 = m14.require
    if (m32 !== undefined) n15++
    const m35 = m14.nonces
    if (m35 !== undefined) {
      if (!(typeof m35 === "boolean")) return false
      n15++
    }
    for (const k36 in m14) if (hasOwn$2.call(m14, k36)) n15--
    if (n15 !== 0 && !$hasOnlyKeys(m14, keys$3)) return false
    if (!Array.isArray(m16)) return false
    for (let i17 = 0; i17 < m16.length; i17++) {
      const m18 = m16[i17]
      if (typeof m18 !== "object" || m18 === null || Array.isArray(m18)) return false
      let n19 = 3
      const m20 = m18.kty
      if (!(typeof m20 === "string")) return false
      const m21 = m18.crv
      if (!(typeof m21 === "string")) return false
      const m22 = m18.x
      if (!(typeof m22 === "string")) return false
      const m23 = m18.kid
      if (m23 !== undefined) {
        if (!(typeof m23 === "string")) return false
        n19++
      }
      const m24 = m18.alg
      if (m24 !== undefined) {
        if (!(typeof m24 === "string")) return false
        n19++
      }
      const m25 = m18.use
      if (m25 !== undefined) {
        if (!(typeof m25 === "string")) return false
        n19++
      }
      const m26 = m18.key_ops
      if (m26 !== undefined) n19++
      const m29 = m18.nbf
      if (m29 !== undefined) {
        if (!(Number.isFinite(m29))) return false
        n19++
      }
      const m30 = m18.exp
      if (m30 !== undefined) {
        if (!(Number.isFinite(m30))) return false
        n19++
      }
      for (const k31 in m18) if (hasOwn$2.call(m18, k31)) n19--
      if (n19 !== 0 && !$hasOnlyKeys(m18, keys$1)) return false
      if (m26 !== undefined) {
        if (!Array.isArray(m26)) return false
        for (let i27 = 0; i27 < m26.length; i27++) {
          const m28 = m26[i27]
          if (!(typeof m28 === "string")) return false
        }
      }
    }
    if (m32 !== undefined) {
      if (!Array.isArray(m32)) return false
      for (let i33 = 0; i33 < m32.length; i33++) {
        const m34 = m32[i33]
        if (!(typeof m34 === "string")) return false
      }
    }
  }
  if (m39 !== undefined) {
    if (typeof m39 !== "object" || m39 === null || Array.isArray(m39)) return false
    let n40 = 0
    const m41 = m39.tokenEnv
    if (m41 !== undefined) {
      if (!(typeof m41 === "string")) return false
      n40++
    }
    const m42 = m39.token
    if (m42 !== undefined) {
      if (!(typeof m42 === "string")) return false
      n40++
    }
    const m43 = m39.resourceMetadataUrl
    if (m43 !== undefined) {
      if (!(typeof m43 === "string")) return false
      n40++
    }
    const m44 = m39.authorizationServers
    if (m44 !== undefined) n40++
    for (const k47 in m39) if (hasOwn$2.call(m39, k47)) n40--
    if (n40 !== 0 && !$hasOnlyKeys(m39, keys$5)) return false
    if (m44 !== undefined) {
      if (!Array.isArray(m44)) return false
      for (let i45 = 0; i45 < m44.length; i45++) {
        const m46 = m44[i45]
        if (!(typeof m46 === "string")) return false
      }
    }
  }
  if (m51 !== undefined) {
    if (!Array.isArray(m51)) return false
    for (let i52 = 0; i52 < m51.length; i52++) {
      const m53 = m51[i52]
      if (typeof m53 !== "object" || m53 === null || Array.isArray(m53)) return false
      let n54 = 2
      const m55 = m53.from
      if (!(typeof m55 === "string")) return false
      const m56 = m53.to
      if (!(typeof m56 === "string")) return false
      const m57 = m53.status
      if (m57 !== undefined) {
        if (!((m57 === 301 || m57 === 302 || m57 === 303 || m57 === 307 || m57 === 308))) return false
        n54++
      }
      for (const k58 in m53) if (hasOwn$2.call(m53, k58)) n54--
      if (n54 !== 0 && !$hasOnlyKeys(m53, keys$9)) return false
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
      for (const k65 in m61) if (hasOwn$2.call(m61, k65)) n62--
      if (n62 !== 0 && !$hasOnlyKeys(m61, keys$10)) return false
    }
  }
  if (m67 !== undefined) {
    if (typeof m67 !== "object" || m67 === null || Array.isArray(m67)) return false
    let n68 = 0
    const m69 = m67.content
    if (m69 !== undefined) {
      if (!(typeof m69 === "boolean")) return false
      n68++
    }
    for (const k70 in m67) if (hasOwn$2.call(m67, k70)) n68--
    if (n68 !== 0 && !$hasOnlyKeys(m67, keys$11)) return false
  }
  if (m72 !== undefined) if (!(typeof m72 === "boolean" || Number.isFinite(m72) || is$12(m72))) return false
  if (m73 !== undefined) {
    if (typeof m73 !== "object" || m73 === null || Array.isArray(m73)) return false
    let n74 = 0
    const m75 = m73.headersMs
    if (m75 !== undefined) {
      if (!(Number.isFinite(m75))) return false
      n74++
    }
    const m76 = m73.requestMs
    if (m76 !== undefined) {
      if (!(Number.isFinite(m76))) return false
      n74++
    }
    const m77 = m73.keepAliveMs
    if (m77 !== undefined) {
      if (!(Number.isFinite(m77))) return false
      n74++
    }
    const m78 = m73.idleMs
    if (m78 !== undefined) {
      if (!(Number.isFinite(m78))) return false
      n74++
    }
    for (const k79 in m73) if (hasOwn$2.call(m73, k79)) n74--
    if (n74 !== 0 && !$hasOnlyKeys(m73, keys$13)) return false
  }
  if (m82 !== undefined) {
    if (typeof m82 !== "object" || m82 === null || Array.isArray(m82)) return false
    let n83 = 0
    const m84 = m82.bindingMaps
    if (m84 !== undefined) {
      if (!(typeof m84 === "boolean")) return false
      n83++
    }
    const m85 = m82.splitIntents
    if (m85 !== undefined) {
      if (!(typeof m85 === "boolean")) return false
      n83++
    }
    for (const k86 in m82) if (hasOwn$2.call(m82, k86)) n83--
    if (n83 !== 0 && !$hasOnlyKeys(m82, keys$14)) return false
  }
  return true
}
function build$22(v) {
  return v.slice()
}
function build$21(v) {
  const o = { kty: v.kty, crv: v.crv, x: v.x }
  if (v.kid !== undefined) o.kid = v.kid
  if (v.alg !== undefined) o.alg = v.alg
  if (v.use !== undefined) o.use = v.use
  if (v.key_ops !== undefined) o.key_ops = build$22(v.key_ops)
  if (v.nbf !== undefined) o.nbf = v.nbf
  if (v.exp !== undefined) o.exp = v.exp
  return o
}
function build$20(v) {
  return v.map((m) => build$21(m))
}
function build$19(v) {
  const o = { keys: build$20(v.keys) }
  if (v.require !== undefined) o.require = build$22(v.require)
  if (v.nonces !== undefined) o.nonces = v.nonces
  return o
}
function build$18(v) {
  const o = { webBotAuth: build$19(v.webBotAuth) }
  if (v.policy !== undefined) o.policy = v.policy
  return o
}
function build$24(v) {
  const o = {}
  if (v.tokenEnv !== undefined) o.tokenEnv = v.tokenEnv
  if (v.token !== undefined) o.token = v.token
  if (v.resourceMetadataUrl !== undefined) o.resourceMetadataUrl = v.resourceMetadataUrl
  if (v.authorizationServers !== undefined) o.authorizationServers = build$22(v.authorizationServers)
  return o
}
function build$27(v) {
  const o = { from: v.from, to: v.to }
  if (v.status !== undefined) o.status = v.status
  return o
}
function build$26(v) {
  return v.map((m) => build$27(m))
}
function build$29(v) {
  return { from: v.from, to: v.to }
}
function build$28(v) {
  return v.map((m) => build$29(m))
}
function build$30(v) {
  const o = {}
  if (v.content !== undefined) o.content = v.content
  return o
}
function build$31(v) {
  if (typeof v === "boolean") return v
  if (Number.isFinite(v)) return v
  if (is$12(v)) return build$22(v)
  return v
}
function build$34(v) {
  const o = {}
  if (v.headersMs !== undefined) o.headersMs = v.headersMs
  if (v.requestMs !== undefined) o.requestMs = v.requestMs
  if (v.keepAliveMs !== undefined) o.keepAliveMs = v.keepAliveMs
  if (v.idleMs !== undefined) o.idleMs = v.idleMs
  return o
}
function build$35(v) {
  const o = {}
  if (v.bindingMaps !== undefined) o.bindingMaps = v.bindingMaps
  if (v.splitIntents !== undefined) o.splitIntents = v.splitIntents
  return o
}
function build$17(v) {
  const o = {}
  if (v.title !== undefined) o.title = v.title
  if (v.description !== undefined) o.description = v.description
  if (v.lang !== undefined) o.lang = v.lang
  if (v.siteUrl !== undefined) o.siteUrl = v.siteUrl
  if (v.output !== undefined) o.output = v.output
  if (v.routesDir !== undefined) o.routesDir = v.routesDir
  if (v.serverDir !== undefined) o.serverDir = v.serverDir
  if (v.clientEntry !== undefined) o.clientEntry = v.clientEntry
  if (v.websocket !== undefined) o.websocket = v.websocket
  if (v.favicon !== undefined) o.favicon = v.favicon
  if (v.approvals !== undefined) o.approvals = v.approvals
  if (v.agents !== undefined) o.agents = build$18(v.agents)
  if (v.mcpAuth !== undefined) o.mcpAuth = build$24(v.mcpAuth)
  if (v.maxBodyBytes !== undefined) o.maxBodyBytes = v.maxBodyBytes
  if (v.proposalTtlMs !== undefined) o.proposalTtlMs = v.proposalTtlMs
  if (v.data !== undefined) o.data = v.data
  if (v.redirects !== undefined) o.redirects = build$26(v.redirects)
  if (v.rewrites !== undefined) o.rewrites = build$28(v.rewrites)
  if (v.logLevel !== undefined) o.logLevel = v.logLevel
  if (v.telemetry !== undefined) o.telemetry = build$30(v.telemetry)
  if (v.accessLog !== undefined) o.accessLog = v.accessLog
  if (v.trustProxy !== undefined) o.trustProxy = build$31(v.trustProxy)
  if (v.timeouts !== undefined) o.timeouts = build$34(v.timeouts)
  if (v.drainMs !== undefined) o.drainMs = v.drainMs
  if (v.drainDelayMs !== undefined) o.drainDelayMs = v.drainDelayMs
  if (v.compiler !== undefined) o.compiler = build$35(v.compiler)
  return o
}
export const configValidator = $compiledValidator({ type: "object", properties: { title: { type: "string" }, description: { type: "string" }, lang: { type: "string" }, siteUrl: { type: "string", pattern: "^https?://" }, output: { type: "string", enum: ["bun", "node", "static"] }, routesDir: { type: "string" }, serverDir: { type: "string" }, clientEntry: { type: "string" }, websocket: { type: "string" }, favicon: { type: "string" }, approvals: { type: "string", enum: ["open", "signed-in"] }, agents: { type: "object", properties: { webBotAuth: { type: "object", properties: { keys: { type: "array", items: { type: "object", properties: { kty: { type: "string" }, crv: { type: "string" }, x: { type: "string" }, kid: { type: "string" }, alg: { type: "string" }, use: { type: "string" }, key_ops: { type: "array", items: { type: "string" } }, nbf: { type: "number" }, exp: { type: "number" } }, required: ["kty", "crv", "x"], additionalProperties: false } }, require: { type: "array", items: { type: "string" } }, nonces: { type: "boolean" } }, required: ["keys"], additionalProperties: false }, policy: { type: "string", enum: ["observe", "require"] } }, required: ["webBotAuth"], additionalProperties: false }, mcpAuth: { type: "object", properties: { tokenEnv: { type: "string" }, token: { type: "string" }, resourceMetadataUrl: { type: "string" }, authorizationServers: { type: "array", items: { type: "string" } } }, additionalProperties: false }, maxBodyBytes: { type: "integer", minimum: 0 }, proposalTtlMs: { type: "integer", minimum: 1 }, data: { anyOf: [{ type: "string", const: "memory" }, { type: "string", pattern: "^sqlite:[\\s\\S]*$" }, { type: "string", pattern: "^redis:\\/\\/[\\s\\S]*$" }, { type: "string", pattern: "^rediss:\\/\\/[\\s\\S]*$" }] }, redirects: { type: "array", items: { type: "object", properties: { from: { type: "string" }, to: { type: "string" }, status: { type: "number", enum: [301, 302, 303, 307, 308] } }, required: ["from", "to"], additionalProperties: false } }, rewrites: { type: "array", items: { type: "object", properties: { from: { type: "string" }, to: { type: "string" } }, required: ["from", "to"], additionalProperties: false } }, logLevel: { type: "string", enum: ["debug", "info", "warn", "error", "silent"] }, telemetry: { type: "object", properties: { content: { type: "boolean" } }, additionalProperties: false }, accessLog: { type: "boolean" }, trustProxy: { anyOf: [{ type: "boolean" }, { type: "number" }, { type: "array", items: { type: "string" } }] }, timeouts: { type: "object", properties: { headersMs: { type: "number" }, requestMs: { type: "number" }, keepAliveMs: { type: "number" }, idleMs: { type: "number" } }, additionalProperties: false }, drainMs: { type: "number" }, drainDelayMs: { type: "number" }, compiler: { type: "object", properties: { bindingMaps: { type: "boolean" }, splitIntents: { type: "boolean" } }, additionalProperties: false } }, additionalProperties: false }, { is: is$16, build: build$17 })
