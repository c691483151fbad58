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
const keys$19 = ["title", "description", "lang", "siteUrl", "llmsTxt", "output", "routesDir", "serverDir", "clientEntry", "websocket", "storesModule", "agentModule", "favicon", "inlineStyles", "csp", "approvals", "agents", "mcpAuth", "maxBodyBytes", "proposalTtlMs", "data", "redirects", "rewrites", "navigation", "logLevel", "telemetry", "accessLog", "trustProxy", "timeouts", "drainMs", "drainDelayMs", "compiler"]
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
  const m48 = v.mcpAuth
  if (m48 !== undefined) n0++
  const m57 = v.maxBodyBytes
  if (m57 !== undefined) {
    if (!(Number.isInteger(m57) && m57 >= 0)) return false
    n0++
  }
  const m58 = v.proposalTtlMs
  if (m58 !== undefined) {
    if (!(Number.isInteger(m58) && m58 >= 1)) return false
    n0++
  }
  const m59 = v.data
  if (m59 !== undefined) {
    if (!(m59 === "memory" || typeof m59 === "string" && re$9.test(m59) || typeof m59 === "string" && re$10.test(m59) || typeof m59 === "string" && re$11.test(m59))) return false
    n0++
  }
  const m60 = v.redirects
  if (m60 !== undefined) n0++
  const m68 = v.rewrites
  if (m68 !== undefined) n0++
  const m75 = v.navigation
  if (m75 !== undefined) n0++
  const m82 = v.logLevel
  if (m82 !== undefined) {
    if (!((m82 === "debug" || m82 === "info" || m82 === "warn" || m82 === "error" || m82 === "silent"))) return false
    n0++
  }
  const m83 = v.telemetry
  if (m83 !== undefined) n0++
  const m87 = v.accessLog
  if (m87 !== undefined) {
    if (!(typeof m87 === "boolean")) return false
    n0++
  }
  const m88 = v.trustProxy
  if (m88 !== undefined) n0++
  const m89 = v.timeouts
  if (m89 !== undefined) n0++
  const m96 = v.drainMs
  if (m96 !== undefined) {
    if (!(Number.isFinite(m96))) return false
    n0++
  }
  const m97 = v.drainDelayMs
  if (m97 !== undefined) {
    if (!(Number.isFinite(m97))) return false
    n0++
  }
  const m98 = v.compiler
  if (m98 !== undefined) n0++
  for (const k103 in v) if (hasOwn$2.call(v, k103)) n0--
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
  if (m19 !== undefined) if (!(typeof m19 === "boolean" || is$4(m19))) return false
  if (m21 !== undefined) {
    if (typeof m21 !== "object" || m21 === null || Array.isArray(m21)) return false
    let n22 = 1
    const m23 = m21.webBotAuth
    if (m23 === undefined) return false
    const m46 = m21.policy
    if (m46 !== undefined) {
      if (!((m46 === "observe" || m46 === "require"))) return false
      n22++
    }
    for (const k47 in m21) if (hasOwn$2.call(m21, k47)) n22--
    if (n22 !== 0 && !$hasOnlyKeys(m21, keys$7)) return false
    if (typeof m23 !== "object" || m23 === null || Array.isArray(m23)) return false
    let n24 = 1
    const m25 = m23.keys
    if (m25 === undefined) return false
    const m41 = m23.require
    if (m41 !== undefined) n24++
    const m44 = m23.nonces
    if (m44 !== undefined) {
      if (!(typeof m44 === "boolean")) return false
      n24++
    }
    for (const k45 in m23) if (hasOwn$2.call(m23, k45)) n24--
    if (n24 !== 0 && !$hasOnlyKeys(m23, keys$6)) return false
    if (!Array.isArray(m25)) return false
    for (let i26 = 0; i26 < m25.length; i26++) {
      const m27 = m25[i26]
      if (typeof m27 !== "object" || m27 === null || Array.isArray(m27)) return false
      let n28 = 3
      const m29 = m27.kty
      if (!(typeof m29 === "string")) return false
      const m30 = m27.crv
      if (!(typeof m30 === "string")) return false
      const m31 = m27.x
      if (!(typeof m31 === "string")) return false
      const m32 = m27.kid
      if (m32 !== undefined) {
        if (!(typeof m32 === "string")) return false
        n28++
      }
      const m33 = m27.alg
      if (m33 !== undefined) {
        if (!(typeof m33 === "string")) return false
        n28++
      }
      const m34 = m27.use
      if (m34 !== undefined) {
        if (!(typeof m34 === "string")) return false
        n28++
      }
      const m35 = m27.key_ops
      if (m35 !== undefined) n28++
      const m38 = m27.nbf
      if (m38 !== undefined) {
        if (!(Number.isFinite(m38))) return false
        n28++
      }
      const m39 = m27.exp
      if (m39 !== undefined) {
        if (!(Number.isFinite(m39))) return false
        n28++
      }
      for (const k40 in m27) if (hasOwn$2.call(m27, k40)) n28--
      if (n28 !== 0 && !$hasOnlyKeys(m27, keys$5)) return false
      if (m35 !== undefined) {
        if (!Array.isArray(m35)) return false
        for (let i36 = 0; i36 < m35.length; i36++) {
          const m37 = m35[i36]
          if (!(typeof m37 === "string")) return false
        }
      }
    }
    if (m41 !== undefined) {
      if (!Array.isArray(m41)) return false
      for (let i42 = 0; i42 < m41.length; i42++) {
        const m43 = m41[i42]
        if (!(typeof m43 === "string")) return false
      }
    }
  }
  if (m48 !== undefined) {
    if (typeof m48 !== "object" || m48 === null || Array.isArray(m48)) return false
    let n49 = 0
    const m50 = m48.tokenEnv
    if (m50 !== undefined) {
      if (!(typeof m50 === "string")) return false
      n49++
    }
    const m51 = m48.token
    if (m51 !== undefined) {
      if (!(typeof m51 === "string")) return false
      n49++
    }
    const m52 = m48.resourceMetadataUrl
    if (m52 !== undefined) {
      if (!(typeof m52 === "string")) return false
      n49++
    }
    const m53 = m48.authorizationServers
    if (m53 !== undefined) n49++
    for (const k56 in m48) if (hasOwn$2.call(m48, k56)) n49--
    if (n49 !== 0 && !$hasOnlyKeys(m48, keys$8)) return false
    if (m53 !== undefined) {
      if (!Array.isArray(m53)) return false
      for (let i54 = 0; i54 < m53.length; i54++) {
        const m55 = m53[i54]
        if (!(typeof m55 === "string")) return false
      }
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
      const m66 = m62.status
      if (m66 !== undefined) {
        if (!((m66 === 301 || m66 === 302 || m66 === 303 || m66 === 307 || m66 === 308))) return false
        n63++
      }
      for (const k67 in m62) if (hasOwn$2.call(m62, k67)) n63--
      if (n63 !== 0 && !$hasOnlyKeys(m62, keys$12)) return false
    }
  }
  if (m68 !== undefined) {
    if (!Array.isArray(m68)) return false
    for (let i69 = 0; i69 < m68.length; i69++) {
      const m70 = m68[i69]
      if (typeof m70 !== "object" || m70 === null || Array.isArray(m70)) return false
      let n71 = 2
      const m72 = m70.from
      if (!(typeof m72 === "string")) return false
      const m73 = m70.to
      if (!(typeof m73 === "string")) return false
      for (const k74 in m70) if (hasOwn$2.call(m70, k74)) n71--
      if (n71 !== 0 && !$hasOnlyKeys(m70, keys$13)) return false
    }
  }
  if (m75 !== undefined) {
    if (typeof m75 !== "object" || m75 === null || Array.isArray(m75)) return false
    let n76 = 0
    const m77 = m75.spa
    if (m77 !== undefined) {
      if (!(typeof m77 === "boolean")) return false
      n76++
    }
    const m78 = m75.prefetch
    if (m78 !== undefined) {
      if (!(typeof m78 === "boolean")) return false
      n76++
    }
    const m79 = m75.speculationRules
    if (m79 !== undefined) {
      if (!(typeof m79 === "boolean")) return false
      n76++
    }
    const m80 = m75.viewTransitions
    if (m80 !== undefined) {
      if (!(typeof m80 === "boolean")) return false
      n76++
    }
    for (const k81 in m75) if (hasOwn$2.call(m75, k81)) n76--
    if (n76 !== 0 && !$hasOnlyKeys(m75, keys$14)) return false
  }
  if (m83 !== undefined) {
    if (typeof m83 !== "object" || m83 === null || Array.isArray(m83)) return false
    let n84 = 0
    const m85 = m83.content
    if (m85 !== undefined) {
      if (!(typeof m85 === "boolean")) return false
      n84++
    }
    for (const k86 in m83) if (hasOwn$2.call(m83, k86)) n84--
    if (n84 !== 0 && !$hasOnlyKeys(m83, keys$15)) return false
  }
  if (m88 !== undefined) if (!(typeof m88 === "boolean" || Number.isFinite(m88) || is$16(m88))) return false
  if (m89 !== undefined) {
    if (typeof m89 !== "object" || m89 === null || Array.isArray(m89)) return false
    let n90 = 0
    const m91 = m89.headersMs
    if (m91 !== undefined) {
      if (!(Number.isFinite(m91))) return false
      n90++
    }
    const m92 = m89.requestMs
    if (m92 !== undefined) {
      if (!(Number.isFinite(m92))) return false
      n90++
    }
    const m93 = m89.keepAliveMs
    if (m93 !== undefined) {
      if (!(Number.isFinite(m93))) return false
      n90++
    }
    const m94 = m89.idleMs
    if (m94 !== undefined) {
      if (!(Number.isFinite(m94))) return false
      n90++
    }
    for (const k95 in m89) if (hasOwn$2.call(m89, k95)) n90--
    if (n90 !== 0 && !$hasOnlyKeys(m89, keys$17)) return false
  }
  if (m98 !== undefined) {
    if (typeof m98 !== "object" || m98 === null || Array.isArray(m98)) return false
    let n99 = 0
    const m100 = m98.bindingMaps
    if (m100 !== undefined) {
      if (!(typeof m100 === "boolean")) return false
      n99++
    }
    const m101 = m98.splitIntents
    if (m101 !== undefined) {
      if (!(typeof m101 === "boolean")) return false
      n99++
    }
    for (const k102 in m98) if (hasOwn$2.call(m98, k102)) n99--
    if (n99 !== 0 && !$hasOnlyKeys(m98, keys$18)) return false
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
  if (typeof v === "object" && v !== null && !Array.isArray(v)) return build$24(v)
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
  if (v.spa !== undefined) o.spa = v.spa
  if (v.prefetch !== undefined) o.prefetch = v.prefetch
  if (v.speculationRules !== undefined) o.speculationRules = v.speculationRules
  if (v.viewTransitions !== undefined) o.viewTransitions = v.viewTransitions
  return o
}
function build$38(v) {
  const o = {}
  if (v.content !== undefined) o.content = v.content
  return o
}
function build$39(v) {
  if (typeof v === "boolean") return v
  if (Number.isFinite(v)) return v
  if (Array.isArray(v)) return build$29(v)
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
  if (v.agentModule !== undefined) o.agentModule = v.agentModule
  if (v.favicon !== undefined) o.favicon = v.favicon
  if (v.inlineStyles !== undefined) o.inlineStyles = v.inlineStyles
  if (v.csp !== undefined) o.csp = build$23(v.csp)
  if (v.approvals !== undefined) o.approvals = v.approvals
  if (v.agents !== undefined) o.agents = build$25(v.agents)
  if (v.mcpAuth !== undefined) o.mcpAuth = build$31(v.mcpAuth)
  if (v.maxBodyBytes !== undefined) o.maxBodyBytes = v.maxBodyBytes
  if (v.proposalTtlMs !== undefined) o.proposalTtlMs = v.proposalTtlMs
  if (v.data !== undefined) o.data = v.data
  if (v.redirects !== undefined) o.redirects = build$33(v.redirects)
  if (v.rewrites !== undefined) o.rewrites = build$35(v.rewrites)
  if (v.navigation !== undefined) o.navigation = build$37(v.navigation)
  if (v.logLevel !== undefined) o.logLevel = v.logLevel
  if (v.telemetry !== undefined) o.telemetry = build$38(v.telemetry)
  if (v.accessLog !== undefined) o.accessLog = v.accessLog
  if (v.trustProxy !== undefined) o.trustProxy = build$39(v.trustProxy)
  if (v.timeouts !== undefined) o.timeouts = build$41(v.timeouts)
  if (v.drainMs !== undefined) o.drainMs = v.drainMs
  if (v.drainDelayMs !== undefined) o.drainDelayMs = v.drainDelayMs
  if (v.compiler !== undefined) o.compiler = build$42(v.compiler)
  return o
}
function is$43(v) {
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
function is$44(v) {
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
  if (n0 !== 0 && !$hasOnlyKeys(v, keys$12)) return false
  return true
}
function is$45(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return false
  let n0 = 2
  const m1 = v.from
  if (!(typeof m1 === "string")) return false
  const m2 = v.to
  if (!(typeof m2 === "string")) return false
  for (const k3 in v) if (hasOwn$2.call(v, k3)) n0--
  if (n0 !== 0 && !$hasOnlyKeys(v, keys$13)) return false
  return true
}
export const configValidator = $compiledValidator({ type: "object", properties: { title: { type: "string" }, description: { type: "string" }, lang: { type: "string" }, siteUrl: { type: "string", pattern: "^https?://" }, llmsTxt: { type: "object", properties: { title: { type: "string" }, description: { type: "string" } }, additionalProperties: false }, output: { type: "string", enum: ["bun", "node", "static"] }, routesDir: { type: "string" }, serverDir: { type: "string" }, clientEntry: { type: "string" }, websocket: { type: "string" }, storesModule: { type: "string" }, agentModule: { type: "string" }, favicon: { type: "string" }, inlineStyles: { type: "boolean" }, csp: { anyOf: [{ type: "boolean" }, { type: "object", properties: { nonce: { type: "string" }, header: { type: "string" }, static: { type: "string", const: "hash" } }, additionalProperties: false }] }, approvals: { type: "string", enum: ["open", "signed-in"] }, agents: { type: "object", properties: { webBotAuth: { type: "object", properties: { keys: { type: "array", items: { type: "object", properties: { kty: { type: "string" }, crv: { type: "string" }, x: { type: "string" }, kid: { type: "string" }, alg: { type: "string" }, use: { type: "string" }, key_ops: { type: "array", items: { type: "string" } }, nbf: { type: "number" }, exp: { type: "number" } }, required: ["kty", "crv", "x"], additionalProperties: false } }, require: { type: "array", items: { type: "string" } }, nonces: { type: "boolean" } }, required: ["keys"], additionalProperties: false }, policy: { type: "string", enum: ["observe", "require"] } }, required: ["webBotAuth"], additionalProperties: false }, mcpAuth: { type: "object", properties: { tokenEnv: { type: "string" }, token: { type: "string" }, resourceMetadataUrl: { type: "string" }, authorizationServers: { type: "array", items: { type: "string" } } }, additionalProperties: false }, maxBodyBytes: { type: "integer", minimum: 0 }, proposalTtlMs: { type: "integer", minimum: 1 }, data: { anyOf: [{ type: "string", const: "memory" }, { type: "string", pattern: "^sqlite:[\\s\\S]*$" }, { type: "string", pattern: "^redis:\\/\\/[\\s\\S]*$" }, { type: "string", pattern: "^rediss:\\/\\/[\\s\\S]*$" }] }, redirects: { type: "array", items: { type: "object", properties: { from: { type: "string" }, to: { type: "string" }, status: { type: "number", enum: [301, 302, 303, 307, 308] } }, required: ["from", "to"], additionalProperties: false } }, rewrites: { type: "array", items: { type: "object", properties: { from: { type: "string" }, to: { type: "string" } }, required: ["from", "to"], additionalProperties: false } }, navigation: { type: "object", properties: { spa: { type: "boolean" }, prefetch: { type: "boolean" }, speculationRules: { type: "boolean" }, viewTransitions: { type: "boolean" } }, additionalProperties: false }, logLevel: { type: "string", enum: ["debug", "info", "warn", "error", "silent"] }, telemetry: { type: "object", properties: { content: { type: "boolean" } }, additionalProperties: false }, accessLog: { type: "boolean" }, trustProxy: { anyOf: [{ type: "boolean" }, { type: "number" }, { type: "array", items: { type: "string" } }] }, timeouts: { type: "object", properties: { headersMs: { type: "number" }, requestMs: { type: "number" }, keepAliveMs: { type: "number" }, idleMs: { type: "number" } }, additionalProperties: false }, drainMs: { type: "number" }, drainDelayMs: { type: "number" }, compiler: { type: "object", properties: { bindingMaps: { type: "boolean" }, splitIntents: { type: "boolean" } }, additionalProperties: false } }, additionalProperties: false }, { is: is$20, build: build$21, items: { "/properties/agents/properties/webBotAuth/properties/keys/items": is$43, "/properties/redirects/items": is$44, "/properties/rewrites/items": is$45 } })
