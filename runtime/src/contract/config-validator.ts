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
const keys$12 = ["headersMs", "requestMs", "keepAliveMs", "idleMs"]
const keys$13 = ["bindingMaps", "splitIntents"]
const keys$14 = ["title", "description", "lang", "siteUrl", "output", "routesDir", "serverDir", "clientEntry", "favicon", "approvals", "agents", "mcpAuth", "maxBodyBytes", "proposalTtlMs", "data", "redirects", "rewrites", "logLevel", "accessLog", "trustProxy", "timeouts", "drainMs", "drainDelayMs", "compiler"]
function is$11(v) {
  if (!Array.isArray(v)) return false
  for (let i0 = 0; i0 < v.length; i0++) {
    const m1 = v[i0]
    if (!(typeof m1 === "string")) return false
  }
  return true
}
function is$15(v) {
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
  const m9 = v.favicon
  if (m9 !== undefined) {
    if (!(typeof m9 === "string")) return false
    n0++
  }
  const m10 = v.approvals
  if (m10 !== undefined) {
    if (!((m10 === "open" || m10 === "signed-in"))) return false
    n0++
  }
  const m11 = v.agents
  if (m11 !== undefined) n0++
  const m38 = v.mcpAuth
  if (m38 !== undefined) n0++
  const m47 = v.maxBodyBytes
  if (m47 !== undefined) {
    if (!(Number.isInteger(m47) && m47 >= 0)) return false
    n0++
  }
  const m48 = v.proposalTtlMs
  if (m48 !== undefined) {
    if (!(Number.isInteger(m48) && m48 >= 1)) return false
    n0++
  }
  const m49 = v.data
  if (m49 !== undefined) {
    if (!(m49 === "memory" || typeof m49 === "string" && re$6.test(m49) || typeof m49 === "string" && re$7.test(m49) || typeof m49 === "string" && re$8.test(m49))) return false
    n0++
  }
  const m50 = v.redirects
  if (m50 !== undefined) n0++
  const m58 = v.rewrites
  if (m58 !== undefined) n0++
  const m65 = v.logLevel
  if (m65 !== undefined) {
    if (!((m65 === "debug" || m65 === "info" || m65 === "warn" || m65 === "error" || m65 === "silent"))) return false
    n0++
  }
  const m66 = v.accessLog
  if (m66 !== undefined) {
    if (!(typeof m66 === "boolean")) return false
    n0++
  }
  const m67 = v.trustProxy
  if (m67 !== undefined) n0++
  const m68 = v.timeouts
  if (m68 !== undefined) n0++
  const m75 = v.drainMs
  if (m75 !== undefined) {
    if (!(Number.isFinite(m75))) return false
    n0++
  }
  const m76 = v.drainDelayMs
  if (m76 !== undefined) {
    if (!(Number.isFinite(m76))) return false
    n0++
  }
  const m77 = v.compiler
  if (m77 !== undefined) n0++
  for (const k82 in v) if (hasOwn$2.call(v, k82)) n0--
  if (n0 !== 0 && !$hasOnlyKeys(v, keys$14)) return false
  if (m11 !== undefined) {
    if (typeof m11 !== "object" || m11 === null || Array.isArray(m11)) return false
    let n12 = 1
    const m13 = m11.webBotAuth
    if (m13 === undefined) return false
    const m36 = m11.policy
    if (m36 !== undefined) {
      if (!((m36 === "observe" || m36 === "require"))) return false
      n12++
    }
    for (const k37 in m11) if (hasOwn$2.call(m11, k37)) n12--
    if (n12 !== 0 && !$hasOnlyKeys(m11, keys$4)) return false
    if (typeof m13 !== "object" || m13 === null || Array.isArray(m13)) return false
    let n14 = 1
    const m15 = m13.keys
    if (m15 === undefined) return false
    const m31 = m13.require
    if (m31 !== undefined) n14++
    const m34 = m13.nonces
    if (m34 !== undefined) {
      if (!(typeof m34 === "boolean")) return false
      n14++
    }
    for (const k35 in m13) if (hasOwn$2.call(m13, k35)) n14--
    if (n14 !== 0 && !$hasOnlyKeys(m13, keys$3)) return false
    if (!Array.isArray(m15)) return false
    for (let i16 = 0; i16 < m15.length; i16++) {
      const m17 = m15[i16]
      if (typeof m17 !== "object" || m17 === null || Array.isArray(m17)) return false
      let n18 = 3
      const m19 = m17.kty
      if (!(typeof m19 === "string")) return false
      const m20 = m17.crv
      if (!(typeof m20 === "string")) return false
      const m21 = m17.x
      if (!(typeof m21 === "string")) return false
      const m22 = m17.kid
      if (m22 !== undefined) {
        if (!(typeof m22 === "string")) return false
        n18++
      }
      const m23 = m17.alg
      if (m23 !== undefined) {
        if (!(typeof m23 === "string")) return false
        n18++
      }
      const m24 = m17.use
      if (m24 !== undefined) {
        if (!(typeof m24 === "string")) return false
        n18++
      }
      const m25 = m17.key_ops
      if (m25 !== undefined) n18++
      const m28 = m17.nbf
      if (m28 !== undefined) {
        if (!(Number.isFinite(m28))) return false
        n18++
      }
      const m29 = m17.exp
      if (m29 !== undefined) {
        if (!(Number.isFinite(m29))) return false
        n18++
      }
      for (const k30 in m17) if (hasOwn$2.call(m17, k30)) n18--
      if (n18 !== 0 && !$hasOnlyKeys(m17, keys$1)) return false
      if (m25 !== undefined) {
        if (!Array.isArray(m25)) return false
        for (let i26 = 0; i26 < m25.length; i26++) {
          const m27 = m25[i26]
          if (!(typeof m27 === "string")) return false
        }
      }
    }
    if (m31 !== undefined) {
      if (!Array.isArray(m31)) return false
      for (let i32 = 0; i32 < m31.length; i32++) {
        const m33 = m31[i32]
        if (!(typeof m33 === "string")) return false
      }
    }
  }
  if (m38 !== undefined) {
    if (typeof m38 !== "object" || m38 === null || Array.isArray(m38)) return false
    let n39 = 0
    const m40 = m38.tokenEnv
    if (m40 !== undefined) {
      if (!(typeof m40 === "string")) return false
      n39++
    }
    const m41 = m38.token
    if (m41 !== undefined) {
      if (!(typeof m41 === "string")) return false
      n39++
    }
    const m42 = m38.resourceMetadataUrl
    if (m42 !== undefined) {
      if (!(typeof m42 === "string")) return false
      n39++
    }
    const m43 = m38.authorizationServers
    if (m43 !== undefined) n39++
    for (const k46 in m38) if (hasOwn$2.call(m38, k46)) n39--
    if (n39 !== 0 && !$hasOnlyKeys(m38, keys$5)) return false
    if (m43 !== undefined) {
      if (!Array.isArray(m43)) return false
      for (let i44 = 0; i44 < m43.length; i44++) {
        const m45 = m43[i44]
        if (!(typeof m45 === "string")) return false
      }
    }
  }
  if (m50 !== undefined) {
    if (!Array.isArray(m50)) return false
    for (let i51 = 0; i51 < m50.length; i51++) {
      const m52 = m50[i51]
      if (typeof m52 !== "object" || m52 === null || Array.isArray(m52)) return false
      let n53 = 2
      const m54 = m52.from
      if (!(typeof m54 === "string")) return false
      const m55 = m52.to
      if (!(typeof m55 === "string")) return false
      const m56 = m52.status
      if (m56 !== undefined) {
        if (!((m56 === 301 || m56 === 302 || m56 === 303 || m56 === 307 || m56 === 308))) return false
        n53++
      }
      for (const k57 in m52) if (hasOwn$2.call(m52, k57)) n53--
      if (n53 !== 0 && !$hasOnlyKeys(m52, keys$9)) return false
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
      for (const k64 in m60) if (hasOwn$2.call(m60, k64)) n61--
      if (n61 !== 0 && !$hasOnlyKeys(m60, keys$10)) return false
    }
  }
  if (m67 !== undefined) if (!(typeof m67 === "boolean" || Number.isFinite(m67) || is$11(m67))) return false
  if (m68 !== undefined) {
    if (typeof m68 !== "object" || m68 === null || Array.isArray(m68)) return false
    let n69 = 0
    const m70 = m68.headersMs
    if (m70 !== undefined) {
      if (!(Number.isFinite(m70))) return false
      n69++
    }
    const m71 = m68.requestMs
    if (m71 !== undefined) {
      if (!(Number.isFinite(m71))) return false
      n69++
    }
    const m72 = m68.keepAliveMs
    if (m72 !== undefined) {
      if (!(Number.isFinite(m72))) return false
      n69++
    }
    const m73 = m68.idleMs
    if (m73 !== undefined) {
      if (!(Number.isFinite(m73))) return false
      n69++
    }
    for (const k74 in m68) if (hasOwn$2.call(m68, k74)) n69--
    if (n69 !== 0 && !$hasOnlyKeys(m68, keys$12)) return false
  }
  if (m77 !== undefined) {
    if (typeof m77 !== "object" || m77 === null || Array.isArray(m77)) return false
    let n78 = 0
    const m79 = m77.bindingMaps
    if (m79 !== undefined) {
      if (!(typeof m79 === "boolean")) return false
      n78++
    }
    const m80 = m77.splitIntents
    if (m80 !== undefined) {
      if (!(typeof m80 === "boolean")) return false
      n78++
    }
    for (const k81 in m77) if (hasOwn$2.call(m77, k81)) n78--
    if (n78 !== 0 && !$hasOnlyKeys(m77, keys$13)) return false
  }
  return true
}
function build$21(v) {
  return v.slice()
}
function build$20(v) {
  const o = { kty: v.kty, crv: v.crv, x: v.x }
  if (v.kid !== undefined) o.kid = v.kid
  if (v.alg !== undefined) o.alg = v.alg
  if (v.use !== undefined) o.use = v.use
  if (v.key_ops !== undefined) o.key_ops = build$21(v.key_ops)
  if (v.nbf !== undefined) o.nbf = v.nbf
  if (v.exp !== undefined) o.exp = v.exp
  return o
}
function build$19(v) {
  return v.map((m) => build$20(m))
}
function build$18(v) {
  const o = { keys: build$19(v.keys) }
  if (v.require !== undefined) o.require = build$21(v.require)
  if (v.nonces !== undefined) o.nonces = v.nonces
  return o
}
function build$17(v) {
  const o = { webBotAuth: build$18(v.webBotAuth) }
  if (v.policy !== undefined) o.policy = v.policy
  return o
}
function build$23(v) {
  const o = {}
  if (v.tokenEnv !== undefined) o.tokenEnv = v.tokenEnv
  if (v.token !== undefined) o.token = v.token
  if (v.resourceMetadataUrl !== undefined) o.resourceMetadataUrl = v.resourceMetadataUrl
  if (v.authorizationServers !== undefined) o.authorizationServers = build$21(v.authorizationServers)
  return o
}
function build$26(v) {
  const o = { from: v.from, to: v.to }
  if (v.status !== undefined) o.status = v.status
  return o
}
function build$25(v) {
  return v.map((m) => build$26(m))
}
function build$28(v) {
  return { from: v.from, to: v.to }
}
function build$27(v) {
  return v.map((m) => build$28(m))
}
function build$29(v) {
  if (typeof v === "boolean") return v
  if (Number.isFinite(v)) return v
  if (is$11(v)) return build$21(v)
  return v
}
function build$32(v) {
  const o = {}
  if (v.headersMs !== undefined) o.headersMs = v.headersMs
  if (v.requestMs !== undefined) o.requestMs = v.requestMs
  if (v.keepAliveMs !== undefined) o.keepAliveMs = v.keepAliveMs
  if (v.idleMs !== undefined) o.idleMs = v.idleMs
  return o
}
function build$33(v) {
  const o = {}
  if (v.bindingMaps !== undefined) o.bindingMaps = v.bindingMaps
  if (v.splitIntents !== undefined) o.splitIntents = v.splitIntents
  return o
}
function build$16(v) {
  const o = {}
  if (v.title !== undefined) o.title = v.title
  if (v.description !== undefined) o.description = v.description
  if (v.lang !== undefined) o.lang = v.lang
  if (v.siteUrl !== undefined) o.siteUrl = v.siteUrl
  if (v.output !== undefined) o.output = v.output
  if (v.routesDir !== undefined) o.routesDir = v.routesDir
  if (v.serverDir !== undefined) o.serverDir = v.serverDir
  if (v.clientEntry !== undefined) o.clientEntry = v.clientEntry
  if (v.favicon !== undefined) o.favicon = v.favicon
  if (v.approvals !== undefined) o.approvals = v.approvals
  if (v.agents !== undefined) o.agents = build$17(v.agents)
  if (v.mcpAuth !== undefined) o.mcpAuth = build$23(v.mcpAuth)
  if (v.maxBodyBytes !== undefined) o.maxBodyBytes = v.maxBodyBytes
  if (v.proposalTtlMs !== undefined) o.proposalTtlMs = v.proposalTtlMs
  if (v.data !== undefined) o.data = v.data
  if (v.redirects !== undefined) o.redirects = build$25(v.redirects)
  if (v.rewrites !== undefined) o.rewrites = build$27(v.rewrites)
  if (v.logLevel !== undefined) o.logLevel = v.logLevel
  if (v.accessLog !== undefined) o.accessLog = v.accessLog
  if (v.trustProxy !== undefined) o.trustProxy = build$29(v.trustProxy)
  if (v.timeouts !== undefined) o.timeouts = build$32(v.timeouts)
  if (v.drainMs !== undefined) o.drainMs = v.drainMs
  if (v.drainDelayMs !== undefined) o.drainDelayMs = v.drainDelayMs
  if (v.compiler !== undefined) o.compiler = build$33(v.compiler)
  return o
}
export const configValidator = $compiledValidator({ type: "object", properties: { title: { type: "string" }, description: { type: "string" }, lang: { type: "string" }, siteUrl: { type: "string", pattern: "^https?://" }, output: { type: "string", enum: ["bun", "node", "static"] }, routesDir: { type: "string" }, serverDir: { type: "string" }, clientEntry: { type: "string" }, favicon: { type: "string" }, approvals: { type: "string", enum: ["open", "signed-in"] }, agents: { type: "object", properties: { webBotAuth: { type: "object", properties: { keys: { type: "array", items: { type: "object", properties: { kty: { type: "string" }, crv: { type: "string" }, x: { type: "string" }, kid: { type: "string" }, alg: { type: "string" }, use: { type: "string" }, key_ops: { type: "array", items: { type: "string" } }, nbf: { type: "number" }, exp: { type: "number" } }, required: ["kty", "crv", "x"], additionalProperties: false } }, require: { type: "array", items: { type: "string" } }, nonces: { type: "boolean" } }, required: ["keys"], additionalProperties: false }, policy: { type: "string", enum: ["observe", "require"] } }, required: ["webBotAuth"], additionalProperties: false }, mcpAuth: { type: "object", properties: { tokenEnv: { type: "string" }, token: { type: "string" }, resourceMetadataUrl: { type: "string" }, authorizationServers: { type: "array", items: { type: "string" } } }, additionalProperties: false }, maxBodyBytes: { type: "integer", minimum: 0 }, proposalTtlMs: { type: "integer", minimum: 1 }, data: { anyOf: [{ type: "string", const: "memory" }, { type: "string", pattern: "^sqlite:[\\s\\S]*$" }, { type: "string", pattern: "^redis:\\/\\/[\\s\\S]*$" }, { type: "string", pattern: "^rediss:\\/\\/[\\s\\S]*$" }] }, redirects: { type: "array", items: { type: "object", properties: { from: { type: "string" }, to: { type: "string" }, status: { type: "number", enum: [301, 302, 303, 307, 308] } }, required: ["from", "to"], additionalProperties: false } }, rewrites: { type: "array", items: { type: "object", properties: { from: { type: "string" }, to: { type: "string" } }, required: ["from", "to"], additionalProperties: false } }, logLevel: { type: "string", enum: ["debug", "info", "warn", "error", "silent"] }, accessLog: { type: "boolean" }, trustProxy: { anyOf: [{ type: "boolean" }, { type: "number" }, { type: "array", items: { type: "string" } }] }, timeouts: { type: "object", properties: { headersMs: { type: "number" }, requestMs: { type: "number" }, keepAliveMs: { type: "number" }, idleMs: { type: "number" } }, additionalProperties: false }, drainMs: { type: "number" }, drainDelayMs: { type: "number" }, compiler: { type: "object", properties: { bindingMaps: { type: "boolean" }, splitIntents: { type: "boolean" } }, additionalProperties: false } }, additionalProperties: false }, { is: is$15, build: build$16 })
