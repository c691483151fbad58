// @ts-nocheck: written by our own compiler from the type FwConfig. Do not edit; tests/compiler/config-validator.test.ts
// says how it is written again.
import { compiledValidator as $compiledValidator } from './compiled-validator.ts'
import { hasOnlyKeys as $hasOnlyKeys } from './validate-value.ts'
const re$0 = new RegExp("^https?://", "u")
const keys$1 = ["nonce", "header"]
const hasOwn$2 = Object.prototype.hasOwnProperty
const keys$4 = ["kty", "crv", "x", "kid", "alg", "use", "key_ops", "nbf", "exp"]
const keys$5 = ["keys", "require", "nonces"]
const keys$6 = ["webBotAuth", "policy"]
const keys$7 = ["tokenEnv", "token", "resourceMetadataUrl", "authorizationServers"]
const re$8 = new RegExp("^sqlite:[\\s\\S]*$", "u")
const re$9 = new RegExp("^redis:\\/\\/[\\s\\S]*$", "u")
const re$10 = new RegExp("^rediss:\\/\\/[\\s\\S]*$", "u")
const keys$11 = ["from", "to", "status"]
const keys$12 = ["from", "to"]
const keys$13 = ["content"]
const keys$15 = ["headersMs", "requestMs", "keepAliveMs", "idleMs"]
const keys$16 = ["bindingMaps", "splitIntents"]
const keys$17 = ["title", "description", "lang", "siteUrl", "output", "routesDir", "serverDir", "clientEntry", "websocket", "favicon", "csp", "approvals", "agents", "mcpAuth", "maxBodyBytes", "proposalTtlMs", "data", "redirects", "rewrites", "logLevel", "telemetry", "accessLog", "trustProxy", "timeouts", "drainMs", "drainDelayMs", "compiler"]
function is$3(v) {
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
  for (const k3 in v) if (hasOwn$2.call(v, k3)) n0--
  if (n0 !== 0 && !$hasOnlyKeys(v, keys$1)) return false
  return true
}
function is$14(v) {
  if (!Array.isArray(v)) return false
  for (let i0 = 0; i0 < v.length; i0++) {
    const m1 = v[i0]
    if (!(typeof m1 === "string")) return false
  }
  return true
}
function is$18(v) {
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
  const m11 = v.csp
  if (m11 !== undefined) n0++
  const m12 = v.approvals
  if (m12 !== undefined) {
    if (!((m12 === "open" || m12 === "signed-in"))) return false
    n0++
  }
  const m13 = v.agents
  if (m13 !== undefined) n0++
  const m40 = v.mcpAuth
  if (m40 !== undefined) n0++
  const m49 = v.maxBodyBytes
  if (m49 !== undefined) {
    if (!(Number.isInteger(m49) && m49 >= 0)) return false
    n0++
  }
  const m50 = v.proposalTtlMs
  if (m50 !== undefined) {
    if (!(Number.isInteger(m50) && m50 >= 1)) return false
    n0++
  }
  const m51 = v.data
  if (m51 !== undefined) {
    if (!(m51 === "memory" || typeof m51 === "string" && re$8.test(m51) || typeof m51 === "string" && re$9.test(m51) || typeof m51 === "string" && re$10.test(m51))) return false
    n0++
  }
  const m52 = v.redirects
  if (m52 !== undefined) n0++
  const m60 = v.rewrites
  if (m60 !== undefined) n0++
  const m67 = v.logLevel
  if (m67 !== undefined) {
    if (!((m67 === "debug" || m67 === "info" || m67 === "warn" || m67 === "error" || m67 === "silent"))) return false
    n0++
  }
  const m68 = v.telemetry
  if (m68 !== undefined) n0++
  const m72 = v.accessLog
  if (m72 !== undefined) {
    if (!(typeof m72 === "boolean")) return false
    n0++
  }
  const m73 = v.trustProxy
  if (m73 !== undefined) n0++
  const m74 = v.timeouts
  if (m74 !== undefined) n0++
  const m81 = v.drainMs
  if (m81 !== undefined) {
    if (!(Number.isFinite(m81))) return false
    n0++
  }
  const m82 = v.drainDelayMs
  if (m82 !== undefined) {
    if (!(Number.isFinite(m82))) return false
    n0++
  }
  const m83 = v.compiler
  if (m83 !== undefined) n0++
  for (const k88 in v) if (hasOwn$2.call(v, k88)) n0--
  if (n0 !== 0 && !$hasOnlyKeys(v, keys$17)) return false
  if (m11 !== undefined) if (!(typeof m11 === "boolean" || is$3(m11))) return false
  if (m13 !== undefined) {
    if (typeof m13 !== "object" || m13 === null || Array.isArray(m13)) return false
    let n14 = 1
    const m15 = m13.webBotAuth
    if (m15 === undefined) return false
    const m38 = m13.policy
    if (m38 !== undefined) {
      if (!((m38 === "observe" || m38 === "require"))) return false
      n14++
    }
    for (const k39 in m13) if (hasOwn$2.call(m13, k39)) n14--
    if (n14 !== 0 && !$hasOnlyKeys(m13, keys$6)) return false
    if (typeof m15 !== "object" || m15 === null || Array.isArray(m15)) return false
    let n16 = 1
    const m17 = m15.keys
    if (m17 === undefined) return false
    const m33 = m15.require
    if (m33 !== undefined) n16++
    const m36 = m15.nonces
    if (m36 !== undefined) {
      if (!(typeof m36 === "boolean")) return false
      n16++
    }
    for (const k37 in m15) if (hasOwn$2.call(m15, k37)) n16--
    if (n16 !== 0 && !$hasOnlyKeys(m15, keys$5)) return false
    if (!Array.isArray(m17)) return false
    for (let i18 = 0; i18 < m17.length; i18++) {
      const m19 = m17[i18]
      if (typeof m19 !== "object" || m19 === null || Array.isArray(m19)) return false
      let n20 = 3
      const m21 = m19.kty
      if (!(typeof m21 === "string")) return false
      const m22 = m19.crv
      if (!(typeof m22 === "string")) return false
      const m23 = m19.x
      if (!(typeof m23 === "string")) return false
      const m24 = m19.kid
      if (m24 !== undefined) {
        if (!(typeof m24 === "string")) return false
        n20++
      }
      const m25 = m19.alg
      if (m25 !== undefined) {
        if (!(typeof m25 === "string")) return false
        n20++
      }
      const m26 = m19.use
      if (m26 !== undefined) {
        if (!(typeof m26 === "string")) return false
        n20++
      }
      const m27 = m19.key_ops
      if (m27 !== undefined) n20++
      const m30 = m19.nbf
      if (m30 !== undefined) {
        if (!(Number.isFinite(m30))) return false
        n20++
      }
      const m31 = m19.exp
      if (m31 !== undefined) {
        if (!(Number.isFinite(m31))) return false
        n20++
      }
      for (const k32 in m19) if (hasOwn$2.call(m19, k32)) n20--
      if (n20 !== 0 && !$hasOnlyKeys(m19, keys$4)) return false
      if (m27 !== undefined) {
        if (!Array.isArray(m27)) return false
        for (let i28 = 0; i28 < m27.length; i28++) {
          const m29 = m27[i28]
          if (!(typeof m29 === "string")) return false
        }
      }
    }
    if (m33 !== undefined) {
      if (!Array.isArray(m33)) return false
      for (let i34 = 0; i34 < m33.length; i34++) {
        const m35 = m33[i34]
        if (!(typeof m35 === "string")) return false
      }
    }
  }
  if (m40 !== undefined) {
    if (typeof m40 !== "object" || m40 === null || Array.isArray(m40)) return false
    let n41 = 0
    const m42 = m40.tokenEnv
    if (m42 !== undefined) {
      if (!(typeof m42 === "string")) return false
      n41++
    }
    const m43 = m40.token
    if (m43 !== undefined) {
      if (!(typeof m43 === "string")) return false
      n41++
    }
    const m44 = m40.resourceMetadataUrl
    if (m44 !== undefined) {
      if (!(typeof m44 === "string")) return false
      n41++
    }
    const m45 = m40.authorizationServers
    if (m45 !== undefined) n41++
    for (const k48 in m40) if (hasOwn$2.call(m40, k48)) n41--
    if (n41 !== 0 && !$hasOnlyKeys(m40, keys$7)) return false
    if (m45 !== undefined) {
      if (!Array.isArray(m45)) return false
      for (let i46 = 0; i46 < m45.length; i46++) {
        const m47 = m45[i46]
        if (!(typeof m47 === "string")) return false
      }
    }
  }
  if (m52 !== undefined) {
    if (!Array.isArray(m52)) return false
    for (let i53 = 0; i53 < m52.length; i53++) {
      const m54 = m52[i53]
      if (typeof m54 !== "object" || m54 === null || Array.isArray(m54)) return false
      let n55 = 2
      const m56 = m54.from
      if (!(typeof m56 === "string")) return false
      const m57 = m54.to
      if (!(typeof m57 === "string")) return false
      const m58 = m54.status
      if (m58 !== undefined) {
        if (!((m58 === 301 || m58 === 302 || m58 === 303 || m58 === 307 || m58 === 308))) return false
        n55++
      }
      for (const k59 in m54) if (hasOwn$2.call(m54, k59)) n55--
      if (n55 !== 0 && !$hasOnlyKeys(m54, keys$11)) return false
    }
  }
  if (m60 !== undefined) {
    if (!Array.isArray(m60)) return false
    for (let i61 = 0; i61 < m60.length; i61++) {
      const m62 = m60[i61]
      if (typeof m62 !== "object" || m62 === null || Array.isArray(m62)) return false
      let n63 = 2
      const m64 = m62.from
      if (!(typeof m64 === "string")) return false
      const m65 = m62.to
      if (!(typeof m65 === "string")) return false
      for (const k66 in m62) if (hasOwn$2.call(m62, k66)) n63--
      if (n63 !== 0 && !$hasOnlyKeys(m62, keys$12)) return false
    }
  }
  if (m68 !== undefined) {
    if (typeof m68 !== "object" || m68 === null || Array.isArray(m68)) return false
    let n69 = 0
    const m70 = m68.content
    if (m70 !== undefined) {
      if (!(typeof m70 === "boolean")) return false
      n69++
    }
    for (const k71 in m68) if (hasOwn$2.call(m68, k71)) n69--
    if (n69 !== 0 && !$hasOnlyKeys(m68, keys$13)) return false
  }
  if (m73 !== undefined) if (!(typeof m73 === "boolean" || Number.isFinite(m73) || is$14(m73))) return false
  if (m74 !== undefined) {
    if (typeof m74 !== "object" || m74 === null || Array.isArray(m74)) return false
    let n75 = 0
    const m76 = m74.headersMs
    if (m76 !== undefined) {
      if (!(Number.isFinite(m76))) return false
      n75++
    }
    const m77 = m74.requestMs
    if (m77 !== undefined) {
      if (!(Number.isFinite(m77))) return false
      n75++
    }
    const m78 = m74.keepAliveMs
    if (m78 !== undefined) {
      if (!(Number.isFinite(m78))) return false
      n75++
    }
    const m79 = m74.idleMs
    if (m79 !== undefined) {
      if (!(Number.isFinite(m79))) return false
      n75++
    }
    for (const k80 in m74) if (hasOwn$2.call(m74, k80)) n75--
    if (n75 !== 0 && !$hasOnlyKeys(m74, keys$15)) return false
  }
  if (m83 !== undefined) {
    if (typeof m83 !== "object" || m83 === null || Array.isArray(m83)) return false
    let n84 = 0
    const m85 = m83.bindingMaps
    if (m85 !== undefined) {
      if (!(typeof m85 === "boolean")) return false
      n84++
    }
    const m86 = m83.splitIntents
    if (m86 !== undefined) {
      if (!(typeof m86 === "boolean")) return false
      n84++
    }
    for (const k87 in m83) if (hasOwn$2.call(m83, k87)) n84--
    if (n84 !== 0 && !$hasOnlyKeys(m83, keys$16)) return false
  }
  return true
}
function build$21(v) {
  const o = {}
  if (v.nonce !== undefined) o.nonce = v.nonce
  if (v.header !== undefined) o.header = v.header
  return o
}
function build$20(v) {
  if (typeof v === "boolean") return v
  if (is$3(v)) return build$21(v)
  return v
}
function build$27(v) {
  return v.slice()
}
function build$26(v) {
  const o = { kty: v.kty, crv: v.crv, x: v.x }
  if (v.kid !== undefined) o.kid = v.kid
  if (v.alg !== undefined) o.alg = v.alg
  if (v.use !== undefined) o.use = v.use
  if (v.key_ops !== undefined) o.key_ops = build$27(v.key_ops)
  if (v.nbf !== undefined) o.nbf = v.nbf
  if (v.exp !== undefined) o.exp = v.exp
  return o
}
function build$25(v) {
  return v.map((m) => build$26(m))
}
function build$24(v) {
  const o = { keys: build$25(v.keys) }
  if (v.require !== undefined) o.require = build$27(v.require)
  if (v.nonces !== undefined) o.nonces = v.nonces
  return o
}
function build$23(v) {
  const o = { webBotAuth: build$24(v.webBotAuth) }
  if (v.policy !== undefined) o.policy = v.policy
  return o
}
function build$29(v) {
  const o = {}
  if (v.tokenEnv !== undefined) o.tokenEnv = v.tokenEnv
  if (v.token !== undefined) o.token = v.token
  if (v.resourceMetadataUrl !== undefined) o.resourceMetadataUrl = v.resourceMetadataUrl
  if (v.authorizationServers !== undefined) o.authorizationServers = build$27(v.authorizationServers)
  return o
}
function build$32(v) {
  const o = { from: v.from, to: v.to }
  if (v.status !== undefined) o.status = v.status
  return o
}
function build$31(v) {
  return v.map((m) => build$32(m))
}
function build$34(v) {
  return { from: v.from, to: v.to }
}
function build$33(v) {
  return v.map((m) => build$34(m))
}
function build$35(v) {
  const o = {}
  if (v.content !== undefined) o.content = v.content
  return o
}
function build$36(v) {
  if (typeof v === "boolean") return v
  if (Number.isFinite(v)) return v
  if (is$14(v)) return build$27(v)
  return v
}
function build$39(v) {
  const o = {}
  if (v.headersMs !== undefined) o.headersMs = v.headersMs
  if (v.requestMs !== undefined) o.requestMs = v.requestMs
  if (v.keepAliveMs !== undefined) o.keepAliveMs = v.keepAliveMs
  if (v.idleMs !== undefined) o.idleMs = v.idleMs
  return o
}
function build$40(v) {
  const o = {}
  if (v.bindingMaps !== undefined) o.bindingMaps = v.bindingMaps
  if (v.splitIntents !== undefined) o.splitIntents = v.splitIntents
  return o
}
function build$19(v) {
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
  if (v.csp !== undefined) o.csp = build$20(v.csp)
  if (v.approvals !== undefined) o.approvals = v.approvals
  if (v.agents !== undefined) o.agents = build$23(v.agents)
  if (v.mcpAuth !== undefined) o.mcpAuth = build$29(v.mcpAuth)
  if (v.maxBodyBytes !== undefined) o.maxBodyBytes = v.maxBodyBytes
  if (v.proposalTtlMs !== undefined) o.proposalTtlMs = v.proposalTtlMs
  if (v.data !== undefined) o.data = v.data
  if (v.redirects !== undefined) o.redirects = build$31(v.redirects)
  if (v.rewrites !== undefined) o.rewrites = build$33(v.rewrites)
  if (v.logLevel !== undefined) o.logLevel = v.logLevel
  if (v.telemetry !== undefined) o.telemetry = build$35(v.telemetry)
  if (v.accessLog !== undefined) o.accessLog = v.accessLog
  if (v.trustProxy !== undefined) o.trustProxy = build$36(v.trustProxy)
  if (v.timeouts !== undefined) o.timeouts = build$39(v.timeouts)
  if (v.drainMs !== undefined) o.drainMs = v.drainMs
  if (v.drainDelayMs !== undefined) o.drainDelayMs = v.drainDelayMs
  if (v.compiler !== undefined) o.compiler = build$40(v.compiler)
  return o
}
export const configValidator = $compiledValidator({ type: "object", properties: { title: { type: "string" }, description: { type: "string" }, lang: { type: "string" }, siteUrl: { type: "string", pattern: "^https?://" }, output: { type: "string", enum: ["bun", "node", "static"] }, routesDir: { type: "string" }, serverDir: { type: "string" }, clientEntry: { type: "string" }, websocket: { type: "string" }, favicon: { type: "string" }, csp: { anyOf: [{ type: "boolean" }, { type: "object", properties: { nonce: { type: "string" }, header: { type: "string" } }, additionalProperties: false }] }, approvals: { type: "string", enum: ["open", "signed-in"] }, agents: { type: "object", properties: { webBotAuth: { type: "object", properties: { keys: { type: "array", items: { type: "object", properties: { kty: { type: "string" }, crv: { type: "string" }, x: { type: "string" }, kid: { type: "string" }, alg: { type: "string" }, use: { type: "string" }, key_ops: { type: "array", items: { type: "string" } }, nbf: { type: "number" }, exp: { type: "number" } }, required: ["kty", "crv", "x"], additionalProperties: false } }, require: { type: "array", items: { type: "string" } }, nonces: { type: "boolean" } }, required: ["keys"], additionalProperties: false }, policy: { type: "string", enum: ["observe", "require"] } }, required: ["webBotAuth"], additionalProperties: false }, mcpAuth: { type: "object", properties: { tokenEnv: { type: "string" }, token: { type: "string" }, resourceMetadataUrl: { type: "string" }, authorizationServers: { type: "array", items: { type: "string" } } }, additionalProperties: false }, maxBodyBytes: { type: "integer", minimum: 0 }, proposalTtlMs: { type: "integer", minimum: 1 }, data: { anyOf: [{ type: "string", const: "memory" }, { type: "string", pattern: "^sqlite:[\\s\\S]*$" }, { type: "string", pattern: "^redis:\\/\\/[\\s\\S]*$" }, { type: "string", pattern: "^rediss:\\/\\/[\\s\\S]*$" }] }, redirects: { type: "array", items: { type: "object", properties: { from: { type: "string" }, to: { type: "string" }, status: { type: "number", enum: [301, 302, 303, 307, 308] } }, required: ["from", "to"], additionalProperties: false } }, rewrites: { type: "array", items: { type: "object", properties: { from: { type: "string" }, to: { type: "string" } }, required: ["from", "to"], additionalProperties: false } }, logLevel: { type: "string", enum: ["debug", "info", "warn", "error", "silent"] }, telemetry: { type: "object", properties: { content: { type: "boolean" } }, additionalProperties: false }, accessLog: { type: "boolean" }, trustProxy: { anyOf: [{ type: "boolean" }, { type: "number" }, { type: "array", items: { type: "string" } }] }, timeouts: { type: "object", properties: { headersMs: { type: "number" }, requestMs: { type: "number" }, keepAliveMs: { type: "number" }, idleMs: { type: "number" } }, additionalProperties: false }, drainMs: { type: "number" }, drainDelayMs: { type: "number" }, compiler: { type: "object", properties: { bindingMaps: { type: "boolean" }, splitIntents: { type: "boolean" } }, additionalProperties: false } }, additionalProperties: false }, { is: is$18, build: build$19 })
