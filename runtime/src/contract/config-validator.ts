// @ts-nocheck: written by our own compiler from the type ConfigData. Do not edit; tests/compiler/config-validator.test.ts
// says how it is written again.
import { compiledValidator as $compiledValidator } from './compiled-validator.ts'
import { hasOnlyKeys as $hasOnlyKeys } from './validate-value.ts'
const re$0 = new RegExp("^https?://", "u")
const keys$1 = ["title", "description"]
const hasOwn$2 = Object.prototype.hasOwnProperty
const keys$3 = ["family", "weights", "styles", "subsets", "display", "preload", "fallback", "variable"]
const keys$4 = ["nonce", "header", "static"]
const keys$6 = ["kty", "crv", "x", "kid", "alg", "use", "key_ops", "nbf", "exp"]
const keys$7 = ["keys", "require", "nonces"]
const keys$8 = ["webBotAuth", "policy"]
const keys$9 = ["tokenEnv", "token", "resourceMetadataUrl", "authorizationServers"]
const keys$10 = ["keyEnv"]
const re$11 = new RegExp("^sqlite:[\\s\\S]*$", "u")
const re$12 = new RegExp("^redis:\\/\\/[\\s\\S]*$", "u")
const re$13 = new RegExp("^rediss:\\/\\/[\\s\\S]*$", "u")
const keys$14 = ["from", "to", "status"]
const keys$15 = ["from", "to"]
const keys$16 = ["register"]
const re$17 = new RegExp("^[A-Za-z0-9-]+$", "u")
const keys$18 = ["tagHeader", "shared", "maxEntries", "maxBytes", "store"]
const keys$20 = ["spa", "prefetch", "speculationRules", "viewTransitions"]
const keys$21 = ["content"]
const keys$23 = ["headersMs", "requestMs", "keepAliveMs", "idleMs"]
const keys$24 = ["bindingMaps", "splitIntents"]
const keys$25 = ["title", "description", "lang", "siteUrl", "llmsTxt", "output", "routesDir", "serverDir", "clientEntry", "websocket", "storesModule", "agentModule", "favicon", "inlineStyles", "fonts", "csp", "approvals", "agents", "mcpAuth", "allowedHosts", "signing", "maxBodyBytes", "proposalTtlMs", "data", "redirects", "rewrites", "serviceWorker", "cache", "navigation", "logLevel", "telemetry", "accessLog", "trustProxy", "timeouts", "drainMs", "drainDelayMs", "compiler"]
function is$5(v) {
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
  if (n0 !== 0 && !$hasOnlyKeys(v, keys$4)) return false
  return true
}
function is$19(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return false
  let n0 = 0
  const m1 = v.tagHeader
  if (m1 !== undefined) {
    if (!(typeof m1 === "string" && re$17.test(m1))) return false
    n0++
  }
  const m2 = v.shared
  if (m2 !== undefined) {
    if (!(typeof m2 === "boolean")) return false
    n0++
  }
  const m3 = v.maxEntries
  if (m3 !== undefined) {
    if (!(Number.isInteger(m3) && m3 >= 1)) return false
    n0++
  }
  const m4 = v.maxBytes
  if (m4 !== undefined) {
    if (!(Number.isInteger(m4) && m4 >= 1)) return false
    n0++
  }
  const m5 = v.store
  if (m5 !== undefined) {
    if (!(m5 === "memory" || typeof m5 === "string" && re$12.test(m5) || typeof m5 === "string" && re$13.test(m5))) return false
    n0++
  }
  for (const k6 in v) if (hasOwn$2.call(v, k6)) n0--
  if (n0 !== 0 && !$hasOnlyKeys(v, keys$18)) return false
  return true
}
function is$22(v) {
  if (!Array.isArray(v)) return false
  for (let i0 = 0; i0 < v.length; i0++) {
    const m1 = v[i0]
    if (!(typeof m1 === "string")) return false
  }
  return true
}
function is$26(v) {
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
  const m19 = v.fonts
  if (m19 !== undefined) n0++
  const m40 = v.csp
  if (m40 !== undefined) n0++
  const m41 = v.approvals
  if (m41 !== undefined) {
    if (!((m41 === "open" || m41 === "signed-in"))) return false
    n0++
  }
  const m42 = v.agents
  if (m42 !== undefined) n0++
  const m69 = v.mcpAuth
  if (m69 !== undefined) n0++
  const m78 = v.allowedHosts
  if (m78 !== undefined) n0++
  const m81 = v.signing
  if (m81 !== undefined) n0++
  const m85 = v.maxBodyBytes
  if (m85 !== undefined) {
    if (!(Number.isInteger(m85) && m85 >= 0)) return false
    n0++
  }
  const m86 = v.proposalTtlMs
  if (m86 !== undefined) {
    if (!(Number.isInteger(m86) && m86 >= 1)) return false
    n0++
  }
  const m87 = v.data
  if (m87 !== undefined) {
    if (!(m87 === "memory" || typeof m87 === "string" && re$11.test(m87) || typeof m87 === "string" && re$12.test(m87) || typeof m87 === "string" && re$13.test(m87))) return false
    n0++
  }
  const m88 = v.redirects
  if (m88 !== undefined) n0++
  const m96 = v.rewrites
  if (m96 !== undefined) n0++
  const m103 = v.serviceWorker
  if (m103 !== undefined) n0++
  const m107 = v.cache
  if (m107 !== undefined) n0++
  const m108 = v.navigation
  if (m108 !== undefined) n0++
  const m115 = v.logLevel
  if (m115 !== undefined) {
    if (!((m115 === "debug" || m115 === "info" || m115 === "warn" || m115 === "error" || m115 === "silent"))) return false
    n0++
  }
  const m116 = v.telemetry
  if (m116 !== undefined) n0++
  const m120 = v.accessLog
  if (m120 !== undefined) {
    if (!(typeof m120 === "boolean")) return false
    n0++
  }
  const m121 = v.trustProxy
  if (m121 !== undefined) n0++
  const m122 = v.timeouts
  if (m122 !== undefined) n0++
  const m129 = v.drainMs
  if (m129 !== undefined) {
    if (!(Number.isFinite(m129))) return false
    n0++
  }
  const m130 = v.drainDelayMs
  if (m130 !== undefined) {
    if (!(Number.isFinite(m130))) return false
    n0++
  }
  const m131 = v.compiler
  if (m131 !== undefined) n0++
  for (const k136 in v) if (hasOwn$2.call(v, k136)) n0--
  if (n0 !== 0 && !$hasOnlyKeys(v, keys$25)) return false
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
  if (m19 !== undefined) {
    if (!Array.isArray(m19)) return false
    for (let i20 = 0; i20 < m19.length; i20++) {
      const m21 = m19[i20]
      if (typeof m21 !== "object" || m21 === null || Array.isArray(m21)) return false
      let n22 = 1
      const m23 = m21.family
      if (!(typeof m23 === "string")) return false
      const m24 = m21.weights
      if (m24 !== undefined) n22++
      const m27 = m21.styles
      if (m27 !== undefined) n22++
      const m30 = m21.subsets
      if (m30 !== undefined) n22++
      const m33 = m21.display
      if (m33 !== undefined) {
        if (!((m33 === "auto" || m33 === "block" || m33 === "swap" || m33 === "fallback" || m33 === "optional"))) return false
        n22++
      }
      const m34 = m21.preload
      if (m34 !== undefined) {
        if (!(typeof m34 === "boolean")) return false
        n22++
      }
      const m35 = m21.fallback
      if (m35 !== undefined) n22++
      const m38 = m21.variable
      if (m38 !== undefined) {
        if (!(typeof m38 === "boolean")) return false
        n22++
      }
      for (const k39 in m21) if (hasOwn$2.call(m21, k39)) n22--
      if (n22 !== 0 && !$hasOnlyKeys(m21, keys$3)) return false
      if (m24 !== undefined) {
        if (!Array.isArray(m24)) return false
        for (let i25 = 0; i25 < m24.length; i25++) {
          const m26 = m24[i25]
          if (!(Number.isFinite(m26))) return false
        }
      }
      if (m27 !== undefined) {
        if (!Array.isArray(m27)) return false
        for (let i28 = 0; i28 < m27.length; i28++) {
          const m29 = m27[i28]
          if (!((m29 === "normal" || m29 === "italic"))) return false
        }
      }
      if (m30 !== undefined) {
        if (!Array.isArray(m30)) return false
        for (let i31 = 0; i31 < m30.length; i31++) {
          const m32 = m30[i31]
          if (!(typeof m32 === "string")) return false
        }
      }
      if (m35 !== undefined) {
        if (!Array.isArray(m35)) return false
        for (let i36 = 0; i36 < m35.length; i36++) {
          const m37 = m35[i36]
          if (!(typeof m37 === "string")) return false
        }
      }
    }
  }
  if (m40 !== undefined) if (!(typeof m40 === "boolean" || is$5(m40))) return false
  if (m42 !== undefined) {
    if (typeof m42 !== "object" || m42 === null || Array.isArray(m42)) return false
    let n43 = 1
    const m44 = m42.webBotAuth
    if (m44 === undefined) return false
    const m67 = m42.policy
    if (m67 !== undefined) {
      if (!((m67 === "observe" || m67 === "require"))) return false
      n43++
    }
    for (const k68 in m42) if (hasOwn$2.call(m42, k68)) n43--
    if (n43 !== 0 && !$hasOnlyKeys(m42, keys$8)) return false
    if (typeof m44 !== "object" || m44 === null || Array.isArray(m44)) return false
    let n45 = 1
    const m46 = m44.keys
    if (m46 === undefined) return false
    const m62 = m44.require
    if (m62 !== undefined) n45++
    const m65 = m44.nonces
    if (m65 !== undefined) {
      if (!(typeof m65 === "boolean")) return false
      n45++
    }
    for (const k66 in m44) if (hasOwn$2.call(m44, k66)) n45--
    if (n45 !== 0 && !$hasOnlyKeys(m44, keys$7)) return false
    if (!Array.isArray(m46)) return false
    for (let i47 = 0; i47 < m46.length; i47++) {
      const m48 = m46[i47]
      if (typeof m48 !== "object" || m48 === null || Array.isArray(m48)) return false
      let n49 = 3
      const m50 = m48.kty
      if (!(typeof m50 === "string")) return false
      const m51 = m48.crv
      if (!(typeof m51 === "string")) return false
      const m52 = m48.x
      if (!(typeof m52 === "string")) return false
      const m53 = m48.kid
      if (m53 !== undefined) {
        if (!(typeof m53 === "string")) return false
        n49++
      }
      const m54 = m48.alg
      if (m54 !== undefined) {
        if (!(typeof m54 === "string")) return false
        n49++
      }
      const m55 = m48.use
      if (m55 !== undefined) {
        if (!(typeof m55 === "string")) return false
        n49++
      }
      const m56 = m48.key_ops
      if (m56 !== undefined) n49++
      const m59 = m48.nbf
      if (m59 !== undefined) {
        if (!(Number.isFinite(m59))) return false
        n49++
      }
      const m60 = m48.exp
      if (m60 !== undefined) {
        if (!(Number.isFinite(m60))) return false
        n49++
      }
      for (const k61 in m48) if (hasOwn$2.call(m48, k61)) n49--
      if (n49 !== 0 && !$hasOnlyKeys(m48, keys$6)) return false
      if (m56 !== undefined) {
        if (!Array.isArray(m56)) return false
        for (let i57 = 0; i57 < m56.length; i57++) {
          const m58 = m56[i57]
          if (!(typeof m58 === "string")) return false
        }
      }
    }
    if (m62 !== undefined) {
      if (!Array.isArray(m62)) return false
      for (let i63 = 0; i63 < m62.length; i63++) {
        const m64 = m62[i63]
        if (!(typeof m64 === "string")) return false
      }
    }
  }
  if (m69 !== undefined) {
    if (typeof m69 !== "object" || m69 === null || Array.isArray(m69)) return false
    let n70 = 0
    const m71 = m69.tokenEnv
    if (m71 !== undefined) {
      if (!(typeof m71 === "string")) return false
      n70++
    }
    const m72 = m69.token
    if (m72 !== undefined) {
      if (!(typeof m72 === "string")) return false
      n70++
    }
    const m73 = m69.resourceMetadataUrl
    if (m73 !== undefined) {
      if (!(typeof m73 === "string")) return false
      n70++
    }
    const m74 = m69.authorizationServers
    if (m74 !== undefined) n70++
    for (const k77 in m69) if (hasOwn$2.call(m69, k77)) n70--
    if (n70 !== 0 && !$hasOnlyKeys(m69, keys$9)) return false
    if (m74 !== undefined) {
      if (!Array.isArray(m74)) return false
      for (let i75 = 0; i75 < m74.length; i75++) {
        const m76 = m74[i75]
        if (!(typeof m76 === "string")) return false
      }
    }
  }
  if (m78 !== undefined) {
    if (!Array.isArray(m78)) return false
    for (let i79 = 0; i79 < m78.length; i79++) {
      const m80 = m78[i79]
      if (!(typeof m80 === "string")) return false
    }
  }
  if (m81 !== undefined) {
    if (typeof m81 !== "object" || m81 === null || Array.isArray(m81)) return false
    let n82 = 1
    const m83 = m81.keyEnv
    if (!(typeof m83 === "string")) return false
    for (const k84 in m81) if (hasOwn$2.call(m81, k84)) n82--
    if (n82 !== 0 && !$hasOnlyKeys(m81, keys$10)) return false
  }
  if (m88 !== undefined) {
    if (!Array.isArray(m88)) return false
    for (let i89 = 0; i89 < m88.length; i89++) {
      const m90 = m88[i89]
      if (typeof m90 !== "object" || m90 === null || Array.isArray(m90)) return false
      let n91 = 2
      const m92 = m90.from
      if (!(typeof m92 === "string")) return false
      const m93 = m90.to
      if (!(typeof m93 === "string")) return false
      const m94 = m90.status
      if (m94 !== undefined) {
        if (!((m94 === 301 || m94 === 302 || m94 === 303 || m94 === 307 || m94 === 308))) return false
        n91++
      }
      for (const k95 in m90) if (hasOwn$2.call(m90, k95)) n91--
      if (n91 !== 0 && !$hasOnlyKeys(m90, keys$14)) return false
    }
  }
  if (m96 !== undefined) {
    if (!Array.isArray(m96)) return false
    for (let i97 = 0; i97 < m96.length; i97++) {
      const m98 = m96[i97]
      if (typeof m98 !== "object" || m98 === null || Array.isArray(m98)) return false
      let n99 = 2
      const m100 = m98.from
      if (!(typeof m100 === "string")) return false
      const m101 = m98.to
      if (!(typeof m101 === "string")) return false
      for (const k102 in m98) if (hasOwn$2.call(m98, k102)) n99--
      if (n99 !== 0 && !$hasOnlyKeys(m98, keys$15)) return false
    }
  }
  if (m103 !== undefined) {
    if (typeof m103 !== "object" || m103 === null || Array.isArray(m103)) return false
    let n104 = 0
    const m105 = m103.register
    if (m105 !== undefined) {
      if (!(typeof m105 === "boolean")) return false
      n104++
    }
    for (const k106 in m103) if (hasOwn$2.call(m103, k106)) n104--
    if (n104 !== 0 && !$hasOnlyKeys(m103, keys$16)) return false
  }
  if (m107 !== undefined) if (!(typeof m107 === "boolean" || is$19(m107))) return false
  if (m108 !== undefined) {
    if (typeof m108 !== "object" || m108 === null || Array.isArray(m108)) return false
    let n109 = 0
    const m110 = m108.spa
    if (m110 !== undefined) {
      if (!(typeof m110 === "boolean")) return false
      n109++
    }
    const m111 = m108.prefetch
    if (m111 !== undefined) {
      if (!(typeof m111 === "boolean")) return false
      n109++
    }
    const m112 = m108.speculationRules
    if (m112 !== undefined) {
      if (!(typeof m112 === "boolean")) return false
      n109++
    }
    const m113 = m108.viewTransitions
    if (m113 !== undefined) {
      if (!(typeof m113 === "boolean")) return false
      n109++
    }
    for (const k114 in m108) if (hasOwn$2.call(m108, k114)) n109--
    if (n109 !== 0 && !$hasOnlyKeys(m108, keys$20)) return false
  }
  if (m116 !== undefined) {
    if (typeof m116 !== "object" || m116 === null || Array.isArray(m116)) return false
    let n117 = 0
    const m118 = m116.content
    if (m118 !== undefined) {
      if (!(typeof m118 === "boolean")) return false
      n117++
    }
    for (const k119 in m116) if (hasOwn$2.call(m116, k119)) n117--
    if (n117 !== 0 && !$hasOnlyKeys(m116, keys$21)) return false
  }
  if (m121 !== undefined) if (!(typeof m121 === "boolean" || Number.isFinite(m121) || is$22(m121))) return false
  if (m122 !== undefined) {
    if (typeof m122 !== "object" || m122 === null || Array.isArray(m122)) return false
    let n123 = 0
    const m124 = m122.headersMs
    if (m124 !== undefined) {
      if (!(Number.isFinite(m124))) return false
      n123++
    }
    const m125 = m122.requestMs
    if (m125 !== undefined) {
      if (!(Number.isFinite(m125))) return false
      n123++
    }
    const m126 = m122.keepAliveMs
    if (m126 !== undefined) {
      if (!(Number.isFinite(m126))) return false
      n123++
    }
    const m127 = m122.idleMs
    if (m127 !== undefined) {
      if (!(Number.isFinite(m127))) return false
      n123++
    }
    for (const k128 in m122) if (hasOwn$2.call(m122, k128)) n123--
    if (n123 !== 0 && !$hasOnlyKeys(m122, keys$23)) return false
  }
  if (m131 !== undefined) {
    if (typeof m131 !== "object" || m131 === null || Array.isArray(m131)) return false
    let n132 = 0
    const m133 = m131.bindingMaps
    if (m133 !== undefined) {
      if (!(typeof m133 === "boolean")) return false
      n132++
    }
    const m134 = m131.splitIntents
    if (m134 !== undefined) {
      if (!(typeof m134 === "boolean")) return false
      n132++
    }
    for (const k135 in m131) if (hasOwn$2.call(m131, k135)) n132--
    if (n132 !== 0 && !$hasOnlyKeys(m131, keys$24)) return false
  }
  return true
}
function build$28(v) {
  const o = {}
  if (v.title !== undefined) o.title = v.title
  if (v.description !== undefined) o.description = v.description
  return o
}
function build$31(v) {
  return v.slice()
}
function build$30(v) {
  const o = { family: v.family }
  if (v.weights !== undefined) o.weights = build$31(v.weights)
  if (v.styles !== undefined) o.styles = build$31(v.styles)
  if (v.subsets !== undefined) o.subsets = build$31(v.subsets)
  if (v.display !== undefined) o.display = v.display
  if (v.preload !== undefined) o.preload = v.preload
  if (v.fallback !== undefined) o.fallback = build$31(v.fallback)
  if (v.variable !== undefined) o.variable = v.variable
  return o
}
function build$29(v) {
  return v.map((m) => build$30(m))
}
function build$36(v) {
  const o = {}
  if (v.nonce !== undefined) o.nonce = v.nonce
  if (v.header !== undefined) o.header = v.header
  if (v.static !== undefined) o.static = v.static
  return o
}
function build$35(v) {
  if (typeof v === "boolean") return v
  if (typeof v === "object" && v !== null && !Array.isArray(v)) return build$36(v)
  return v
}
function build$40(v) {
  const o = { kty: v.kty, crv: v.crv, x: v.x }
  if (v.kid !== undefined) o.kid = v.kid
  if (v.alg !== undefined) o.alg = v.alg
  if (v.use !== undefined) o.use = v.use
  if (v.key_ops !== undefined) o.key_ops = build$31(v.key_ops)
  if (v.nbf !== undefined) o.nbf = v.nbf
  if (v.exp !== undefined) o.exp = v.exp
  return o
}
function build$39(v) {
  return v.map((m) => build$40(m))
}
function build$38(v) {
  const o = { keys: build$39(v.keys) }
  if (v.require !== undefined) o.require = build$31(v.require)
  if (v.nonces !== undefined) o.nonces = v.nonces
  return o
}
function build$37(v) {
  const o = { webBotAuth: build$38(v.webBotAuth) }
  if (v.policy !== undefined) o.policy = v.policy
  return o
}
function build$43(v) {
  const o = {}
  if (v.tokenEnv !== undefined) o.tokenEnv = v.tokenEnv
  if (v.token !== undefined) o.token = v.token
  if (v.resourceMetadataUrl !== undefined) o.resourceMetadataUrl = v.resourceMetadataUrl
  if (v.authorizationServers !== undefined) o.authorizationServers = build$31(v.authorizationServers)
  return o
}
function build$46(v) {
  return { keyEnv: v.keyEnv }
}
function build$48(v) {
  const o = { from: v.from, to: v.to }
  if (v.status !== undefined) o.status = v.status
  return o
}
function build$47(v) {
  return v.map((m) => build$48(m))
}
function build$50(v) {
  return { from: v.from, to: v.to }
}
function build$49(v) {
  return v.map((m) => build$50(m))
}
function build$51(v) {
  const o = {}
  if (v.register !== undefined) o.register = v.register
  return o
}
function build$53(v) {
  const o = {}
  if (v.tagHeader !== undefined) o.tagHeader = v.tagHeader
  if (v.shared !== undefined) o.shared = v.shared
  if (v.maxEntries !== undefined) o.maxEntries = v.maxEntries
  if (v.maxBytes !== undefined) o.maxBytes = v.maxBytes
  if (v.store !== undefined) o.store = v.store
  return o
}
function build$52(v) {
  if (typeof v === "boolean") return v
  if (typeof v === "object" && v !== null && !Array.isArray(v)) return build$53(v)
  return v
}
function build$54(v) {
  const o = {}
  if (v.spa !== undefined) o.spa = v.spa
  if (v.prefetch !== undefined) o.prefetch = v.prefetch
  if (v.speculationRules !== undefined) o.speculationRules = v.speculationRules
  if (v.viewTransitions !== undefined) o.viewTransitions = v.viewTransitions
  return o
}
function build$55(v) {
  const o = {}
  if (v.content !== undefined) o.content = v.content
  return o
}
function build$56(v) {
  if (typeof v === "boolean") return v
  if (Number.isFinite(v)) return v
  if (Array.isArray(v)) return build$31(v)
  return v
}
function build$58(v) {
  const o = {}
  if (v.headersMs !== undefined) o.headersMs = v.headersMs
  if (v.requestMs !== undefined) o.requestMs = v.requestMs
  if (v.keepAliveMs !== undefined) o.keepAliveMs = v.keepAliveMs
  if (v.idleMs !== undefined) o.idleMs = v.idleMs
  return o
}
function build$59(v) {
  const o = {}
  if (v.bindingMaps !== undefined) o.bindingMaps = v.bindingMaps
  if (v.splitIntents !== undefined) o.splitIntents = v.splitIntents
  return o
}
function build$27(v) {
  const o = {}
  if (v.title !== undefined) o.title = v.title
  if (v.description !== undefined) o.description = v.description
  if (v.lang !== undefined) o.lang = v.lang
  if (v.siteUrl !== undefined) o.siteUrl = v.siteUrl
  if (v.llmsTxt !== undefined) o.llmsTxt = build$28(v.llmsTxt)
  if (v.output !== undefined) o.output = v.output
  if (v.routesDir !== undefined) o.routesDir = v.routesDir
  if (v.serverDir !== undefined) o.serverDir = v.serverDir
  if (v.clientEntry !== undefined) o.clientEntry = v.clientEntry
  if (v.websocket !== undefined) o.websocket = v.websocket
  if (v.storesModule !== undefined) o.storesModule = v.storesModule
  if (v.agentModule !== undefined) o.agentModule = v.agentModule
  if (v.favicon !== undefined) o.favicon = v.favicon
  if (v.inlineStyles !== undefined) o.inlineStyles = v.inlineStyles
  if (v.fonts !== undefined) o.fonts = build$29(v.fonts)
  if (v.csp !== undefined) o.csp = build$35(v.csp)
  if (v.approvals !== undefined) o.approvals = v.approvals
  if (v.agents !== undefined) o.agents = build$37(v.agents)
  if (v.mcpAuth !== undefined) o.mcpAuth = build$43(v.mcpAuth)
  if (v.allowedHosts !== undefined) o.allowedHosts = build$31(v.allowedHosts)
  if (v.signing !== undefined) o.signing = build$46(v.signing)
  if (v.maxBodyBytes !== undefined) o.maxBodyBytes = v.maxBodyBytes
  if (v.proposalTtlMs !== undefined) o.proposalTtlMs = v.proposalTtlMs
  if (v.data !== undefined) o.data = v.data
  if (v.redirects !== undefined) o.redirects = build$47(v.redirects)
  if (v.rewrites !== undefined) o.rewrites = build$49(v.rewrites)
  if (v.serviceWorker !== undefined) o.serviceWorker = build$51(v.serviceWorker)
  if (v.cache !== undefined) o.cache = build$52(v.cache)
  if (v.navigation !== undefined) o.navigation = build$54(v.navigation)
  if (v.logLevel !== undefined) o.logLevel = v.logLevel
  if (v.telemetry !== undefined) o.telemetry = build$55(v.telemetry)
  if (v.accessLog !== undefined) o.accessLog = v.accessLog
  if (v.trustProxy !== undefined) o.trustProxy = build$56(v.trustProxy)
  if (v.timeouts !== undefined) o.timeouts = build$58(v.timeouts)
  if (v.drainMs !== undefined) o.drainMs = v.drainMs
  if (v.drainDelayMs !== undefined) o.drainDelayMs = v.drainDelayMs
  if (v.compiler !== undefined) o.compiler = build$59(v.compiler)
  return o
}
function is$60(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return false
  let n0 = 1
  const m1 = v.family
  if (!(typeof m1 === "string")) return false
  const m2 = v.weights
  if (m2 !== undefined) n0++
  const m5 = v.styles
  if (m5 !== undefined) n0++
  const m8 = v.subsets
  if (m8 !== undefined) n0++
  const m11 = v.display
  if (m11 !== undefined) {
    if (!((m11 === "auto" || m11 === "block" || m11 === "swap" || m11 === "fallback" || m11 === "optional"))) return false
    n0++
  }
  const m12 = v.preload
  if (m12 !== undefined) {
    if (!(typeof m12 === "boolean")) return false
    n0++
  }
  const m13 = v.fallback
  if (m13 !== undefined) n0++
  const m16 = v.variable
  if (m16 !== undefined) {
    if (!(typeof m16 === "boolean")) return false
    n0++
  }
  for (const k17 in v) if (hasOwn$2.call(v, k17)) n0--
  if (n0 !== 0 && !$hasOnlyKeys(v, keys$3)) return false
  if (m2 !== undefined) {
    if (!Array.isArray(m2)) return false
    for (let i3 = 0; i3 < m2.length; i3++) {
      const m4 = m2[i3]
      if (!(Number.isFinite(m4))) return false
    }
  }
  if (m5 !== undefined) {
    if (!Array.isArray(m5)) return false
    for (let i6 = 0; i6 < m5.length; i6++) {
      const m7 = m5[i6]
      if (!((m7 === "normal" || m7 === "italic"))) return false
    }
  }
  if (m8 !== undefined) {
    if (!Array.isArray(m8)) return false
    for (let i9 = 0; i9 < m8.length; i9++) {
      const m10 = m8[i9]
      if (!(typeof m10 === "string")) return false
    }
  }
  if (m13 !== undefined) {
    if (!Array.isArray(m13)) return false
    for (let i14 = 0; i14 < m13.length; i14++) {
      const m15 = m13[i14]
      if (!(typeof m15 === "string")) return false
    }
  }
  return true
}
function is$61(v) {
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
  if (n0 !== 0 && !$hasOnlyKeys(v, keys$6)) return false
  if (m7 !== undefined) {
    if (!Array.isArray(m7)) return false
    for (let i8 = 0; i8 < m7.length; i8++) {
      const m9 = m7[i8]
      if (!(typeof m9 === "string")) return false
    }
  }
  return true
}
function is$62(v) {
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
  if (n0 !== 0 && !$hasOnlyKeys(v, keys$14)) return false
  return true
}
function is$63(v) {
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
export const configValidator = $compiledValidator({ type: "object", properties: { title: { type: "string" }, description: { type: "string" }, lang: { type: "string" }, siteUrl: { type: "string", pattern: "^https?://" }, llmsTxt: { type: "object", properties: { title: { type: "string" }, description: { type: "string" } }, additionalProperties: false }, output: { type: "string", enum: ["bun", "node", "static"] }, routesDir: { type: "string" }, serverDir: { type: "string" }, clientEntry: { type: "string" }, websocket: { type: "string" }, storesModule: { type: "string" }, agentModule: { type: "string" }, favicon: { type: "string" }, inlineStyles: { type: "boolean" }, fonts: { type: "array", items: { type: "object", properties: { family: { type: "string" }, weights: { type: "array", items: { type: "number" } }, styles: { type: "array", items: { type: "string", enum: ["normal", "italic"] } }, subsets: { type: "array", items: { type: "string" } }, display: { type: "string", enum: ["auto", "block", "swap", "fallback", "optional"] }, preload: { type: "boolean" }, fallback: { type: "array", items: { type: "string" } }, variable: { type: "boolean" } }, required: ["family"], additionalProperties: false } }, csp: { anyOf: [{ type: "boolean" }, { type: "object", properties: { nonce: { type: "string" }, header: { type: "string" }, static: { type: "string", const: "hash" } }, additionalProperties: false }] }, approvals: { type: "string", enum: ["open", "signed-in"] }, agents: { type: "object", properties: { webBotAuth: { type: "object", properties: { keys: { type: "array", items: { type: "object", properties: { kty: { type: "string" }, crv: { type: "string" }, x: { type: "string" }, kid: { type: "string" }, alg: { type: "string" }, use: { type: "string" }, key_ops: { type: "array", items: { type: "string" } }, nbf: { type: "number" }, exp: { type: "number" } }, required: ["kty", "crv", "x"], additionalProperties: false } }, require: { type: "array", items: { type: "string" } }, nonces: { type: "boolean" } }, required: ["keys"], additionalProperties: false }, policy: { type: "string", enum: ["observe", "require"] } }, required: ["webBotAuth"], additionalProperties: false }, mcpAuth: { type: "object", properties: { tokenEnv: { type: "string" }, token: { type: "string" }, resourceMetadataUrl: { type: "string" }, authorizationServers: { type: "array", items: { type: "string" } } }, additionalProperties: false }, allowedHosts: { type: "array", items: { type: "string" } }, signing: { type: "object", properties: { keyEnv: { type: "string" } }, required: ["keyEnv"], additionalProperties: false }, maxBodyBytes: { type: "integer", minimum: 0 }, proposalTtlMs: { type: "integer", minimum: 1 }, data: { anyOf: [{ type: "string", const: "memory" }, { type: "string", pattern: "^sqlite:[\\s\\S]*$" }, { type: "string", pattern: "^redis:\\/\\/[\\s\\S]*$" }, { type: "string", pattern: "^rediss:\\/\\/[\\s\\S]*$" }] }, redirects: { type: "array", items: { type: "object", properties: { from: { type: "string" }, to: { type: "string" }, status: { type: "number", enum: [301, 302, 303, 307, 308] } }, required: ["from", "to"], additionalProperties: false } }, rewrites: { type: "array", items: { type: "object", properties: { from: { type: "string" }, to: { type: "string" } }, required: ["from", "to"], additionalProperties: false } }, serviceWorker: { type: "object", properties: { register: { type: "boolean" } }, additionalProperties: false }, cache: { anyOf: [{ type: "boolean" }, { type: "object", properties: { tagHeader: { type: "string", pattern: "^[A-Za-z0-9-]+$" }, shared: { type: "boolean" }, maxEntries: { type: "integer", minimum: 1 }, maxBytes: { type: "integer", minimum: 1 }, store: { anyOf: [{ type: "string", const: "memory" }, { type: "string", pattern: "^redis:\\/\\/[\\s\\S]*$" }, { type: "string", pattern: "^rediss:\\/\\/[\\s\\S]*$" }] } }, additionalProperties: false }] }, navigation: { type: "object", properties: { spa: { type: "boolean" }, prefetch: { type: "boolean" }, speculationRules: { type: "boolean" }, viewTransitions: { type: "boolean" } }, additionalProperties: false }, logLevel: { type: "string", enum: ["debug", "info", "warn", "error", "silent"] }, telemetry: { type: "object", properties: { content: { type: "boolean" } }, additionalProperties: false }, accessLog: { type: "boolean" }, trustProxy: { anyOf: [{ type: "boolean" }, { type: "number" }, { type: "array", items: { type: "string" } }] }, timeouts: { type: "object", properties: { headersMs: { type: "number" }, requestMs: { type: "number" }, keepAliveMs: { type: "number" }, idleMs: { type: "number" } }, additionalProperties: false }, drainMs: { type: "number" }, drainDelayMs: { type: "number" }, compiler: { type: "object", properties: { bindingMaps: { type: "boolean" }, splitIntents: { type: "boolean" } }, additionalProperties: false } }, additionalProperties: false }, { is: is$26, build: build$27, items: { "/properties/fonts/items": is$60, "/properties/agents/properties/webBotAuth/properties/keys/items": is$61, "/properties/redirects/items": is$62, "/properties/rewrites/items": is$63 } })
