// @ts-nocheck: generated from the type ConfigData. Do not edit: tests/compiler/config-validator.test.ts updates this file.
import { compiledValidator as $compiledValidator } from '../schema/compiled-validator.ts'
import { hasOnlyKeys as $hasOnlyKeys } from '../schema/validate-value.ts'
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
const keys$11 = ["maxBytes", "maxFileBytes", "maxFiles", "maxFields"]
const re$12 = new RegExp("^sqlite:[\\s\\S]*$", "u")
const re$13 = new RegExp("^redis:\\/\\/[\\s\\S]*$", "u")
const re$14 = new RegExp("^rediss:\\/\\/[\\s\\S]*$", "u")
const keys$15 = ["from", "to", "status"]
const keys$16 = ["from", "to"]
const keys$17 = ["register"]
const re$18 = new RegExp("^[A-Za-z0-9-]+$", "u")
const keys$19 = ["tagHeader", "shared", "maxEntries", "maxBytes", "store"]
const keys$21 = ["spa", "prefetch", "speculationRules", "viewTransitions"]
const keys$22 = ["content"]
const keys$24 = ["headersMs", "requestMs", "keepAliveMs", "idleMs"]
const keys$25 = ["script", "html"]
const keys$26 = ["styles", "routes", "script", "html"]
const keys$27 = ["bindingMaps", "splitIntents"]
const keys$28 = ["title", "description", "lang", "siteUrl", "llmsTxt", "output", "routesDir", "serverDir", "clientEntry", "websocket", "storesModule", "agentModule", "favicon", "inlineStyles", "fonts", "csp", "approvals", "agents", "mcpAuth", "allowedHosts", "signing", "maxBodyBytes", "uploads", "proposalTtlMs", "data", "redirects", "rewrites", "serviceWorker", "cache", "navigation", "logLevel", "telemetry", "accessLog", "trustProxy", "timeouts", "drainMs", "drainDelayMs", "budgets", "compiler"]
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
function is$20(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return false
  let n0 = 0
  const m1 = v.tagHeader
  if (m1 !== undefined) {
    if (!(typeof m1 === "string" && re$18.test(m1))) return false
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
    if (!(m5 === "memory" || typeof m5 === "string" && re$13.test(m5) || typeof m5 === "string" && re$14.test(m5))) return false
    n0++
  }
  for (const k6 in v) if (hasOwn$2.call(v, k6)) n0--
  if (n0 !== 0 && !$hasOnlyKeys(v, keys$19)) return false
  return true
}
function is$23(v) {
  if (!Array.isArray(v)) return false
  for (let i0 = 0; i0 < v.length; i0++) {
    const m1 = v[i0]
    if (!(typeof m1 === "string")) return false
  }
  return true
}
function is$29(v) {
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
  const m86 = v.uploads
  if (m86 !== undefined) n0++
  const m93 = v.proposalTtlMs
  if (m93 !== undefined) {
    if (!(Number.isInteger(m93) && m93 >= 1)) return false
    n0++
  }
  const m94 = v.data
  if (m94 !== undefined) {
    if (!(m94 === "memory" || typeof m94 === "string" && re$12.test(m94) || typeof m94 === "string" && re$13.test(m94) || typeof m94 === "string" && re$14.test(m94))) return false
    n0++
  }
  const m95 = v.redirects
  if (m95 !== undefined) n0++
  const m103 = v.rewrites
  if (m103 !== undefined) n0++
  const m110 = v.serviceWorker
  if (m110 !== undefined) n0++
  const m114 = v.cache
  if (m114 !== undefined) n0++
  const m115 = v.navigation
  if (m115 !== undefined) n0++
  const m122 = v.logLevel
  if (m122 !== undefined) {
    if (!((m122 === "debug" || m122 === "info" || m122 === "warn" || m122 === "error" || m122 === "silent"))) return false
    n0++
  }
  const m123 = v.telemetry
  if (m123 !== undefined) n0++
  const m127 = v.accessLog
  if (m127 !== undefined) {
    if (!(typeof m127 === "boolean")) return false
    n0++
  }
  const m128 = v.trustProxy
  if (m128 !== undefined) n0++
  const m129 = v.timeouts
  if (m129 !== undefined) n0++
  const m136 = v.drainMs
  if (m136 !== undefined) {
    if (!(Number.isFinite(m136))) return false
    n0++
  }
  const m137 = v.drainDelayMs
  if (m137 !== undefined) {
    if (!(Number.isFinite(m137))) return false
    n0++
  }
  const m138 = v.budgets
  if (m138 !== undefined) n0++
  const m151 = v.compiler
  if (m151 !== undefined) n0++
  for (const k156 in v) if (hasOwn$2.call(v, k156)) n0--
  if (n0 !== 0 && !$hasOnlyKeys(v, keys$28)) return false
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
  if (m86 !== undefined) {
    if (typeof m86 !== "object" || m86 === null || Array.isArray(m86)) return false
    let n87 = 0
    const m88 = m86.maxBytes
    if (m88 !== undefined) {
      if (!(Number.isInteger(m88) && m88 >= 0)) return false
      n87++
    }
    const m89 = m86.maxFileBytes
    if (m89 !== undefined) {
      if (!(Number.isInteger(m89) && m89 >= 0)) return false
      n87++
    }
    const m90 = m86.maxFiles
    if (m90 !== undefined) {
      if (!(Number.isInteger(m90) && m90 >= 0)) return false
      n87++
    }
    const m91 = m86.maxFields
    if (m91 !== undefined) {
      if (!(Number.isInteger(m91) && m91 >= 1)) return false
      n87++
    }
    for (const k92 in m86) if (hasOwn$2.call(m86, k92)) n87--
    if (n87 !== 0 && !$hasOnlyKeys(m86, keys$11)) return false
  }
  if (m95 !== undefined) {
    if (!Array.isArray(m95)) return false
    for (let i96 = 0; i96 < m95.length; i96++) {
      const m97 = m95[i96]
      if (typeof m97 !== "object" || m97 === null || Array.isArray(m97)) return false
      let n98 = 2
      const m99 = m97.from
      if (!(typeof m99 === "string")) return false
      const m100 = m97.to
      if (!(typeof m100 === "string")) return false
      const m101 = m97.status
      if (m101 !== undefined) {
        if (!((m101 === 301 || m101 === 302 || m101 === 303 || m101 === 307 || m101 === 308))) return false
        n98++
      }
      for (const k102 in m97) if (hasOwn$2.call(m97, k102)) n98--
      if (n98 !== 0 && !$hasOnlyKeys(m97, keys$15)) return false
    }
  }
  if (m103 !== undefined) {
    if (!Array.isArray(m103)) return false
    for (let i104 = 0; i104 < m103.length; i104++) {
      const m105 = m103[i104]
      if (typeof m105 !== "object" || m105 === null || Array.isArray(m105)) return false
      let n106 = 2
      const m107 = m105.from
      if (!(typeof m107 === "string")) return false
      const m108 = m105.to
      if (!(typeof m108 === "string")) return false
      for (const k109 in m105) if (hasOwn$2.call(m105, k109)) n106--
      if (n106 !== 0 && !$hasOnlyKeys(m105, keys$16)) return false
    }
  }
  if (m110 !== undefined) {
    if (typeof m110 !== "object" || m110 === null || Array.isArray(m110)) return false
    let n111 = 0
    const m112 = m110.register
    if (m112 !== undefined) {
      if (!(typeof m112 === "boolean")) return false
      n111++
    }
    for (const k113 in m110) if (hasOwn$2.call(m110, k113)) n111--
    if (n111 !== 0 && !$hasOnlyKeys(m110, keys$17)) return false
  }
  if (m114 !== undefined) if (!(typeof m114 === "boolean" || is$20(m114))) return false
  if (m115 !== undefined) {
    if (typeof m115 !== "object" || m115 === null || Array.isArray(m115)) return false
    let n116 = 0
    const m117 = m115.spa
    if (m117 !== undefined) {
      if (!(typeof m117 === "boolean")) return false
      n116++
    }
    const m118 = m115.prefetch
    if (m118 !== undefined) {
      if (!(typeof m118 === "boolean")) return false
      n116++
    }
    const m119 = m115.speculationRules
    if (m119 !== undefined) {
      if (!(typeof m119 === "boolean")) return false
      n116++
    }
    const m120 = m115.viewTransitions
    if (m120 !== undefined) {
      if (!(typeof m120 === "boolean")) return false
      n116++
    }
    for (const k121 in m115) if (hasOwn$2.call(m115, k121)) n116--
    if (n116 !== 0 && !$hasOnlyKeys(m115, keys$21)) return false
  }
  if (m123 !== undefined) {
    if (typeof m123 !== "object" || m123 === null || Array.isArray(m123)) return false
    let n124 = 0
    const m125 = m123.content
    if (m125 !== undefined) {
      if (!(typeof m125 === "boolean")) return false
      n124++
    }
    for (const k126 in m123) if (hasOwn$2.call(m123, k126)) n124--
    if (n124 !== 0 && !$hasOnlyKeys(m123, keys$22)) return false
  }
  if (m128 !== undefined) if (!(typeof m128 === "boolean" || Number.isFinite(m128) || is$23(m128))) return false
  if (m129 !== undefined) {
    if (typeof m129 !== "object" || m129 === null || Array.isArray(m129)) return false
    let n130 = 0
    const m131 = m129.headersMs
    if (m131 !== undefined) {
      if (!(Number.isFinite(m131))) return false
      n130++
    }
    const m132 = m129.requestMs
    if (m132 !== undefined) {
      if (!(Number.isFinite(m132))) return false
      n130++
    }
    const m133 = m129.keepAliveMs
    if (m133 !== undefined) {
      if (!(Number.isFinite(m133))) return false
      n130++
    }
    const m134 = m129.idleMs
    if (m134 !== undefined) {
      if (!(Number.isFinite(m134))) return false
      n130++
    }
    for (const k135 in m129) if (hasOwn$2.call(m129, k135)) n130--
    if (n130 !== 0 && !$hasOnlyKeys(m129, keys$24)) return false
  }
  if (m138 !== undefined) {
    if (typeof m138 !== "object" || m138 === null || Array.isArray(m138)) return false
    let n139 = 0
    const m140 = m138.styles
    if (m140 !== undefined) {
      if (!(Number.isInteger(m140) && m140 >= 0)) return false
      n139++
    }
    const m141 = m138.routes
    if (m141 !== undefined) n139++
    const m148 = m138.script
    if (m148 !== undefined) {
      if (!(Number.isInteger(m148) && m148 >= 0)) return false
      n139++
    }
    const m149 = m138.html
    if (m149 !== undefined) {
      if (!(Number.isInteger(m149) && m149 >= 0)) return false
      n139++
    }
    for (const k150 in m138) if (hasOwn$2.call(m138, k150)) n139--
    if (n139 !== 0 && !$hasOnlyKeys(m138, keys$26)) return false
    if (m141 !== undefined) {
      if (typeof m141 !== "object" || m141 === null || Array.isArray(m141)) return false
      for (const k142 in m141) {
        if (!hasOwn$2.call(m141, k142)) continue
        if (k142 === "__proto__" || k142 === "constructor" || k142 === "prototype") return false
        const m143 = m141[k142]
        if (m143 === undefined) continue
        if (typeof m143 !== "object" || m143 === null || Array.isArray(m143)) return false
        let n144 = 0
        const m145 = m143.script
        if (m145 !== undefined) {
          if (!(Number.isInteger(m145) && m145 >= 0)) return false
          n144++
        }
        const m146 = m143.html
        if (m146 !== undefined) {
          if (!(Number.isInteger(m146) && m146 >= 0)) return false
          n144++
        }
        for (const k147 in m143) if (hasOwn$2.call(m143, k147)) n144--
        if (n144 !== 0 && !$hasOnlyKeys(m143, keys$25)) return false
      }
    }
  }
  if (m151 !== undefined) {
    if (typeof m151 !== "object" || m151 === null || Array.isArray(m151)) return false
    let n152 = 0
    const m153 = m151.bindingMaps
    if (m153 !== undefined) {
      if (!(typeof m153 === "boolean")) return false
      n152++
    }
    const m154 = m151.splitIntents
    if (m154 !== undefined) {
      if (!(typeof m154 === "boolean")) return false
      n152++
    }
    for (const k155 in m151) if (hasOwn$2.call(m151, k155)) n152--
    if (n152 !== 0 && !$hasOnlyKeys(m151, keys$27)) return false
  }
  return true
}
function build$31(v) {
  const o = {}
  if (v.title !== undefined) o.title = v.title
  if (v.description !== undefined) o.description = v.description
  return o
}
function build$34(v) {
  return v.slice()
}
function build$33(v) {
  const o = { family: v.family }
  if (v.weights !== undefined) o.weights = build$34(v.weights)
  if (v.styles !== undefined) o.styles = build$34(v.styles)
  if (v.subsets !== undefined) o.subsets = build$34(v.subsets)
  if (v.display !== undefined) o.display = v.display
  if (v.preload !== undefined) o.preload = v.preload
  if (v.fallback !== undefined) o.fallback = build$34(v.fallback)
  if (v.variable !== undefined) o.variable = v.variable
  return o
}
function build$32(v) {
  return v.map((m) => build$33(m))
}
function build$39(v) {
  const o = {}
  if (v.nonce !== undefined) o.nonce = v.nonce
  if (v.header !== undefined) o.header = v.header
  if (v.static !== undefined) o.static = v.static
  return o
}
function build$38(v) {
  if (typeof v === "boolean") return v
  if (typeof v === "object" && v !== null && !Array.isArray(v)) return build$39(v)
  return v
}
function build$43(v) {
  const o = { kty: v.kty, crv: v.crv, x: v.x }
  if (v.kid !== undefined) o.kid = v.kid
  if (v.alg !== undefined) o.alg = v.alg
  if (v.use !== undefined) o.use = v.use
  if (v.key_ops !== undefined) o.key_ops = build$34(v.key_ops)
  if (v.nbf !== undefined) o.nbf = v.nbf
  if (v.exp !== undefined) o.exp = v.exp
  return o
}
function build$42(v) {
  return v.map((m) => build$43(m))
}
function build$41(v) {
  const o = { keys: build$42(v.keys) }
  if (v.require !== undefined) o.require = build$34(v.require)
  if (v.nonces !== undefined) o.nonces = v.nonces
  return o
}
function build$40(v) {
  const o = { webBotAuth: build$41(v.webBotAuth) }
  if (v.policy !== undefined) o.policy = v.policy
  return o
}
function build$46(v) {
  const o = {}
  if (v.tokenEnv !== undefined) o.tokenEnv = v.tokenEnv
  if (v.token !== undefined) o.token = v.token
  if (v.resourceMetadataUrl !== undefined) o.resourceMetadataUrl = v.resourceMetadataUrl
  if (v.authorizationServers !== undefined) o.authorizationServers = build$34(v.authorizationServers)
  return o
}
function build$49(v) {
  return { keyEnv: v.keyEnv }
}
function build$50(v) {
  const o = {}
  if (v.maxBytes !== undefined) o.maxBytes = v.maxBytes
  if (v.maxFileBytes !== undefined) o.maxFileBytes = v.maxFileBytes
  if (v.maxFiles !== undefined) o.maxFiles = v.maxFiles
  if (v.maxFields !== undefined) o.maxFields = v.maxFields
  return o
}
function build$52(v) {
  const o = { from: v.from, to: v.to }
  if (v.status !== undefined) o.status = v.status
  return o
}
function build$51(v) {
  return v.map((m) => build$52(m))
}
function build$54(v) {
  return { from: v.from, to: v.to }
}
function build$53(v) {
  return v.map((m) => build$54(m))
}
function build$55(v) {
  const o = {}
  if (v.register !== undefined) o.register = v.register
  return o
}
function build$57(v) {
  const o = {}
  if (v.tagHeader !== undefined) o.tagHeader = v.tagHeader
  if (v.shared !== undefined) o.shared = v.shared
  if (v.maxEntries !== undefined) o.maxEntries = v.maxEntries
  if (v.maxBytes !== undefined) o.maxBytes = v.maxBytes
  if (v.store !== undefined) o.store = v.store
  return o
}
function build$56(v) {
  if (typeof v === "boolean") return v
  if (typeof v === "object" && v !== null && !Array.isArray(v)) return build$57(v)
  return v
}
function build$58(v) {
  const o = {}
  if (v.spa !== undefined) o.spa = v.spa
  if (v.prefetch !== undefined) o.prefetch = v.prefetch
  if (v.speculationRules !== undefined) o.speculationRules = v.speculationRules
  if (v.viewTransitions !== undefined) o.viewTransitions = v.viewTransitions
  return o
}
function build$59(v) {
  const o = {}
  if (v.content !== undefined) o.content = v.content
  return o
}
function build$60(v) {
  if (typeof v === "boolean") return v
  if (Number.isFinite(v)) return v
  if (Array.isArray(v)) return build$34(v)
  return v
}
function build$62(v) {
  const o = {}
  if (v.headersMs !== undefined) o.headersMs = v.headersMs
  if (v.requestMs !== undefined) o.requestMs = v.requestMs
  if (v.keepAliveMs !== undefined) o.keepAliveMs = v.keepAliveMs
  if (v.idleMs !== undefined) o.idleMs = v.idleMs
  return o
}
function build$65(v) {
  const o = {}
  if (v.script !== undefined) o.script = v.script
  if (v.html !== undefined) o.html = v.html
  return o
}
function build$64(v) {
  const o = {}
  for (const k in v) {
    const m = v[k]
    if (!hasOwn$2.call(v, k) || m === undefined) continue
    o[k] = build$65(m)
  }
  return o
}
function build$63(v) {
  const o = {}
  if (v.styles !== undefined) o.styles = v.styles
  if (v.routes !== undefined) o.routes = build$64(v.routes)
  if (v.script !== undefined) o.script = v.script
  if (v.html !== undefined) o.html = v.html
  return o
}
function build$66(v) {
  const o = {}
  if (v.bindingMaps !== undefined) o.bindingMaps = v.bindingMaps
  if (v.splitIntents !== undefined) o.splitIntents = v.splitIntents
  return o
}
function build$30(v) {
  const o = {}
  if (v.title !== undefined) o.title = v.title
  if (v.description !== undefined) o.description = v.description
  if (v.lang !== undefined) o.lang = v.lang
  if (v.siteUrl !== undefined) o.siteUrl = v.siteUrl
  if (v.llmsTxt !== undefined) o.llmsTxt = build$31(v.llmsTxt)
  if (v.output !== undefined) o.output = v.output
  if (v.routesDir !== undefined) o.routesDir = v.routesDir
  if (v.serverDir !== undefined) o.serverDir = v.serverDir
  if (v.clientEntry !== undefined) o.clientEntry = v.clientEntry
  if (v.websocket !== undefined) o.websocket = v.websocket
  if (v.storesModule !== undefined) o.storesModule = v.storesModule
  if (v.agentModule !== undefined) o.agentModule = v.agentModule
  if (v.favicon !== undefined) o.favicon = v.favicon
  if (v.inlineStyles !== undefined) o.inlineStyles = v.inlineStyles
  if (v.fonts !== undefined) o.fonts = build$32(v.fonts)
  if (v.csp !== undefined) o.csp = build$38(v.csp)
  if (v.approvals !== undefined) o.approvals = v.approvals
  if (v.agents !== undefined) o.agents = build$40(v.agents)
  if (v.mcpAuth !== undefined) o.mcpAuth = build$46(v.mcpAuth)
  if (v.allowedHosts !== undefined) o.allowedHosts = build$34(v.allowedHosts)
  if (v.signing !== undefined) o.signing = build$49(v.signing)
  if (v.maxBodyBytes !== undefined) o.maxBodyBytes = v.maxBodyBytes
  if (v.uploads !== undefined) o.uploads = build$50(v.uploads)
  if (v.proposalTtlMs !== undefined) o.proposalTtlMs = v.proposalTtlMs
  if (v.data !== undefined) o.data = v.data
  if (v.redirects !== undefined) o.redirects = build$51(v.redirects)
  if (v.rewrites !== undefined) o.rewrites = build$53(v.rewrites)
  if (v.serviceWorker !== undefined) o.serviceWorker = build$55(v.serviceWorker)
  if (v.cache !== undefined) o.cache = build$56(v.cache)
  if (v.navigation !== undefined) o.navigation = build$58(v.navigation)
  if (v.logLevel !== undefined) o.logLevel = v.logLevel
  if (v.telemetry !== undefined) o.telemetry = build$59(v.telemetry)
  if (v.accessLog !== undefined) o.accessLog = v.accessLog
  if (v.trustProxy !== undefined) o.trustProxy = build$60(v.trustProxy)
  if (v.timeouts !== undefined) o.timeouts = build$62(v.timeouts)
  if (v.drainMs !== undefined) o.drainMs = v.drainMs
  if (v.drainDelayMs !== undefined) o.drainDelayMs = v.drainDelayMs
  if (v.budgets !== undefined) o.budgets = build$63(v.budgets)
  if (v.compiler !== undefined) o.compiler = build$66(v.compiler)
  return o
}
function is$67(v) {
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
function is$68(v) {
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
function is$69(v) {
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
  if (n0 !== 0 && !$hasOnlyKeys(v, keys$15)) return false
  return true
}
function is$70(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return false
  let n0 = 2
  const m1 = v.from
  if (!(typeof m1 === "string")) return false
  const m2 = v.to
  if (!(typeof m2 === "string")) return false
  for (const k3 in v) if (hasOwn$2.call(v, k3)) n0--
  if (n0 !== 0 && !$hasOnlyKeys(v, keys$16)) return false
  return true
}
function is$71(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return false
  let n0 = 0
  const m1 = v.script
  if (m1 !== undefined) {
    if (!(Number.isInteger(m1) && m1 >= 0)) return false
    n0++
  }
  const m2 = v.html
  if (m2 !== undefined) {
    if (!(Number.isInteger(m2) && m2 >= 0)) return false
    n0++
  }
  for (const k3 in v) if (hasOwn$2.call(v, k3)) n0--
  if (n0 !== 0 && !$hasOnlyKeys(v, keys$25)) return false
  return true
}
export const configValidator = $compiledValidator({ type: "object", properties: { title: { type: "string" }, description: { type: "string" }, lang: { type: "string" }, siteUrl: { type: "string", pattern: "^https?://" }, llmsTxt: { type: "object", properties: { title: { type: "string" }, description: { type: "string" } }, additionalProperties: false }, output: { type: "string", enum: ["bun", "node", "static"] }, routesDir: { type: "string" }, serverDir: { type: "string" }, clientEntry: { type: "string" }, websocket: { type: "string" }, storesModule: { type: "string" }, agentModule: { type: "string" }, favicon: { type: "string" }, inlineStyles: { type: "boolean" }, fonts: { type: "array", items: { type: "object", properties: { family: { type: "string" }, weights: { type: "array", items: { type: "number" } }, styles: { type: "array", items: { type: "string", enum: ["normal", "italic"] } }, subsets: { type: "array", items: { type: "string" } }, display: { type: "string", enum: ["auto", "block", "swap", "fallback", "optional"] }, preload: { type: "boolean" }, fallback: { type: "array", items: { type: "string" } }, variable: { type: "boolean" } }, required: ["family"], additionalProperties: false } }, csp: { anyOf: [{ type: "boolean" }, { type: "object", properties: { nonce: { type: "string" }, header: { type: "string" }, static: { type: "string", const: "hash" } }, additionalProperties: false }] }, approvals: { type: "string", enum: ["open", "signed-in"] }, agents: { type: "object", properties: { webBotAuth: { type: "object", properties: { keys: { type: "array", items: { type: "object", properties: { kty: { type: "string" }, crv: { type: "string" }, x: { type: "string" }, kid: { type: "string" }, alg: { type: "string" }, use: { type: "string" }, key_ops: { type: "array", items: { type: "string" } }, nbf: { type: "number" }, exp: { type: "number" } }, required: ["kty", "crv", "x"], additionalProperties: false } }, require: { type: "array", items: { type: "string" } }, nonces: { type: "boolean" } }, required: ["keys"], additionalProperties: false }, policy: { type: "string", enum: ["observe", "require"] } }, required: ["webBotAuth"], additionalProperties: false }, mcpAuth: { type: "object", properties: { tokenEnv: { type: "string" }, token: { type: "string" }, resourceMetadataUrl: { type: "string" }, authorizationServers: { type: "array", items: { type: "string" } } }, additionalProperties: false }, allowedHosts: { type: "array", items: { type: "string" } }, signing: { type: "object", properties: { keyEnv: { type: "string" } }, required: ["keyEnv"], additionalProperties: false }, maxBodyBytes: { type: "integer", minimum: 0 }, uploads: { type: "object", properties: { maxBytes: { type: "integer", minimum: 0 }, maxFileBytes: { type: "integer", minimum: 0 }, maxFiles: { type: "integer", minimum: 0 }, maxFields: { type: "integer", minimum: 1 } }, additionalProperties: false }, proposalTtlMs: { type: "integer", minimum: 1 }, data: { anyOf: [{ type: "string", const: "memory" }, { type: "string", pattern: "^sqlite:[\\s\\S]*$" }, { type: "string", pattern: "^redis:\\/\\/[\\s\\S]*$" }, { type: "string", pattern: "^rediss:\\/\\/[\\s\\S]*$" }] }, redirects: { type: "array", items: { type: "object", properties: { from: { type: "string" }, to: { type: "string" }, status: { type: "number", enum: [301, 302, 303, 307, 308] } }, required: ["from", "to"], additionalProperties: false } }, rewrites: { type: "array", items: { type: "object", properties: { from: { type: "string" }, to: { type: "string" } }, required: ["from", "to"], additionalProperties: false } }, serviceWorker: { type: "object", properties: { register: { type: "boolean" } }, additionalProperties: false }, cache: { anyOf: [{ type: "boolean" }, { type: "object", properties: { tagHeader: { type: "string", pattern: "^[A-Za-z0-9-]+$" }, shared: { type: "boolean" }, maxEntries: { type: "integer", minimum: 1 }, maxBytes: { type: "integer", minimum: 1 }, store: { anyOf: [{ type: "string", const: "memory" }, { type: "string", pattern: "^redis:\\/\\/[\\s\\S]*$" }, { type: "string", pattern: "^rediss:\\/\\/[\\s\\S]*$" }] } }, additionalProperties: false }] }, navigation: { type: "object", properties: { spa: { type: "boolean" }, prefetch: { type: "boolean" }, speculationRules: { type: "boolean" }, viewTransitions: { type: "boolean" } }, additionalProperties: false }, logLevel: { type: "string", enum: ["debug", "info", "warn", "error", "silent"] }, telemetry: { type: "object", properties: { content: { type: "boolean" } }, additionalProperties: false }, accessLog: { type: "boolean" }, trustProxy: { anyOf: [{ type: "boolean" }, { type: "number" }, { type: "array", items: { type: "string" } }] }, timeouts: { type: "object", properties: { headersMs: { type: "number" }, requestMs: { type: "number" }, keepAliveMs: { type: "number" }, idleMs: { type: "number" } }, additionalProperties: false }, drainMs: { type: "number" }, drainDelayMs: { type: "number" }, budgets: { type: "object", properties: { styles: { type: "integer", minimum: 0 }, routes: { type: "object", additionalProperties: { type: "object", properties: { script: { type: "integer", minimum: 0 }, html: { type: "integer", minimum: 0 } }, additionalProperties: false } }, script: { type: "integer", minimum: 0 }, html: { type: "integer", minimum: 0 } }, additionalProperties: false }, compiler: { type: "object", properties: { bindingMaps: { type: "boolean" }, splitIntents: { type: "boolean" } }, additionalProperties: false } }, additionalProperties: false }, { is: is$29, build: build$30, items: { "/properties/fonts/items": is$67, "/properties/agents/properties/webBotAuth/properties/keys/items": is$68, "/properties/redirects/items": is$69, "/properties/rewrites/items": is$70, "/properties/budgets/properties/routes/additionalProperties": is$71 } })
