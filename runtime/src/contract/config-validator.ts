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
const keys$18 = ["title", "description", "lang", "siteUrl", "llmsTxt", "output", "routesDir", "serverDir", "clientEntry", "websocket", "favicon", "csp", "approvals", "agents", "mcpAuth", "maxBodyBytes", "proposalTtlMs", "data", "redirects", "rewrites", "logLevel", "telemetry", "accessLog", "trustProxy", "timeouts", "drainMs", "drainDelayMs", "compiler"]
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
  const m16 = v.csp
  if (m16 !== undefined) n0++
  const m17 = v.approvals
  if (m17 !== undefined) {
    if (!((m17 === "open" || m17 === "signed-in"))) return false
    n0++
  }
  const m18 = v.agents
  if (m18 !== undefined) n0++
  const m45 = v.mcpAuth
  if (m45 !== undefined) n0++
  const m54 = v.maxBodyBytes
  if (m54 !== undefined) {
    if (!(Number.isInteger(m54) && m54 >= 0)) return false
    n0++
  }
  const m55 = v.proposalTtlMs
  if (m55 !== undefined) {
    if (!(Number.isInteger(m55) && m55 >= 1)) return false
    n0++
  }
  const m56 = v.data
  if (m56 !== undefined) {
    if (!(m56 === "memory" || typeof m56 === "string" && re$9.test(m56) || typeof m56 === "string" && re$10.test(m56) || typeof m56 === "string" && re$11.test(m56))) return false
    n0++
  }
  const m57 = v.redirects
  if (m57 !== undefined) n0++
  const m65 = v.rewrites
  if (m65 !== undefined) n0++
  const m72 = v.logLevel
  if (m72 !== undefined) {
    if (!((m72 === "debug" || m72 === "info" || m72 === "warn" || m72 === "error" || m72 === "silent"))) return false
    n0++
  }
  const m73 = v.telemetry
  if (m73 !== undefined) n0++
  const m77 = v.accessLog
  if (m77 !== undefined) {
    if (!(typeof m77 === "boolean")) return false
    n0++
  }
  const m78 = v.trustProxy
  if (m78 !== undefined) n0++
  const m79 = v.timeouts
  if (m79 !== undefined) n0++
  const m86 = v.drainMs
  if (m86 !== undefined) {
    if (!(Number.isFinite(m86))) return false
    n0++
  }
  const m87 = v.drainDelayMs
  if (m87 !== undefined) {
    if (!(Number.isFinite(m87))) return false
    n0++
  }
  const m88 = v.compiler
  if (m88 !== undefined) n0++
  for (const k93 in v) if (hasOwn$2.call(v, k93)) n0--
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
  if (m16 !== undefined) if (!(typeof m16 === "boolean" || is$4(m16))) return false
  if (m18 !== undefined) {
    if (typeof m18 !== "object" || m18 === null || Array.isArray(m18)) return false
    let n19 = 1
    const m20 = m18.webBotAuth
    if (m20 === undefined) return false
    const m43 = m18.policy
    if (m43 !== undefined) {
      if (!((m43 === "observe" || m43 === "require"))) return false
      n19++
    }
    for (const k44 in m18) if (hasOwn$2.call(m18, k44)) n19--
    if (n19 !== 0 && !$hasOnlyKeys(m18, keys$7)) return false
    if (typeof m20 !== "object" || m20 === null || Array.isArray(m20)) return false
    let n21 = 1
    const m22 = m20.keys
    if (m22 === undefined) return false
    const m38 = m20.require
    if (m38 !== undefined) n21++
    const m41 = m20.nonces
    if (m41 !== undefined) {
      if (!(typeof m41 === "boolean")) return false
      n21++
    }
    for (const k42 in m20) if (hasOwn$2.call(m20, k42)) n21--
    if (n21 !== 0 && !$hasOnlyKeys(m20, keys$6)) return false
    if (!Array.isArray(m22)) return false
    for (let i23 = 0; i23 < m22.length; i23++) {
      const m24 = m22[i23]
      if (typeof m24 !== "object" || m24 === null || Array.isArray(m24)) return false
      let n25 = 3
      const m26 = m24.kty
      if (!(typeof m26 === "string")) return false
      const m27 = m24.crv
      if (!(typeof m27 === "string")) return false
      const m28 = m24.x
      if (!(typeof m28 === "string")) return false
      const m29 = m24.kid
      if (m29 !== undefined) {
        if (!(typeof m29 === "string")) return false
        n25++
      }
      const m30 = m24.alg
      if (m30 !== undefined) {
        if (!(typeof m30 === "string")) return false
        n25++
      }
      const m31 = m24.use
      if (m31 !== undefined) {
        if (!(typeof m31 === "string")) return false
        n25++
      }
      const m32 = m24.key_ops
      if (m32 !== undefined) n25++
      const m35 = m24.nbf
      if (m35 !== undefined) {
        if (!(Number.isFinite(m35))) return false
        n25++
      }
      const m36 = m24.exp
      if (m36 !== undefined) {
        if (!(Number.isFinite(m36))) return false
        n25++
      }
      for (const k37 in m24) if (hasOwn$2.call(m24, k37)) n25--
      if (n25 !== 0 && !$hasOnlyKeys(m24, keys$5)) return false
      if (m32 !== undefined) {
        if (!Array.isArray(m32)) return false
        for (let i33 = 0; i33 < m32.length; i33++) {
          const m34 = m32[i33]
          if (!(typeof m34 === "string")) return false
        }
      }
    }
    if (m38 !== undefined) {
      if (!Array.isArray(m38)) return false
      for (let i39 = 0; i39 < m38.length; i39++) {
        const m40 = m38[i39]
        if (!(typeof m40 === "string")) return false
      }
    }
  }
  if (m45 !== undefined) {
    if (typeof m45 !== "object" || m45 === null || Array.isArray(m45)) return false
    let n46 = 0
    const m47 = m45.tokenEnv
    if (m47 !== undefined) {
      if (!(typeof m47 === "string")) return false
      n46++
    }
    const m48 = m45.token
    if (m48 !== undefined) {
      if (!(typeof m48 === "string")) return false
      n46++
    }
    const m49 = m45.resourceMetadataUrl
    if (m49 !== undefined) {
      if (!(typeof m49 === "string")) return false
      n46++
    }
    const m50 = m45.authorizationServers
    if (m50 !== undefined) n46++
    for (const k53 in m45) if (hasOwn$2.call(m45, k53)) n46--
    if (n46 !== 0 && !$hasOnlyKeys(m45, keys$8)) return false
    if (m50 !== undefined) {
      if (!Array.isArray(m50)) return false
      for (let i51 = 0; i51 < m50.length; i51++) {
        const m52 = m50[i51]
        if (!(typeof m52 === "string")) return false
      }
    }
  }
  if (m57 !== undefined) {
    if (!Array.isArray(m57)) return false
    for (let i58 = 0; i58 < m57.length; i58++) {
      const m59 = m57[i58]
      if (typeof m59 !== "object" || m59 === null || Array.isArray(m59)) return false
      let n60 = 2
      const m61 = m59.from
      if (!(typeof m61 === "string")) return false
      const m62 = m59.to
      if (!(typeof m62 === "string")) return false
      const m63 = m59.status
      if (m63 !== undefined) {
        if (!((m63 === 301 || m63 === 302 || m63 === 303 || m63 === 307 || m63 === 308))) return false
        n60++
      }
      for (const k64 in m59) if (hasOwn$2.call(m59, k64)) n60--
      if (n60 !== 0 && !$hasOnlyKeys(m59, keys$12)) return false
    }
  }
  if (m65 !== undefined) {
    if (!Array.isArray(m65)) return false
    for (let i66 = 0; i66 < m65.length; i66++) {
      const m67 = m65[i66]
      if (typeof m67 !== "object" || m67 === null || Array.isArray(m67)) return false
      let n68 = 2
      const m69 = m67.from
      if (!(typeof m69 === "string")) return false
      const m70 = m67.to
      if (!(typeof m70 === "string")) return false
      for (const k71 in m67) if (hasOwn$2.call(m67, k71)) n68--
      if (n68 !== 0 && !$hasOnlyKeys(m67, keys$13)) return false
    }
  }
  if (m73 !== undefined) {
    if (typeof m73 !== "object" || m73 === null || Array.isArray(m73)) return false
    let n74 = 0
    const m75 = m73.content
    if (m75 !== undefined) {
      if (!(typeof m75 === "boolean")) return false
      n74++
    }
    for (const k76 in m73) if (hasOwn$2.call(m73, k76)) n74--
    if (n74 !== 0 && !$hasOnlyKeys(m73, keys$14)) return false
  }
  if (m78 !== undefined) if (!(typeof m78 === "boolean" || Number.isFinite(m78) || is$15(m78))) return false
  if (m79 !== undefined) {
    if (typeof m79 !== "object" || m79 === null || Array.isArray(m79)) return false
    let n80 = 0
    const m81 = m79.headersMs
    if (m81 !== undefined) {
      if (!(Number.isFinite(m81))) return false
      n80++
    }
    const m82 = m79.requestMs
    if (m82 !== undefined) {
      if (!(Number.isFinite(m82))) return false
      n80++
    }
    const m83 = m79.keepAliveMs
    if (m83 !== undefined) {
      if (!(Number.isFinite(m83))) return false
      n80++
    }
    const m84 = m79.idleMs
    if (m84 !== undefined) {
      if (!(Number.isFinite(m84))) return false
      n80++
    }
    for (const k85 in m79) if (hasOwn$2.call(m79, k85)) n80--
    if (n80 !== 0 && !$hasOnlyKeys(m79, keys$16)) return false
  }
  if (m88 !== undefined) {
    if (typeof m88 !== "object" || m88 === null || Array.isArray(m88)) return false
    let n89 = 0
    const m90 = m88.bindingMaps
    if (m90 !== undefined) {
      if (!(typeof m90 === "boolean")) return false
      n89++
    }
    const m91 = m88.splitIntents
    if (m91 !== undefined) {
      if (!(typeof m91 === "boolean")) return false
      n89++
    }
    for (const k92 in m88) if (hasOwn$2.call(m88, k92)) n89--
    if (n89 !== 0 && !$hasOnlyKeys(m88, keys$17)) return false
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
export const configValidator = $compiledValidator({ type: "object", properties: { title: { type: "string" }, description: { type: "string" }, lang: { type: "string" }, siteUrl: { type: "string", pattern: "^https?://" }, llmsTxt: { type: "object", properties: { title: { type: "string" }, description: { type: "string" } }, additionalProperties: false }, output: { type: "string", enum: ["bun", "node", "static"] }, routesDir: { type: "string" }, serverDir: { type: "string" }, clientEntry: { type: "string" }, websocket: { type: "string" }, favicon: { type: "string" }, csp: { anyOf: [{ type: "boolean" }, { type: "object", properties: { nonce: { type: "string" }, header: { type: "string" }, static: { type: "string", const: "hash" } }, additionalProperties: false }] }, approvals: { type: "string", enum: ["open", "signed-in"] }, agents: { type: "object", properties: { webBotAuth: { type: "object", properties: { keys: { type: "array", items: { type: "object", properties: { kty: { type: "string" }, crv: { type: "string" }, x: { type: "string" }, kid: { type: "string" }, alg: { type: "string" }, use: { type: "string" }, key_ops: { type: "array", items: { type: "string" } }, nbf: { type: "number" }, exp: { type: "number" } }, required: ["kty", "crv", "x"], additionalProperties: false } }, require: { type: "array", items: { type: "string" } }, nonces: { type: "boolean" } }, required: ["keys"], additionalProperties: false }, policy: { type: "string", enum: ["observe", "require"] } }, required: ["webBotAuth"], additionalProperties: false }, mcpAuth: { type: "object", properties: { tokenEnv: { type: "string" }, token: { type: "string" }, resourceMetadataUrl: { type: "string" }, authorizationServers: { type: "array", items: { type: "string" } } }, additionalProperties: false }, maxBodyBytes: { type: "integer", minimum: 0 }, proposalTtlMs: { type: "integer", minimum: 1 }, data: { anyOf: [{ type: "string", const: "memory" }, { type: "string", pattern: "^sqlite:[\\s\\S]*$" }, { type: "string", pattern: "^redis:\\/\\/[\\s\\S]*$" }, { type: "string", pattern: "^rediss:\\/\\/[\\s\\S]*$" }] }, redirects: { type: "array", items: { type: "object", properties: { from: { type: "string" }, to: { type: "string" }, status: { type: "number", enum: [301, 302, 303, 307, 308] } }, required: ["from", "to"], additionalProperties: false } }, rewrites: { type: "array", items: { type: "object", properties: { from: { type: "string" }, to: { type: "string" } }, required: ["from", "to"], additionalProperties: false } }, logLevel: { type: "string", enum: ["debug", "info", "warn", "error", "silent"] }, telemetry: { type: "object", properties: { content: { type: "boolean" } }, additionalProperties: false }, accessLog: { type: "boolean" }, trustProxy: { anyOf: [{ type: "boolean" }, { type: "number" }, { type: "array", items: { type: "string" } }] }, timeouts: { type: "object", properties: { headersMs: { type: "number" }, requestMs: { type: "number" }, keepAliveMs: { type: "number" }, idleMs: { type: "number" } }, additionalProperties: false }, drainMs: { type: "number" }, drainDelayMs: { type: "number" }, compiler: { type: "object", properties: { bindingMaps: { type: "boolean" }, splitIntents: { type: "boolean" } }, additionalProperties: false } }, additionalProperties: false }, { is: is$19, build: build$20 })
